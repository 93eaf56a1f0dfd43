/* rated.h: a law whose rates read the total strain rate. The flow stress of
 * michel-suquet increases with the strain rate (Johnson and Cook 1985), and the
 * mean stress with a variable that follows the norm of the strain rate. The
 * parameters equal those of michel-suquet. */
#ifndef AM_TESTS_ENGINE_RATED_H
#define AM_TESTS_ENGINE_RATED_H

#define RATED                                                              \
  "material: rated\nunits: {stress: MPa, time: s}\n"                       \
  "parameters: {E: 55e3, nu: 0.33, sigma_Y: 25, H: 1800, epsdot_0: 1,\n"   \
  "  sigma_d: 130, n: 3.6}\n"                                              \
  "internal: {eps_vp: deviatoric, a: scalar}\n"                            \
  "definitions: |\n"                                                       \
  "  lambda = E*nu/((1 + nu)*(1 - 2*nu))\n"                                \
  "  mu = E/(2*(1 + nu))\n"                                                \
  "  fast = 1 + 0.2*log1p((rate_eps : rate_eps)/1e-6)\n"                   \
  "free_energy: |\n"                                                       \
  "  e = eps - eps_vp\n"                                                   \
  "  plastic = H/3*(eps_vp : eps_vp)\n"                                    \
  "  lambda/2*tr(e)^2 + mu*(e : e) + plastic + 3e3*a*tr(eps)\n"            \
  "force_potential: |\n"                                                   \
  "  f = mises(A_eps_vp) - sigma_Y*fast\n"                                 \
  "  epsdot_0*sigma_d/(n + 1)*(pos(f)/sigma_d)^(n + 1)\n"                  \
  "rates:\n"                                                               \
  "  a: (norm(rate_eps) - a)/0.5\n"

#endif
