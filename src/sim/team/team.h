/* team.h: processes that work on one problem together, each on its part of
 * it, and decide alike.
 *
 * Every member makes the same calls in the same order, from one thread.  What
 * only one of them can know, a signal, the clock, memory that is missing, goes
 * through am_team_any or am_team_agree before anybody acts on it: members that
 * part on it would wait for one another for ever.  A process by itself is a
 * team of one, for which all of this costs nothing.
 *
 * A member that ends by itself, where the others cannot know it, ends them all
 * (am_team_part). */
#ifndef AM_TEAM_H
#define AM_TEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

/* What moves between members: rows of the table in team.c, or a plug-in. */
typedef struct {
  const char *name;
  /* Rank of this process, and how many there are; false where there is no
   * team, with a phrase `why` [size]. */
  bool (*open)(int *rank, int *count, char *why, size_t size);
  /* all [count][bytes] is what everybody has, in the order of ranks. */
  void (*gather)(const void *own, size_t bytes, void *all);
  void (*broadcast)(int from, void *data, size_t bytes);
  /* From one member to another; nobody else takes part. */
  void (*send)(int to, const void *data, size_t bytes);
  void (*receive)(int from, void *data, size_t bytes);
  /* NULL, or: a matrix [rows][columns] of entries of so many doubles, of which a member
   * has a slab of rows (am_team_slab), to be turned in place into
   * [columns][rows], of which it has a slab of columns, and back.  `data` has
   * room for the larger of the two; NULL: it cannot be done. */
  void *(*turn_new)(long rows, long columns, long doubles, double *data);
  void (*turn)(void *turn, bool back);
  void (*turn_free)(void *turn);
  /* Ends the processes of all members with this status. */
  void (*end)(int status);
  void (*close)(void);
} am_team_type;

/* What a plug-in has as `automat_team`; its version is the first member of
 * the first thing that is looked at. */
typedef struct {
  int version; /* AM_TEAM_VERSION */
  am_team_type type;
} am_team_plugin;

enum { AM_TEAM_VERSION = 1, AM_TEAM_FORKED = 64 };

typedef struct {
  const am_team_type *type;
  int rank, count;
  long *each;  /* [count], for what one number of each is asked for */
  bool agreed; /* on the failure of one of them */
} am_team;

/* A process by itself. */
extern am_team am_team_alone;

/* A part of 0 … whole - 1. */
typedef struct {
  long first, count;
} am_slab;

/* That of a member: all are equally long but the last, and those behind it,
 * which have nothing. */
am_slab am_team_slab(const am_team *team, int rank, long whole);

/* The member so many `steps` behind this one, in a ring of those that have a
 * part of 0 … whole - 1, as this one has. */
int am_team_neighbour(const am_team *team, long whole, int steps);

/* Rows of a grid [3] that a member has room for, of its planes and of its rows
 * in all planes: what the first one needs, which has most. */
long am_team_grid_rows(const am_team *team, const int *grid);

/* How many processes a launcher (mpirun, srun) says it has started together,
 * 1 where there is none; the variable that says so, and which of them, from 0,
 * this one is: -1 where that is not said.  */
typedef struct {
  const char *variable;
  long count, rank;
} am_launch;

am_launch am_launch_found(void);

/* The team of the launcher, by the plug-in `automat-mpi.so`: that of the
 * variable AUTOMAT_MPI, or the one beside the program or in its folder of
 * plug-ins.  AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_team_open(am_arena *arena, am_report *report,
                                   am_team **team);

/* A team of so many processes, at most AM_TEAM_FORKED, on this host: this one
 * and those that it forks, which go on from here likewise and end with it.  It
 * moves no matrices.  AM_ENVIRONMENT with a message, of this one alone. */
AM_MUST_USE am_status am_team_fork(am_arena *arena, am_report *report,
                                   int processes, am_team **team);

/* How many members of lower rank are on this host. */
int am_team_local_rank(am_arena *arena, const am_team *team);

static inline bool am_team_leads(const am_team *team) {
  return team->rank == 0;
}

/* Is it true of any member? */
bool am_team_any(am_team *team, bool own);

/* AM_OK where all have it, else the status of the first that has not, whose
 * last message the others then have, too. */
AM_MUST_USE am_status am_team_agree(am_team *team, am_report *report,
                                    am_status own);

/* Compares a digest of something that all members must have alike, "case
 * files": AM_INPUT of all where one differs from the first, with a message that
 * names it. */
AM_MUST_USE am_status am_team_same(am_team *team, am_report *report,
                                   const char *what, uint64_t own);

/* The sum of what all have. */
long am_team_sum(am_team *team, long own);

/* Numbers of this member's slab of 0 … whole - 1, and of all [whole]. */
void am_team_share(am_arena *arena, am_team *team, const double *own,
                   long whole, double *all);

/* Parts of all members, of so many bytes each, come to the first one after
 * another, in the order of ranks: into `room`, where its own is and the largest
 * has room, and are taken there.  Others have theirs in it. */
typedef void am_team_taker(void *data, int rank, const void *part);
void am_team_collect(am_team *team, void *room, size_t bytes,
                     am_team_taker *take, void *data);

/* Are messages of this member printed, when work ends with this status? Those of
 * the first, and of one whose failure has not been agreed on. */
bool am_team_tells(const am_team *team, am_status status);

/* Such a failure ends the processes of all. */
void am_team_part(const am_team *team, am_status status);

/* A failure for which the others, who wait elsewhere, cannot be asked: this
 * one says so and ends them all. */
void am_team_abandon(const am_team *team, const char *failure);

/* When nothing is left that belongs to it. */
void am_team_close(am_team *team);

#endif
