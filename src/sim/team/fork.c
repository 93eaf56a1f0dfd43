/* fork.c: a team of forked processes on one host, with a socket pair for each
 * pair of members. */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "team/team.h"

/* Flag in the exit status of a member that ends all processes. */
enum { ENDS_ALL = 64 };

enum { PATIENCE = 2 /* s */ };

static int rank, count;
static int sockets[AM_TEAM_FORKED][AM_TEAM_FORKED]; /* [this][other]
                                                       endpoints */
static pid_t members[AM_TEAM_FORKED];               /* process ids; 0: ended */

/* ---- ends ---------------------------------------------------------------- */

static void end_others(void) {
  for (int r = 1; r < count; r++)
    if (members[r] > 0) kill(members[r], SIGKILL);
}

static void end_forked(int status) {
  if (rank) _exit(status | ENDS_ALL);
  end_others();
  _exit(status);
}

/* Signal handler for the (possibly premature) end of a member. */
static void notice(int signal) {
  static const char text[] =
      "automat: error: one of the processes of this run was killed\n";
  int code, saved = errno;
  (void)signal;
  for (int r = 1; r < count; r++) {
    if (members[r] <= 0 || waitpid(members[r], &code, WNOHANG) != members[r])
      continue;
    members[r] = 0;
    if (WIFEXITED(code) && !(WEXITSTATUS(code) & ENDS_ALL)) continue;
    end_others();
    if (WIFEXITED(code)) _exit(WEXITSTATUS(code) & ~ENDS_ALL);
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(AM_ENVIRONMENT);
  }
  errno = saved;
}

/* The first member waits for the others. */
static void close_forked(void) {
  signal(SIGCHLD, SIG_DFL);
  for (int r = 1; r < count && !rank; r++)
    if (members[r] > 0) waitpid(members[r], NULL, 0);
}

/* ---- messages ------------------------------------------------------------ */

/* Ends after a lost connection to another member; the first member that failed
 * has printed the reason. Rank 0 waits for SIGCHLD, whose handler ends the
 * process. */
static void lost(void) {
  if (rank) _exit(AM_ENVIRONMENT);
  sleep(PATIENCE);
  end_forked(AM_ENVIRONMENT);
}

static void send_forked(int to, const void *data, size_t bytes) {
  const char *at = data;
  while (bytes) {
    ssize_t n = send(sockets[rank][to], at, bytes, MSG_NOSIGNAL);
    if (n < 0 && errno != EINTR) lost();
    if (n <= 0) continue;
    at += n;
    bytes -= (size_t)n;
  }
}

static void receive_forked(int from, void *data, size_t bytes) {
  char *at = data;
  while (bytes) {
    ssize_t n = recv(sockets[rank][from], at, bytes, 0);
    if (!n || (n < 0 && errno != EINTR)) lost();
    if (n <= 0) continue;
    at += n;
    bytes -= (size_t)n;
  }
}

static void broadcast_forked(int from, void *data, size_t bytes) {
  for (int r = 0; r < count && rank == from; r++)
    if (r != from) send_forked(r, data, bytes);
  if (rank != from) receive_forked(from, data, bytes);
}

/* Gathers at rank 0 and broadcasts the result. */
static void gather_forked(const void *own, size_t bytes, void *all) {
  char *to = all;
  if (bytes && !rank) memcpy(to, own, bytes);
  for (int r = 1; r < count && !rank; r++)
    receive_forked(r, to + bytes * (size_t)r, bytes);
  if (rank) send_forked(0, own, bytes);
  broadcast_forked(0, all, bytes * (size_t)count);
}

static const am_team_type forked = {.gather = gather_forked,
                                    .broadcast = broadcast_forked,
                                    .send = send_forked,
                                    .receive = receive_forked,
                                    .end = end_forked,
                                    .close = close_forked};

/* ---- the start ----------------------------------------------------------- */

static bool open_sockets(void) {
  for (int a = 0; a < count; a++)
    for (int b = 0; b < a; b++) {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return false;
      sockets[a][b] = ends[0];
      sockets[b][a] = ends[1];
    }
  return true;
}

/* Closes the endpoints of other members, so that waiting for a member that has
 * ended fails instead of blocking. */
static void keep_own(void) {
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      if (a != rank && a != b) close(sockets[a][b]);
}

/* The end of the first process kills its children. */
static bool start_members(void) {
  pid_t first = getpid();
  for (int r = 1; r < count; r++) {
    members[r] = fork();
    if (members[r] < 0) return false;
    if (members[r]) continue;
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first) _exit(AM_ENVIRONMENT);
    rank = r;
    return true;
  }
  return true;
}

am_status am_team_fork(am_arena *arena, am_report *report, int processes,
                       am_team **result) {
  const struct sigaction noticed = {.sa_handler = notice,
                                    .sa_flags = SA_RESTART | SA_NOCLDSTOP};
  am_team *team = AM_NEW(arena, am_team);
  *result = &am_team_alone;
  count = processes;
  fflush(NULL);
  sigaction(SIGCHLD, &noticed, NULL);
  bool started = open_sockets() && start_members();
  if (!started) {
    end_others();
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot start %d processes: %s", processes,
                    strerror(errno));
  }
  keep_own();
  *team = (am_team){.type = &forked, .rank = rank, .count = processes,
                    .each = AM_ARRAY(arena, long, processes)};
  *result = team;
  return AM_OK;
}
