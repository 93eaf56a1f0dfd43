/* spectra.h: symmetric tensors with given eigenvalues, which are distinct,
 * close or equal, in fixed frames. */
#ifndef AM_TESTS_SPECTRA_H
#define AM_TESTS_SPECTRA_H

#include "base/basis.h"
#include "tests/graph_tools.h"

/* Eigenvalues and eigenvectors, in rows, and the coordinates. */
typedef struct {
  double value[3], vector[3][3], x[6];
} spectrum;

/* Rotation number `turn` of a fixed list; 0: identity. */
static inline void rotation(int turn, double r[3][3]) {
  uint64_t seed = (uint64_t)turn;
  double q[4], length = 0;
  for (int i = 0; i < 4; i++) q[i] = random_in(&seed, -1, 1);
  if (!turn) q[1] = q[2] = q[3] = 0;
  for (int i = 0; i < 4; i++) length += q[i] * q[i];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double u = q[i + 1], v = q[j + 1], w = q[k + 1];
    r[i][i] = 1 - 2 * (v * v + w * w) / length;
    r[i][j] = 2 * (u * v - q[0] * w) / length;
    r[j][i] = 2 * (u * v + q[0] * w) / length;
  }
}

static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};

/* Coordinates of the symmetric part of a matrix. */
static inline void coordinates(double m[3][3], double *x) {
  double t[6];
  for (int c = 0; c < 6; c++)
    t[c] = 0.5 * (m[row[c]][column[c]] + m[column[c]][row[c]]);
  am_basis_from_tensor(t, x);
}

static inline spectrum tensor_with(const double *values, int turn) {
  spectrum s = {.value = {values[0], values[1], values[2]}};
  double m[3][3] = {{0}}, r[3][3];
  rotation(turn, r);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 9; k++)
      m[k / 3][k % 3] += values[i] * r[i][k / 3] * r[i][k % 3];
  memcpy(s.vector, r, sizeof r);
  coordinates(m, s.x);
  return s;
}

/* The matrix of basis tensor k in the frame of the eigenvectors. */
static inline void basis_in_frame(const spectrum *s, int k, double h[3][3]) {
  double m[3][3];
  for (int c = 0; c < 6; c++)
    m[row[c]][column[c]] = m[column[c]][row[c]] = am_basis[k][c];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      h[i][j] = 0;
      for (int n = 0; n < 9; n++)
        h[i][j] += s->vector[i][n / 3] * m[n / 3][n % 3] * s->vector[j][n % 3];
    }
}

/* Gaps between 0 and 1e-3, and a wide one. */
static const double gaps[] = {0,     1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10,
                              1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,
                              0.01,  0.02,  0.03,  0.04,  0.1,   0.4};
enum { GAPS = sizeof gaps / sizeof *gaps, TURNS = 3, WAYS = 4 };

/* Two of three eigenvalues that are close, or all of them. */
static inline void close_values(int way, double gap, double *v) {
  const double values[WAYS][3] = {{1.2 + gap, 1.2, 0.7},
                                  {1.2, 0.7 + gap, 0.7},
                                  {0.9 + 2 * gap, 0.9 + gap, 0.9},
                                  {0.9 + gap, 0.9, 0.9 - gap * gap}};
  memcpy(v, values[way], sizeof values[way]);
}

/* Calls `check` for all of them; messages contain the name. */
static inline void for_all_spectra(void (*check)(const spectrum *s, void *data),
                                   void *data) {
  double v[3];
  for (int way = 0; way < WAYS; way++)
    for (int i = 0; i < GAPS; i++)
      for (int turn = 0; turn < TURNS; turn++) {
        close_values(way, gaps[i], v);
        spectrum s = tensor_with(v, turn);
        check(&s, data);
      }
}

#endif
