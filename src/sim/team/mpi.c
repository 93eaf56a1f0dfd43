/* mpi.c: a team based on MPI, with the distributed transposition of FFTW;
 * source of the plug-in automat-mpi.so. */
#include <fftw3-mpi.h>
#include <limits.h>
#include <mpi.h>

#include "team/team.h"

static int rank, count;

static bool open_mpi(int *own, int *all, char *why, size_t size) {
  int provided;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided)) {
    snprintf(why, size, "MPI cannot be initialized");
    return false;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  fftw_mpi_init();
  *own = rank;
  *all = count;
  return true;
}

static void close_mpi(void) {
  fftw_mpi_cleanup();
  MPI_Finalize();
}

static void end_mpi(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

static void gather_mpi(const void *own, size_t bytes, void *all) {
  MPI_Allgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
                MPI_COMM_WORLD);
}

/* ---- messages of any size ------------------------------------------------ */

enum { MOST = 1 << 30 /* bytes of a message */ };

static int piece(size_t bytes, size_t done) {
  return bytes - done < MOST ? (int)(bytes - done) : MOST;
}

static void broadcast_mpi(int from, void *data, size_t bytes) {
  for (size_t done = 0; done < bytes; done += MOST)
    MPI_Bcast((char *)data + done, piece(bytes, done), MPI_BYTE, from,
              MPI_COMM_WORLD);
}

static void send_mpi(int to, const void *data, size_t bytes) {
  for (size_t done = 0; done < bytes; done += MOST)
    MPI_Send((const char *)data + done, piece(bytes, done), MPI_BYTE, to, 0,
             MPI_COMM_WORLD);
}

static void receive_mpi(int from, void *data, size_t bytes) {
  for (size_t done = 0; done < bytes; done += MOST)
    MPI_Recv((char *)data + done, piece(bytes, done), MPI_BYTE, from, 0,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- transpositions ------------------------------------------------------ */

typedef struct {
  fftw_plan forth, back;
} both_ways;

static void free_turn(void *data) {
  both_ways *t = data;
  if (t->forth) fftw_destroy_plan(t->forth);
  if (t->back) fftw_destroy_plan(t->back);
  free(t);
}

static void *new_turn(long rows, long columns, long doubles, double *data) {
  ptrdiff_t n = rows, m = columns;
  ptrdiff_t rows_each = (n + count - 1) / count;
  ptrdiff_t columns_each = (m + count - 1) / count;
  both_ways *t = calloc(1, sizeof *t);
  if (!t) return NULL;
  t->forth = fftw_mpi_plan_many_transpose(n, m, doubles, rows_each,
                                          columns_each, data, data,
                                          MPI_COMM_WORLD, FFTW_ESTIMATE);
  t->back = fftw_mpi_plan_many_transpose(m, n, doubles, columns_each,
                                         rows_each, data, data,
                                         MPI_COMM_WORLD, FFTW_ESTIMATE);
  if (t->forth && t->back) return t;
  free_turn(t);
  return NULL;
}

static void do_turn(void *data, bool back) {
  const both_ways *t = data;
  fftw_execute(back ? t->back : t->forth);
}

extern const am_team_plugin automat_team;
__attribute__((visibility("default"))) const am_team_plugin automat_team = {
    .version = AM_TEAM_VERSION,
    .type = {.open = open_mpi,
             .gather = gather_mpi,
             .broadcast = broadcast_mpi,
             .send = send_mpi,
             .receive = receive_mpi,
             .turn_new = new_turn,
             .turn = do_turn,
             .turn_free = free_turn,
             .end = end_mpi,
             .close = close_mpi}};
