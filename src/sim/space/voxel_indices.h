/* voxel_indices.h: kernels on fields of voxels, by place of a phase; text
 * compiled for the host and for devices. */

K_FN double *k_voxel_at(const k_places *p, long place) {
  unsigned voxel = p->voxel[place], width = p->width;
  return p->planes + (long)(voxel / width) * p->row + voxel % width;
}

/* Number of places from `place` on, before `end`, that are consecutive voxels of
 * a row. */
K_FN int k_neighbours(const k_places *p, long place, long end) {
  unsigned first = p->voxel[place], width = p->width;
  int most = K_LENGTH(K_LEAST(end - place, (long)(width - first % width)));
  int count = 1;
  while (count < most && (unsigned)p->voxel[place + count] == first + count)
    count++;
  return count;
}

/* Status of neighbour n: that of its law (status may be NULL), or K_UNFIT if its
 * stress t is not finite. */
K_FN int k_status_of(const double t[6][K_CHUNK], int n, const double *status) {
  double sum = t[0][n] + t[1][n] + t[2][n] + t[3][n] + t[4][n] + t[5][n];
  int of_law = status ? (int)status[n] : 0;
  return !of_law && sum - sum != 0 ? K_UNFIT : of_law;
}

/* Records those of `count` neighbours that are not good. */
K_FN void k_judge(const k_places *p, long place, int count,
                  const double t[6][K_CHUNK], const double *status) {
  int bad = 0;
  for (int n = 0; n < count; n++) bad |= k_status_of(t, n, status);
  for (int n = 0; bad && n < count; n++) {
    unsigned long long voxel =
        (unsigned long long)p->before + (unsigned)p->voxel[place + n];
    int its = k_status_of(t, n, status);
    if (its) K_LOWER(&p->found->worst, voxel * 16 + its);
  }
}

/* Copies neighbours from the planes, and back; rows of a single number have a
 * zero imaginary part. */
K_FN void k_get_tensors(const k_places *p, const double *at, int count,
                        double t[6][K_CHUNK]) {
  K_UNROLL for (int i = 0; i < 6; i++)
    for (int n = 0; n < count; n++) t[i][n] = at[i * p->plane + n];
}

K_FN void k_put_tensors(const k_places *p, double *at, int count,
                        const double t[6][K_CHUNK]) {
  K_UNROLL for (int i = 0; i < 6; i++) {
    for (int n = 0; n < count; n++) at[i * p->plane + n] = t[i][n];
    if (p->width == 1) at[i * p->plane + 1] = 0;
  }
}

/* Conversion between coordinates of base/basis.h and tensor components. */
K_FN void k_from_tensor(const double *t, double *x) {
  double m[6];
  for (int i = 0; i < 6; i++)
    m[i] = i < 3 ? t[i] : t[i] * 1.41421356237309504880;
  k_from_mandel(m, x);
}

K_FN void k_to_tensor(const double *x, double *t) {
  k_to_mandel(x, t);
  for (int i = 3; i < 6; i++) t[i] = t[i] * 0.70710678118654752440;
}

/* Copies the planes to a field. */
K_FN void k_gather_part(const k_places *p, k_share share) {
  int count = 1;
  K_EACH(place, share, K_PLACES, p->count, count) {
    const double *at = k_voxel_at(p, place);
    count = k_neighbours(p, place, place_end);
    K_UNROLL for (int i = 0; i < 6; i++)
      for (int n = 0; n < count; n++)
        p->field[i * p->stride + place + n] = at[i * p->plane + n];
  }
}

/* Copies the stress from coordinates to the planes. */
K_FN void k_scatter_part(const k_places *p, k_share share) {
  int count = 1;
  K_EACH(place, share, K_PLACES, p->count, count) {
    const double *from = p->field + place;
    double stress[6][K_CHUNK];
    count = k_neighbours(p, place, place_end);
    for (int n = 0; n < count; n++) {
      double x[6], t[6];
      K_UNROLL for (int i = 0; i < 6; i++) x[i] = from[i * p->stride + n];
      k_to_tensor(x, t);
      K_UNROLL for (int i = 0; i < 6; i++) stress[i][n] = t[i];
    }
    k_judge(p, place, count, stress, p->status + place);
    k_put_tensors(p, k_voxel_at(p, place), count, stress);
  }
}

/* Replaces strains in the planes by stresses of an elastic phase. */
K_FN void k_elastic_part(const k_places *p, k_share share) {
  int count = 1;
  K_EACH(place, share, K_PLACES, p->count, count) {
    double *at = k_voxel_at(p, place), strain[6][K_CHUNK], stress[6][K_CHUNK];
    count = k_neighbours(p, place, place_end);
    k_get_tensors(p, at, count, strain);
    K_UNROLL for (int i = 0; i < 6; i++) {
      const double *C = p->stiffness + 6 * i;
      for (int n = 0; n < count; n++)
        stress[i][n] = (C[0] * strain[0][n] + C[1] * strain[1][n]) +
                       (C[2] * strain[2][n] + C[3] * strain[3][n]) +
                       (C[4] * strain[4][n] + C[5] * strain[5][n]);
    }
    k_judge(p, place, count, stress, 0);
    k_put_tensors(p, at, count, stress);
  }
}

/* Replaces strains in the planes by stresses C : eps. */
K_FN void k_apply_part(const k_places *p, k_share share) {
  K_EACH(place, share, K_PLACES, p->count, 1) {
    double t[6], x[6], y[6], *at = k_voxel_at(p, place);
    K_UNROLL for (int i = 0; i < 6; i++) t[i] = at[i * p->plane];
    k_from_tensor(t, x);
    K_UNROLL for (int i = 0; i < 6; i++) {
      y[i] = 0;
      K_UNROLL for (int j = 0; j < 6; j++)
        y[i] += p->tangents[(i * 6 + j) * p->stride + place] * x[j];
    }
    k_to_tensor(y, t);
    K_UNROLL for (int i = 0; i < 6; i++) {
      at[i * p->plane] = t[i];
      if (p->width == 1) at[i * p->plane + 1] = 0;
    }
  }
}

K_FN void k_copy_part(const k_copy *r, k_share share) {
  for (int i = 0; i < r->rows; i++)
    K_EACH(place, share, K_PLACES, r->count, 1)
      r->to[i * r->to_stride + place] = r->from[i * r->from_stride + place];
}

/* Converts six rows of tensor components to coordinates. */
K_FN void k_coordinates_part(const k_copy *r, k_share share) {
  K_EACH(place, share, K_PLACES, r->count, 1) {
    double t[6], x[6];
    K_UNROLL for (int i = 0; i < 6; i++)
      t[i] = r->from[i * r->from_stride + place];
    k_from_tensor(t, x);
    K_UNROLL for (int i = 0; i < 6; i++)
      r->to[i * r->to_stride + place] = x[i];
  }
}

K_FN void k_by_label_part(const k_by_label *b, k_share share) {
  for (int i = 0; i < b->size; i++)
    K_EACH(place, share, K_PLACES, b->count, 1)
      b->to[i * b->count + place] =
          b->from[(long)b->row[b->label[b->voxel[place]]] * b->size + i];
}

K_FN void k_remember_part(const k_ends *e, k_share share) {
  K_EACH(place, share, K_PLACES, e->count, 1) {
    K_UNROLL for (int i = 0; i < K_ENDS; i++)
      e->before[i * e->count + place] = e->ends[i * e->count + place];
  }
}

/* Marks places whose substep ends have changed, because substeps were chosen
 * anew. */
K_FN void k_notice_part(const k_ends *e, k_share share) {
  K_EACH(place, share, K_PLACES, e->count, 1) {
    int changed = 0;
    K_UNROLL for (int i = 0; i < K_ENDS; i++)
      changed |=
          e->before[i * e->count + place] ^ e->ends[i * e->count + place];
    e->changed[place] = changed != 0;
  }
}

/* Resets the substeps of marked places, which then choose new ones. */
K_FN void k_forget_part(const k_ends *e, k_share share) {
  K_EACH(place, share, K_PLACES, e->count, 1)
    if (e->changed[place]) e->ends[place] = K_CHOSEN;
}

K_FN void k_narrow_part(const k_numbers *n, k_share share) {
  K_EACH(place, share, K_PLACES, n->count, 1)
    n->kept[place] = (float)n->numbers[place];
}

K_FN void k_widen_part(const k_numbers *n, k_share share) {
  K_EACH(place, share, K_PLACES, n->count, 1)
    n->numbers[place] = (double)n->kept[place];
}

/* First place of plane share.part that a lane processes, and the end of its
 * places. */
K_FN long k_layer_first(const k_layers *l, k_share share) {
  long place = l->start[share.part] + share.lane, lanes = share.lanes;
  return place < l->first
             ? place + (l->first - place + lanes - 1) / lanes * lanes
             : place;
}

K_FN long k_layer_end(const k_layers *l, k_share share) {
  return K_LEAST(l->start[share.part + 1], l->first + l->count);
}

/* Loop over the places of a share, relative to the first place of the
 * layers. */
#define K_EACH_PLACE(place, layers, share)                         \
  for (long place = k_layer_first(layers, share) - (layers)->first, \
            end = k_layer_end(layers, share) - (layers)->first;     \
       place < end; place += (share).lanes)

K_FN void k_means_part(const k_means *m, k_share share) {
  double sums[K_MOST];
  K_UNROLL for (int i = 0; i < K_MOST; i++)
    sums[i] = m->begins || i >= m->rows ? 0 : *k_sum_of(&m->sums, i, share);
  K_EACH_PLACE(place, &m->layers, share)
    K_UNROLL for (int i = 0; i < K_MOST; i++)
      if (i < m->rows) sums[i] += m->field[i * m->stride + place];
  k_write_sums(&m->sums, sums, m->rows, share);
}

K_FN void k_raise(double *maximum, double value) {
  if (!(value <= *maximum)) *maximum = value;
}

/* Sums of tangents; maxima of the negative smallest and of the largest shear
 * modulus, then of the bulk modulus. */
K_FN void k_survey_part(const k_survey *s, k_share share) {
  double extremes[4];
  for (int i = 0; i < 36; i++) {
    double *sum = k_sum_of(&s->sums, i, share), total = *sum;
    K_EACH_PLACE(place, &s->layers, share)
      total += s->tangents[i * s->stride + place];
    *sum = total;
  }
  K_UNROLL for (int i = 0; i < 4; i++)
    extremes[i] = *k_sum_of(&s->sums, 36 + i, share);
  K_EACH_PLACE(place, &s->layers, share) {
    k_moduli m;
    k_moduli_of(s->tangents + place, s->stride, &m);
    k_raise(&extremes[0], -m.shear_least);
    k_raise(&extremes[1], m.shear_largest);
    k_raise(&extremes[2], -m.bulk);
    k_raise(&extremes[3], m.bulk);
  }
  K_UNROLL for (int i = 0; i < 4; i++)
    *k_sum_of(&s->sums, 36 + i, share) = extremes[i];
}

/* Initialises the partial sums and maxima of the tangents. */
K_FN void k_begin_part(const k_survey *s, k_share share) {
  for (int i = 0; i < K_SURVEYED; i++)
    *k_sum_of(&s->sums, i, share) = i < 36 ? 0 : -INFINITY;
}
