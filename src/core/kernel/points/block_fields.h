/* block_fields.h: reads and stores rows of fields for a block of points. */

/* The points of a block, one lane each, from `point` on. */
typedef struct {
  const am_fields *fields;
  long point;
} k_block;

K_FN void k_read(const k_block *b, const double *field, int count, real *x) {
  K_UNROLL for (int i = 0; i < count; i++)
    x[i] = k_get(field + i * b->fields->stride + b->point);
}

/* Reads a field, or zeros if it is NULL. */
K_FN void k_read_or_zero(const k_block *b, const double *field, int count,
                         real *x) {
  K_UNROLL for (int i = 0; i < count; i++)
    x[i] = field ? k_get(field + i * b->fields->stride + b->point) : k_set(0);
}

K_FN void k_store_all(const k_block *b, double *field, int count,
                      const real *x) {
  K_UNROLL for (int i = 0; i < count; i++)
    k_store(field + i * b->fields->stride + b->point, x[i]);
}

/* Stores a field, if it is requested. */
K_FN void k_store_optional(const k_block *b, double *field, int count,
                           const real *x) {
  if (field) k_store_all(b, field, count, x);
}

/* Replaces the results of failed lanes by the given values, read again. */
K_FN void k_restore(const k_block *b, const double *given, mask good,
                    int count, real *found) {
  K_UNROLL for (int i = 0; i < count; i++) {
    real before =
        given ? k_get(given + i * b->fields->stride + b->point) : k_set(0);
    found[i] = k_select(good, found[i], before);
  }
}
