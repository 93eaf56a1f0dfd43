/* team.h: teams of processes that share the work on one problem.
 *
 * All members make the same calls in the same order, from one thread.
 * Information that only one member has (a signal, the clock, an allocation
 * failure) must be exchanged with am_team_any or am_team_agree before members
 * act on it; otherwise they would decide differently and wait for each other
 * forever. A single process is a team of one, for which all functions are
 * cheap.
 *
 * A member that fails while the others do not expect it ends all processes
 * (am_team_part). */
#ifndef AM_TEAM_H
#define AM_TEAM_H

#include "base/base.h"

/* Transport between members: built in (team.c, fork.c) or a plug-in. */
typedef struct {
  /* Rank of this process and number of processes; false if there is no team,
   * with the reason in `why` [size]. */
  bool (*open)(int *rank, int *count, char *why, size_t size);
  /* all [count][bytes] collects the data of all members, ordered by rank. */
  void (*gather)(const void *own, size_t bytes, void *all);
  void (*broadcast)(int from, void *data, size_t bytes);
  /* Point-to-point messages; no other member takes part. */
  void (*send)(int to, const void *data, size_t bytes);
  void (*receive)(int from, void *data, size_t bytes);
  /* Optional in-place transposition of a distributed matrix; NULL: not
   * supported. The entries of the matrix [rows][columns] consist of `doubles`
   * numbers; each member holds a slab of rows (am_team_slab) and after the
   * transposition a slab of columns of [columns][rows]. `data` has room for the
   * larger of the two slabs. turn_new returns NULL on failure. */
  void *(*turn_new)(long rows, long columns, long doubles, double *data);
  void (*turn)(void *turn, bool back);
  void (*turn_free)(void *turn);
  /* Ends the processes of all members with this status. */
  void (*end)(int status);
  void (*close)(void);
} am_team_type;

/* Symbol `automat_team` of a plug-in. The version must remain the first
 * member. */
typedef struct {
  int version; /* AM_TEAM_VERSION */
  am_team_type type;
} am_team_plugin;

enum { AM_TEAM_VERSION = 2, AM_TEAM_FORKED = 64 };

typedef struct {
  const am_team_type *type;
  int rank, count;
  long *each;  /* [count] buffer for one number of each member */
  bool agreed; /* the members have agreed on a failure */
} am_team;

/* Team of a single process. */
extern am_team am_team_alone;

/* Part first … first + count - 1 of 0 … whole - 1. */
typedef struct {
  long first, count;
} am_slab;

/* Part of a member. All parts are equally long except the last nonempty one;
 * later members have empty parts. */
am_slab am_team_slab(const am_team *team, int rank, long whole);

/* Member `steps` after this one in the ring of members with a nonempty part of
 * 0 … whole - 1; this member must be in the ring. */
int am_team_neighbour(const am_team *team, long whole, int steps);

/* Number of rows of a grid [3] for which a member needs memory: the larger of
 * the number of rows of its planes and the number of its rows in all planes,
 * for the first member, which has the most. */
long am_team_grid_rows(const am_team *team, const int *grid);

/* Number of processes that a launcher (mpirun, srun) has started together, 1
 * without a launcher; the environment variable that gives the number; and the
 * rank of this process from 0, or -1 if unknown. */
typedef struct {
  const char *variable;
  long count, rank;
} am_launch;

am_launch am_launch_found(void);

/* Team of the launcher, through the plug-in `automat-mpi.so`: from the
 * environment variable AUTOMAT_MPI, next to the program, or in its folder of
 * plug-ins. AM_ENVIRONMENT if there is no usable plug-in. */
AM_MUST_USE am_status am_team_open(am_arena *arena, am_report *report,
                                   am_team **team);

/* Forks a team of `processes` processes (at most AM_TEAM_FORKED) on this host.
 * The children continue from this call like the parent, and end with it. The
 * team does not support transpositions. AM_ENVIRONMENT in the parent if a
 * process cannot be started. */
AM_MUST_USE am_status am_team_fork(am_arena *arena, am_report *report,
                                   int processes, am_team **team);

/* Number of members of lower rank on this host. */
int am_team_local_rank(am_arena *arena, const am_team *team);

static inline bool am_team_leads(const am_team *team) {
  return team->rank == 0;
}

/* True if `own` is true for any member. */
bool am_team_any(am_team *team, bool own);

/* AM_OK if `own` is AM_OK for all members; otherwise the status of the first
 * member that failed. The members that did not fail receive the last message of
 * this member. */
AM_MUST_USE am_status am_team_agree(am_team *team, am_report *report,
                                    am_status own);

/* Compares the digest of something that must be identical for all members, such
 * as "case files" (what). AM_INPUT for all if one differs from the first, with
 * a message that names the process. */
AM_MUST_USE am_status am_team_same(am_team *team, am_report *report,
                                   const char *what, uint64_t own);

/* Sum over all members. */
long am_team_sum(am_team *team, long own);

/* Sums the values [count] over all members. The sums must be exact, as those of
 * integers or of values that are nonzero on one member only. */
void am_team_add(am_arena *arena, am_team *team, double *values, long count);

/* Collects parts of all members, `bytes` of each, at the first member in the
 * order of ranks. In `room`, each member passes its own part; on the first
 * member, `room` must fit the largest part, and `take` is called with each
 * part. */
typedef void am_team_receiver(void *data, int rank, const void *part);
void am_team_collect(am_team *team, void *room, size_t bytes,
                     am_team_receiver *take, void *data);

/* True if this member prints its messages when the work ends with this status:
 * the first member, and any other member that failed while the others did
 * not. */
bool am_team_prints(const am_team *team, am_status status);

/* Ends all processes after a failure of this member. */
void am_team_part(const am_team *team, am_status status);

/* Prints a failure of this member and ends all processes; for failures while
 * the others wait elsewhere, so that they cannot be informed. */
void am_team_abandon(const am_team *team, const char *failure);

/* Call it after everything that belongs to the team has been freed. */
void am_team_close(am_team *team);

#endif
