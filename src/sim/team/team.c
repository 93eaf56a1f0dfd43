/* team.c: the team of a single process, functions of all teams, and
 * plug-ins. */
#include <assert.h>
#include <dlfcn.h>
#include <unistd.h>

#include "team/team.h"

/* ---- a single process ---------------------------------------------------- */

static void gather_alone(const void *own, size_t bytes, void *all) {
  if (bytes) memcpy(all, own, bytes);
}

static void broadcast_alone(int from, void *data, size_t bytes) {
  (void)from, (void)data, (void)bytes;
}

static void close_alone(void) {}

static const am_team_type alone = {.gather = gather_alone,
                                   .broadcast = broadcast_alone,
                                   .end = exit,
                                   .close = close_alone};

static long only;
am_team am_team_alone = {.type = &alone, .count = 1, .each = &only};

/* ---- launchers ----------------------------------------------------------- */

/* Environment variables of launchers with the number of processes started
 * together and the rank of this process; the first variable that is set counts.
 * For Slurm only the variable of a job step counts, because jobs with several
 * tasks run their script once. MPI_LOCALNRANKS counts the processes of one
 * host. */
static const struct {
  const char *size, *rank; /* NULL: none */
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
    {"PALS_SIZE", "PALS_RANKID"},
    {"JSM_NAMESPACE_SIZE", "JSM_NAMESPACE_RANK"},
    {"FLUX_JOB_SIZE", "FLUX_TASK_RANK"},
    {"MPI_LOCALNRANKS", NULL},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};

/* Rank 0 … count - 1 from a variable, or -1. */
static long rank_of(const char *variable, long count) {
  const char *text = variable ? getenv(variable) : NULL;
  char *end;
  if (!text || *text < '0' || *text > '9') return -1;
  long rank = strtol(text, &end, 10);
  return !*end && rank < count ? rank : -1;
}

am_launch am_launch_found(void) {
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    const char *size = getenv(launchers[i].size);
    if (!size || !*size) continue;
    long count = strtol(size, NULL, 10);
    if (count <= 1) break;
    return (am_launch){.variable = launchers[i].size, .count = count,
                       .rank = rank_of(launchers[i].rank, count)};
  }
  return (am_launch){.count = 1};
}

/* ---- plug-ins ------------------------------------------------------------ */

#define PLUGIN "automat-mpi.so"

/* Path relative to the folder of the program, for installed and uninstalled
 * programs. */
static const char *beside_program(am_arena *arena, const char *below) {
  enum { PATH_LENGTH = 4096 };
  char program[PATH_LENGTH];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n <= 0) return "";
  program[n] = '\0';
  char *slash = strrchr(program, '/');
  return am_format(arena, "%.*s/%s" PLUGIN, (int)(slash - program), program,
                   below);
}

static const am_team_plugin *open_plugin(am_arena *arena, const char **why) {
  const char *named = getenv("AUTOMAT_MPI");
  const char *files[] = {named, beside_program(arena, ".libs/"),
                         beside_program(arena, "../.libs/"),
                         beside_program(arena, "../lib/automat/"),
                         AM_PKGLIBDIR "/" PLUGIN};
  *why = "it is not installed (the Debian package automat-mpi)";
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (!files[i] || (!named && access(files[i], F_OK))) continue;
    void *handle = dlopen(files[i], RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    const am_team_plugin *plugin =
        handle ? dlsym(handle, "automat_team") : NULL;
    if (plugin && plugin->version == AM_TEAM_VERSION) return plugin;
    *why = plugin ? "it belongs to another version of automat"
                  : am_format(arena, "%s", dlerror());
    return NULL;
  }
  return NULL;
}

am_status am_team_open(am_arena *arena, am_report *report, am_team **result) {
  char reason[256] = "";
  const char *why = reason;
  const am_launch launch = am_launch_found();
  const am_team_plugin *plugin = open_plugin(arena, &why);
  am_team *team = *result = AM_NEW(arena, am_team);
  if (plugin) {
    team->type = &plugin->type;
    bool open =
        team->type->open(&team->rank, &team->count, reason, sizeof reason);
    if (open && team->count != launch.count)
      snprintf(reason, sizeof reason, "its MPI library finds %d processes: use "
                                      "the MPI of the launcher", team->count);
    else if (open) {
      team->each = AM_ARRAY(arena, long, team->count);
      return AM_OK;
    }
    why = reason;
  }
  *result = &am_team_alone;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "%s is %ld, but the plug-in " PLUGIN ", which connects the "
                  "launched processes, cannot be used: %s", launch.variable,
                  launch.count, why);
}

/* ---- functions of all teams ---------------------------------------------- */

am_slab am_team_slab(const am_team *team, int rank, long whole) {
  long most = (whole + team->count - 1) / team->count;
  long first = most * rank < whole ? most * rank : whole;
  return (am_slab){first, whole - first < most ? whole - first : most};
}

int am_team_neighbour(const am_team *team, long whole, int steps) {
  long each = am_team_slab(team, 0, whole).count;
  assert(each > 0);
  int working = (int)((whole + each - 1) / each);
  return (team->rank + steps + working) % working;
}

long am_team_grid_rows(const am_team *team, const int *grid) {
  long planes = am_team_slab(team, 0, grid[2]).count * grid[1];
  long rows = am_team_slab(team, 0, grid[1]).count * grid[2];
  return planes > rows ? planes : rows;
}

static const long *ask_each(am_team *team, long own) {
  team->type->gather(&own, sizeof own, team->each);
  return team->each;
}

bool am_team_any(am_team *team, bool own) {
  const long *each = ask_each(team, own);
  bool any = false;
  for (int i = 0; i < team->count; i++) any |= each[i] != 0;
  return any;
}

long am_team_sum(am_team *team, long own) {
  const long *each = ask_each(team, own);
  long sum = 0;
  for (int i = 0; i < team->count; i++) sum += each[i];
  return sum;
}

void am_team_add(am_arena *arena, am_team *team, double *values, long count) {
  long most = 65536; /* in one exchange, to bound the memory */
  if (most > count) most = count;
  double *all = AM_ARRAY(arena, double, most * team->count);
  for (long at = 0; at < count; at += most) {
    long n = count - at < most ? count - at : most;
    team->type->gather(values + at, sizeof *values * (size_t)n, all);
    for (long i = 0; i < n; i++) {
      values[at + i] = 0;
      for (int r = 0; r < team->count; r++) values[at + i] += all[r * n + i];
    }
  }
}

am_status am_team_agree(am_team *team, am_report *report, am_status own) {
  enum { LENGTH = 2048 };
  char text[LENGTH] = "";
  const long *each = ask_each(team, own);
  int first = 0;
  if (team->count == 1) return own;
  while (first < team->count && each[first] == AM_OK) first++;
  if (first == team->count) return AM_OK;
  team->agreed = true;
  if (report->last)
    strncpy(text, report->last->text, sizeof text - 1);
  team->type->broadcast(first, text, sizeof text);
  if (own != AM_OK) return own;
  return am_error(report, (am_status)each[first], am_nowhere, "%s", text);
}

am_status am_team_same(am_team *team, am_report *report, const char *what,
                       uint64_t own) {
  enum { HOST = 64 };
  typedef struct {
    uint64_t sum;
    char host[HOST];
  } member;
  member mine = {.sum = own};
  if (team->count == 1) return AM_OK;
  if (gethostname(mine.host, HOST - 1)) mine.host[0] = '\0';
  member *all = am_arena_room(report->arena, sizeof mine * (size_t)team->count);
  team->type->gather(&mine, sizeof mine, all);
  for (int r = 1; r < team->count; r++) {
    if (all[r].sum == all[0].sum) continue;
    team->agreed = true;
    return am_error(report, AM_INPUT, am_nowhere,
                    "process %d on %s and process 0 on %s have different %s: "
                    "start all processes with the same files and options",
                    r, all[r].host, all[0].host, what);
  }
  return AM_OK;
}

int am_team_local_rank(am_arena *arena, const am_team *team) {
  enum { LENGTH = 256 };
  char own[LENGTH] = "", *all = am_arena_room(arena, LENGTH *
                                              (size_t)team->count);
  int lower = 0;
  if (gethostname(own, sizeof own - 1)) own[0] = '\0';
  team->type->gather(own, sizeof own, all);
  for (int r = 0; r < team->rank; r++)
    lower += !memcmp(all + LENGTH * r, own, sizeof own);
  return lower;
}

void am_team_collect(am_team *team, void *room, size_t bytes,
                     am_team_receiver *take, void *data) {
  const long *each = ask_each(team, (long)bytes);
  if (team->rank) {
    if (bytes) team->type->send(0, room, bytes);
    return;
  }
  for (int r = 0; r < team->count; r++) {
    if (r && each[r]) team->type->receive(r, room, (size_t)each[r]);
    if (each[r]) take(data, r, room);
  }
}

/* ---- ends ---------------------------------------------------------------- */

static bool is_lonely(const am_team *team, am_status status) {
  return status != AM_OK && !team->agreed && team->count > 1;
}

bool am_team_prints(const am_team *team, am_status status) {
  return am_team_leads(team) || is_lonely(team, status);
}

void am_team_part(const am_team *team, am_status status) {
  if (is_lonely(team, status)) team->type->end((int)status);
}

void am_team_abandon(const am_team *team, const char *failure) {
  fprintf(stderr, "automat: error: %s\n", failure);
  team->type->end(AM_ENVIRONMENT);
}

void am_team_close(am_team *team) { team->type->close(); }
