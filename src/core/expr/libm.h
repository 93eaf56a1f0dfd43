/* libm.h: kernel functions that are in the mathematical libraries of C and
 * CUDA.  Also part of generated source. */
#ifndef AM_EXPR_LIBM_H
#define AM_EXPR_LIBM_H

#ifdef K_UNFUSED
#define k_fma(a, b, c) ((a) * (b) + (c))
#else
#define k_fma fma
#endif
#define k_sqrt sqrt
#define k_cbrt cbrt
#define k_exp exp
#define k_expm1 expm1
#define k_log log
#define k_log1p log1p
#define k_sin sin
#define k_cos cos
#define k_tan tan
#define k_asin asin
#define k_acos acos
#define k_atan atan
#define k_sinh sinh
#define k_cosh cosh
#define k_tanh tanh
#define k_erf erf
#define k_abs fabs

#endif
