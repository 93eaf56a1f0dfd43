/* schedule.c: orders the operations of a function for short live ranges. */
#include "emit/function.h"

/* Functions with more operations are scheduled only by depth, because the time
 * of the other heuristics grows quadratically. */
enum { LARGE = 20000 };

/* One operation; arguments and users are indices in the list */
typedef struct {
  int argument[3], arguments; /* distinct arguments */
  int *users, user_count;
  int need;                   /* number of values live at once to compute it */
  bool output;
} operation;

typedef struct {
  operation *list; /* [count] arguments before their users */
  am_node *nodes;  /* [count] */
  int count;
  const int *outputs; /* [output_count] operations */
  int output_count;
} problem;

bool am_is_emitted(const am_graph *graph, am_node node) {
  return am_ops[am_node_op(graph, node)].arity > 0 &&
         am_node_rank(graph, node) == AM_RANK_VARIABLE;
}

static void add_arguments(problem *p, const am_graph *graph, am_node node,
                          operation *x, const int *place) {
  for (int k = 0; k < am_ops[am_node_op(graph, node)].arity; k++) {
    am_node argument = am_node_argument(graph, node, k);
    if (!am_is_emitted(graph, argument)) continue;
    int a = place[argument];
    bool again = false;
    for (int i = 0; i < x->arguments; i++) again |= x->argument[i] == a;
    if (again) continue;
    x->argument[x->arguments++] = a;
    p->list[a].user_count++;
  }
}

static void list_users(am_arena *arena, problem *p) {
  for (int i = 0; i < p->count; i++) {
    operation *x = &p->list[i];
    x->users = AM_ARRAY(arena, int, x->user_count);
    x->user_count = 0;
    for (int k = 0; k < x->arguments; k++) {
      operation *a = &p->list[x->argument[k]];
      a->users[a->user_count++] = i;
    }
  }
}

/* Number of values live at once if each value is used only once: the argument
 * with the largest need is computed first, the others while its result is
 * live. */
static void measure_needs(problem *p) {
  for (int i = 0; i < p->count; i++) {
    operation *x = &p->list[i];
    int needs[3] = {0};
    for (int k = 0; k < x->arguments; k++) {
      int need = p->list[x->argument[k]].need, at = k;
      for (; at && needs[at - 1] < need; at--) needs[at] = needs[at - 1];
      needs[at] = need;
    }
    x->need = 1;
    for (int k = 0; k < x->arguments; k++)
      if (needs[k] + k > x->need) x->need = needs[k] + k;
  }
}

static problem list_problem(am_arena *arena, const am_graph *graph,
                            const am_node *outputs, int count) {
  problem p = {0};
  am_node size = (am_node)am_graph_size(graph) + 1;
  const bool *needed = am_graph_needed(graph, outputs, count, arena);
  int *place = AM_ARRAY(arena, int, size), *list = AM_ARRAY(arena, int, count);
  for (am_node i = 1; i < size; i++)
    p.count += needed[i] && am_is_emitted(graph, i);
  p.list = AM_ARRAY(arena, operation, p.count);
  p.nodes = AM_ARRAY(arena, am_node, p.count);
  int at = 0;
  for (am_node i = 1; i < size; i++) {
    if (!needed[i] || !am_is_emitted(graph, i)) continue;
    place[i] = at;
    p.nodes[at] = i;
    add_arguments(&p, graph, i, &p.list[at++], place);
  }
  for (int i = 0; i < count; i++) {
    if (!am_is_emitted(graph, outputs[i])) continue;
    operation *x = &p.list[place[outputs[i]]];
    if (!x->output) list[p.output_count++] = place[outputs[i]];
    x->output = true;
  }
  p.outputs = list;
  list_users(arena, &p);
  measure_needs(&p);
  return p;
}

static void schedule_as_made(am_arena *arena, const problem *p, int *order) {
  (void)arena;
  for (int i = 0; i < p->count; i++) order[i] = i;
}

static void schedule_by_depth(am_arena *arena, const problem *p, int *order) {
  int *stack = AM_ARRAY(arena, int, p->count + 1), depth = 0, count = 0;
  bool *done = AM_ARRAY(arena, bool, p->count);
  for (int i = 0; i < p->output_count; i++) {
    if (!done[p->outputs[i]]) stack[depth++] = p->outputs[i];
    while (depth) {
      int top = stack[depth - 1];
      /* Remaining argument with the largest need; -1: none remains. */
      const operation *x = &p->list[top];
      int best = -1;
      for (int k = 0; k < x->arguments; k++) {
        int a = x->argument[k];
        if (!done[a] && (best < 0 || p->list[a].need > p->list[best].need))
          best = a;
      }
      if (best >= 0) {
        stack[depth++] = best;
        continue;
      }
      order[count++] = top;
      done[top] = true;
      depth--;
    }
  }
}

/* Operations that are available next */
typedef struct {
  int *items, count;
} ready;

static int take_ready(ready *r, int at) {
  int item = r->items[at];
  for (r->count--; at < r->count; at++) r->items[at] = r->items[at + 1];
  return item;
}

static void schedule_forward(am_arena *arena, const problem *p, int *order) {
  ready r = {.items = AM_ARRAY(arena, int, p->count)};
  int *waits = AM_ARRAY(arena, int, p->count);
  int *uses = AM_ARRAY(arena, int, p->count);
  for (int i = 0; i < p->count; i++) {
    waits[i] = p->list[i].arguments;
    uses[i] = p->list[i].user_count;
    if (!waits[i]) r.items[r.count++] = i;
  }
  for (int n = 0; n < p->count; n++) {
    int best = 0, best_gain = -4;
    for (int i = 0; i < r.count; i++) {
      const operation *x = &p->list[r.items[i]];
      int gain = x->user_count ? -1 : 0;
      for (int k = 0; k < x->arguments; k++)
        gain += uses[x->argument[k]] == 1;
      if (gain >= best_gain) best = i, best_gain = gain;
    }
    int taken = order[n] = take_ready(&r, best);
    const operation *x = &p->list[taken];
    for (int k = 0; k < x->arguments; k++) uses[x->argument[k]]--;
    for (int k = 0; k < x->user_count; k++)
      if (!--waits[x->users[k]]) r.items[r.count++] = x->users[k];
  }
}

static void schedule_backward(am_arena *arena, const problem *p, int *order) {
  ready r = {.items = AM_ARRAY(arena, int, p->count)};
  int *waits = AM_ARRAY(arena, int, p->count);
  bool *lives = AM_ARRAY(arena, bool, p->count);
  for (int i = p->count - 1; i >= 0; i--) {
    waits[i] = p->list[i].user_count;
    if (!waits[i]) r.items[r.count++] = i;
  }
  for (int n = p->count - 1; n >= 0; n--) {
    int best = 0, best_cost = 4;
    for (int i = 0; i < r.count; i++) {
      const operation *x = &p->list[r.items[i]];
      int cost = lives[r.items[i]] ? -1 : 0;
      for (int k = 0; k < x->arguments; k++) cost += !lives[x->argument[k]];
      if (cost <= best_cost) best = i, best_cost = cost;
    }
    int taken = order[n] = take_ready(&r, best);
    const operation *x = &p->list[taken];
    lives[taken] = false;
    for (int k = 0; k < x->arguments; k++) {
      lives[x->argument[k]] = true;
      if (!--waits[x->argument[k]]) r.items[r.count++] = x->argument[k];
    }
  }
}

static void (*const ways[AM_SCHEDULES])(am_arena *, const problem *, int *) = {
    [AM_SCHEDULE_NODE_ORDER] = schedule_as_made,
    [AM_SCHEDULE_DEPTH] = schedule_by_depth,
    [AM_SCHEDULE_FORWARD] = schedule_forward,
    [AM_SCHEDULE_BACKWARD] = schedule_backward,
};

static am_schedule schedule(am_arena *arena, const problem *p,
                            am_schedule_heuristic way) {
  am_schedule result = {.nodes = AM_ARRAY(arena, am_node, p->count),
                        .count = p->count};
  int *order = AM_ARRAY(arena, int, p->count);
  ways[way](arena, p, order);
  for (int i = 0; i < p->count; i++) result.nodes[i] = p->nodes[order[i]];
  int *uses = AM_ARRAY(arena, int, p->count), live = 0, most = 0;
  for (int n = 0; n < p->count; n++) {
    const operation *x = &p->list[order[n]];
    uses[order[n]] = x->user_count;
    for (int k = 0; k < x->arguments; k++)
      live -= !--uses[x->argument[k]];
    live++;
    if (live > most) most = live;
    live -= !x->user_count;
  }
  result.longest = most;
  return result;
}

am_schedule am_schedule_new(am_arena *arena, const am_graph *graph,
                            const am_node *outputs, int count,
                            am_schedule_heuristic way) {
  problem p = list_problem(arena, graph, outputs, count);
  return schedule(arena, &p, way);
}

am_schedule am_schedule_best(am_arena *arena, const am_graph *graph,
                             const am_node *outputs, int count) {
  problem p = list_problem(arena, graph, outputs, count);
  am_schedule best = schedule(arena, &p, AM_SCHEDULE_DEPTH);
  for (am_schedule_heuristic way = 0; way < AM_SCHEDULES && p.count <= LARGE;
       way++) {
    am_schedule other = schedule(arena, &p, way);
    if (other.longest < best.longest) best = other;
  }
  return best;
}
