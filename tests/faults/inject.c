/* inject.c: runs a command repeatedly, each time with another failing call
 * (fault.h), and checks the result.
 *
 *   inject [OPTION]... COMMAND [WORD]...
 *
 *   -c CLASS    class of calls
 *   -m MOST     number of failing calls: one from each place, and others evenly
 *   -s I/N      every N-th call from the I-th instead, once alone and once with
 *               all later calls
 *   -j JOBS     number of parallel runs
 *   -i FOLDER   contents of the folder in which the command starts
 *   -w STATUS   exit status of the command without faults (0)
 *   -p FILE     may contain only its first lines after a failure
 *   -r COMMAND  shell command that completes the files left by a failure whose
 *               names begin like that of -p
 *   -x TEXT     message of a library that ends the program itself: not checked
 *   -v          outputs differ from run to run: contents are not compared
 *
 * The command runs in an empty folder, with TMPDIR=tmp and XDG_CACHE_HOME=cache
 * below it. A run without fault determines the expected files. With a fault the
 * exit status is 4 (3 if a file cannot be read), with an error among the
 * messages and only complete files; or status, messages and files are those of
 * a run without fault. Entries of the cache may be missing or different;
 * scratch files must not remain. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 64, EXCUSES = 8, ROOM = 1 << 20, NAME = 256 };

typedef struct {
  char name[NAME];
  uint64_t hash;
  long size;
} file;

typedef struct {
  file files[FILES];
  int count;
} listing;

typedef struct {
  long calls;
  int open;
} tally;

static struct {
  const char *class, *given, *prefix, *repair;
  const char *excuses[EXCUSES];
  char **command;
  long most, slice, slices; /* slices: 0, none */
  int excuse_count, jobs, whole;
  bool varies;
} plan = {.most = 20, .jobs = 1};

static long *chosen, chosen_count, place_count;
static listing expected, found;
static tally whole;
static char messages[ROOM];

static void stop(const char *what) {
  fprintf(stderr, "inject: %s: %s\n", what, strerror(errno));
  exit(99);
}

/* ---- folders ------------------------------------------------------------ */

static long read_file(const char *name, char *text, long room) {
  int from = open(name, O_RDONLY);
  if (from < 0) return -1;
  long length = 0;
  for (long got = 1; got > 0 && length < room - 1; length += got) {
    got = read(from, text + length, (size_t)(room - 1 - length));
    if (got < 0) got = 0;
  }
  close(from);
  text[length] = 0;
  return length;
}

/* Reads the first `size` bytes, or all if `size` is negative. */
static uint64_t hash_file(const char *name, long size) {
  uint64_t hash = 14695981039346656037u;
  FILE *stream = fopen(name, "r");
  if (!stream) return 0;
  for (int c; size-- && (c = getc(stream)) != EOF;)
    hash = (hash ^ (uint64_t)c) * 1099511628211u;
  fclose(stream);
  return hash;
}

static int list_one(const char *path, const struct stat *status, int type,
                    struct FTW *where) {
  (void)where;
  const char *name = path + 2;
  bool scratch = !strcmp(name, "tmp") || !strncmp(name, "cache", 5);
  if (type != FTW_F && (scratch || where->level == 0)) return 0;
  if (found.count == FILES) return 1;
  file *f = &found.files[found.count++];
  snprintf(f->name, sizeof f->name, "%s", name);
  f->size = (long)status->st_size;
  f->hash = type == FTW_F ? hash_file(path, -1) : 0;
  return 0;
}

static void list(void) {
  found.count = 0;
  nftw(".", list_one, 16, FTW_PHYS);
}

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *where) {
  (void)status;
  (void)type;
  return where->level ? remove(path) : 0;
}

static void place_scratch(const char *variable, const char *folder,
                          const char *name) {
  char path[2 * NAME];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  setenv(variable, path, 1);
  if (mkdir(name, 0700)) stop(path);
}

static void fresh_folder(void) {
  char copy[NAME + 32], folder[NAME];
  nftw(".", remove_one, 16, FTW_PHYS | FTW_DEPTH);
  if (!getcwd(folder, sizeof folder)) stop("getcwd");
  place_scratch("TMPDIR", folder, "tmp");
  place_scratch("XDG_CACHE_HOME", folder, "cache");
  if (!plan.given) return;
  snprintf(copy, sizeof copy, "cp -Rp '%s'/. .", plan.given);
  if (system(copy)) stop(copy);
}

/* ---- runs --------------------------------------------------------------- */

static void begin_command(const char *fault, const char *base) {
  char log[NAME], out[NAME], said[NAME];
  snprintf(log, sizeof log, "%s.log", base);
  snprintf(out, sizeof out, "%s.out", base);
  snprintf(said, sizeof said, "%s.err", base);
  unlink(log);
  setenv("AUTOMAT_FAULT", fault, 1);
  setenv("AUTOMAT_FAULT_LOG", log, 1);
  if (!freopen(out, "w", stdout) || !freopen(said, "w", stderr)) _exit(99);
  setpgid(0, 0);
  setenv("LD_PRELOAD", getenv("AUTOMAT_FAULT_LIBRARY"), 1);
  execvp(plan.command[0], plan.command);
  _exit(99);
}

/* True if a command exceeded the time limit of a test; without
 * AUTOMAT_TEST_LIMIT there is no limit. */
static bool too_long(time_t begin) {
  const char *limit = getenv("AUTOMAT_TEST_LIMIT");
  return limit && atol(limit) && time(NULL) - begin > atol(limit);
}

/* Status of waitpid, -1 if the command did not end. */
static int run(const char *fault, const char *base) {
  int state = -1;
  pid_t child = fork();
  if (child < 0) stop("fork");
  if (child == 0) begin_command(fault, base);
  time_t begin = time(NULL);
  for (int i = 0; !too_long(begin); i++) {
    if (waitpid(child, &state, WNOHANG) == child) return state;
    usleep(i < 20 ? 1000 : 10000);
  }
  kill(-child, SIGKILL);
  waitpid(child, &state, 0);
  return -1;
}

static tally read_log(const char *base) {
  char name[NAME];
  tally t = {-1, 0};
  snprintf(name, sizeof name, "%s.log", base);
  FILE *log = fopen(name, "r");
  if (!log) return t;
  if (fscanf(log, "calls %ld open %d", &t.calls, &t.open) != 2) t.calls = -1;
  chosen = chosen ? chosen : calloc((size_t)t.calls + 1, sizeof *chosen);
  for (long k; fscanf(log, " site %ld", &k) == 1;) chosen[place_count++] = k;
  fclose(log);
  return t;
}

/* ---- selected calls ----------------------------------------------------- */

static int compare(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  return (x > y) - (x < y);
}

/* The first call from each place, thinned out evenly if there are too many;
 * then calls distributed evenly over all. */
static void choose(void) {
  long places = place_count, all = whole.calls;
  qsort(chosen, (size_t)places, sizeof *chosen, compare);
  if (plan.most > all) plan.most = all;
  if (places > plan.most) {
    for (long i = 0; i < plan.most; i++)
      chosen[i] = chosen[i * places / plan.most];
    chosen_count = plan.most;
    return;
  }
  if (plan.most == all) {
    for (long i = 0; i < all; i++) chosen[i] = i + 1;
    chosen_count = all;
    return;
  }
  long more = plan.most - places;
  for (long i = 0; i < more; i++)
    chosen[places + i] = 1 + (i + 1) * (all - 1) / more;
  chosen_count = plan.most;
}

/* Each call in one of several slices */
static void choose_slice(void) {
  for (long k = plan.slice; k <= whole.calls; k += plan.slices)
    chosen[chosen_count++] = k;
}

/* ---- remaining files ---------------------------------------------------- */

static const file *find(const listing *l, const char *name) {
  for (int i = 0; i < l->count; i++)
    if (!strcmp(l->files[i].name, name)) return &l->files[i];
  return NULL;
}

static bool same(const file *a, const file *b) {
  return a->size == b->size && a->hash == b->hash;
}

/* The complete file is in the folder of the run without fault. */
static bool is_beginning(const file *f) {
  char complete[NAME + 16];
  snprintf(complete, sizeof complete, "../whole/%s", f->name);
  return plan.prefix && !strcmp(plan.prefix, f->name) &&
         hash_file(f->name, f->size) == hash_file(complete, f->size);
}

/* Entries of the cache have other names than its scratch files. */
static bool is_entry(const char *name) {
  return !strncmp(name, "cache/", 6) && !strstr(name, "/automat-");
}

static bool is_repaired(const file *f) {
  return plan.repair && !strncmp(f->name, plan.prefix, strlen(plan.prefix));
}

static const char *wrong_file(const file *f, bool complete) {
  static char text[NAME + 64];
  const file *wanted = find(&expected, f->name);
  const char *what = NULL;
  if (is_entry(f->name)) return NULL;
  if (!wanted)
    what = "is left behind";
  else if (!plan.varies && !same(f, wanted) && !is_repaired(f))
    what = complete ? "differs" : is_beginning(f) ? NULL : "is incomplete";
  if (!what) return NULL;
  snprintf(text, sizeof text, "%s %s", f->name, what);
  return text;
}

static const char *wrong_files(bool complete) {
  static char text[NAME + 64];
  const char *wrong = NULL;
  list();
  for (int i = 0; i < found.count && !wrong; i++)
    wrong = wrong_file(&found.files[i], complete);
  for (int i = 0; complete && i < expected.count && !wrong; i++) {
    const char *name = expected.files[i].name;
    if (is_entry(name) || find(&found, name)) continue;
    snprintf(text, sizeof text, "%s is missing", name);
    wrong = text;
  }
  return wrong;
}

static int errors(void) {
  int count = 0;
  for (const char *m = messages; (m = strstr(m, "error: ")); m++) count++;
  return count;
}

static bool is_excused(void) {
  for (int i = 0; i < plan.excuse_count; i++)
    if (strstr(messages, plan.excuses[i])) return true;
  return false;
}

static const char *wrong_end(int state, const tally *t, bool onward) {
  static char text[NAME];
  int status = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
  bool good = status == plan.whole || status == 3 || status == 4;
  const char *what = NULL;
  if (state == -1)
    what = "did not end";
  else if (WIFSIGNALED(state))
    what = strsignal(WTERMSIG(state));
  else if (status == plan.whole && errors())
    what = "an error, but a good status";
  else if (status != plan.whole && !errors())
    what = "no error is told";
  else if (good && !onward && t->open > whole.open)
    what = "descriptors stay open";
  if (what || good) return what;
  snprintf(text, sizeof text, "status %d", status);
  return text;
}

/* Completes the files that remain after a failure. */
static const char *wrong_repair(bool complete) {
  list();
  bool something = false;
  for (int i = 0; i < found.count; i++)
    something |= is_repaired(&found.files[i]);
  if (something && system(plan.repair)) return "cannot be made complete";
  return wrong_files(complete);
}

static const char *judge(int state, const char *base, bool onward,
                         bool *excused) {
  char name[NAME];
  tally t = read_log(base);
  snprintf(name, sizeof name, "%s.err", base);
  if (read_file(name, messages, sizeof messages) < 0) return "no messages";
  const char *wrong = wrong_end(state, &t, onward);
  *excused = wrong && is_excused();
  if (wrong) return *excused ? NULL : wrong;
  bool complete = WEXITSTATUS(state) == plan.whole;
  return plan.repair ? wrong_repair(complete) : wrong_files(complete);
}

/* ---- the campaign ------------------------------------------------------- */

enum { FINE, FAILED, EXCUSED, WRONG, OUTCOMES };

static void tell(const char *fault, const char *wrong) {
  char line[NAME + 160];
  size_t length = strcspn(messages, "\n");
  const char *of = strstr(messages, "libfault.so(H5");
  snprintf(line, sizeof line, "  %s: %s; it said: %.*s\n", fault, wrong,
           length < 200 ? (int)length : 200, of ? of : messages);
  (void)!write(1, line, strlen(line));
}

static int attempt(long k, bool onward, const char *base) {
  char fault[64];
  bool excused = false;
  snprintf(fault, sizeof fault, "%s:%ld%s", plan.class, k, onward ? "+" : "");
  fresh_folder();
  int state = run(fault, base);
  const char *wrong = judge(state, base, onward, &excused);
  if (wrong) tell(fault, wrong);
  return wrong     ? WRONG
         : excused ? EXCUSED
         : WEXITSTATUS(state) == plan.whole ? FINE
                                            : FAILED;
}

/* Each job takes its share, in its own folder. */
static void work(int job, int result) {
  char folder[32], base[64];
  long counts[OUTCOMES] = {0};
  snprintf(folder, sizeof folder, "job%d", job);
  snprintf(base, sizeof base, "../job%d", job);
  if ((mkdir(folder, 0700) && errno != EEXIST) || chdir(folder))
    stop(folder);
  bool every = plan.slices || chosen_count == whole.calls;
  for (long i = job; i < chosen_count; i += plan.jobs) {
    bool onward = chosen[i] > 1 && (i / plan.jobs) % 2;
    counts[attempt(chosen[i], onward, base)]++;
    if (every) counts[attempt(chosen[i], !onward, base)]++;
  }
  if (write(result, counts, sizeof counts) != sizeof counts) stop("write");
  _exit(0);
}

static bool campaign(void) {
  int ends[2];
  long sum[OUTCOMES] = {0}, counts[OUTCOMES];
  if (pipe2(ends, O_CLOEXEC)) stop("pipe2");
  for (int job = 0; job < plan.jobs; job++) {
    pid_t child = fork();
    if (child < 0) stop("fork");
    if (child == 0) work(job, ends[1]);
  }
  close(ends[1]);
  int heard = 0;
  while (read(ends[0], counts, sizeof counts) == sizeof counts) {
    heard++;
    for (int i = 0; i < OUTCOMES; i++) sum[i] += counts[i];
  }
  while (wait(NULL) > 0) continue;
  printf("%ld calls from %ld places; tried %ld: harmless %ld, told %ld, "
         "out of reach %ld, wrong %ld\n",
         whole.calls, place_count, sum[0] + sum[1] + sum[2] + sum[3],
         sum[FINE], sum[FAILED], sum[EXCUSED], sum[WRONG]);
  return heard == plan.jobs && !sum[WRONG];
}

/* The run without a fault. */
static void count_calls(void) {
  char fault[32];
  if ((mkdir("whole", 0700) && errno != EEXIST) || chdir("whole"))
    stop("whole");
  fresh_folder();
  snprintf(fault, sizeof fault, "%s:0", plan.class);
  int state = run(fault, "../whole");
  whole = read_log("../whole");
  list();
  expected = found;
  bool good = WIFEXITED(state) && WEXITSTATUS(state) == plan.whole;
  if (chdir("..") || !good || whole.calls < 0) {
    read_file("whole.err", messages, sizeof messages);
    fprintf(stderr, "inject: without a fault it fails, too: %s\n", messages);
    exit(99);
  }
}

static void read_slice(const char *text) {
  char more;
  if (sscanf(text, "%ld/%ld%c", &plan.slice, &plan.slices, &more) == 2 &&
      plan.slice >= 1 && plan.slice <= plan.slices)
    return;
  fprintf(stderr, "inject: no slice '%s', expected such as 3/100\n", text);
  exit(99);
}

static void read_options(int count, char **words) {
  for (int c; (c = getopt(count, words, "+c:m:s:j:i:w:p:r:x:v")) != -1;)
    switch (c) {
      case 'c': plan.class = optarg; break;
      case 'm': plan.most = atol(optarg); break;
      case 's': read_slice(optarg); break;
      case 'j': plan.jobs = atoi(optarg); break;
      case 'i': plan.given = optarg; break;
      case 'w': plan.whole = atoi(optarg); break;
      case 'p': plan.prefix = optarg; break;
      case 'r': plan.repair = optarg; break;
      case 'x':
        if (plan.excuse_count < EXCUSES)
          plan.excuses[plan.excuse_count++] = optarg;
        break;
      case 'v': plan.varies = true; break;
      default: exit(99);
    }
  plan.command = words + optind;
}

int main(int count, char **words) {
  read_options(count, words);
  if (optind >= count || !plan.class) return 99;
  count_calls();
  if (!whole.calls) return 0;
  if (plan.slices)
    choose_slice();
  else
    choose();
  fflush(stdout);
  return campaign() ? 0 : 1;
}
