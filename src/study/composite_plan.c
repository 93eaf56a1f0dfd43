/* composite_plan.c: the options of a study of a volume element, and the
 * variants that its tables need. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/composite.h"
#include "study/paper.h"

enum { EDGE_MOST = 1290, /* voxels: 1290^3 < 2^31 */
       NODES = 1 << 20   /* of the formulas of a path */ };

const char *const am_part_names[AM_PARTS + 1] = {
    "iterations", "steps", "accuracy", "tangents",
    "control",    "times", "effective"};

static const char *const strategies[] = {"automatic", "semi-automatic",
                                         "conventional"};
static const char *const references[] = {"fixed", "updated"};

/* The entries of a list, each one of `names`. */
static am_status read_words(const am_inquiry *q, const char *option,
                            const char *text, const char *const *names,
                            size_t name_count, const char ***words,
                            size_t *count) {
  AM_TRY(am_list_split(q, option, text, words, count));
  for (size_t i = 0; i < *count; i++)
    AM_TRY(am_expect_one(q->report, option, (*words)[i], names, name_count));
  return AM_OK;
}

static am_status read_parts(am_composite *s) {
  const char **words;
  size_t count;
  AM_TRY(read_words(s->q, "--parts", s->q->options.parts, am_part_names,
                    AM_PARTS + 1, &words, &count));
  for (size_t i = 0; i < count; i++)
    for (int p = 0; p <= AM_PARTS; p++)
      s->part[p] |= !strcmp(words[i], am_part_names[p]);
  s->part[AM_PART_TANGENTS] |= s->part[AM_PART_EFFECTIVE];
  return AM_OK;
}

static am_status read_cells(am_composite *s) {
  const am_inquiry *q = s->q;
  double edge;
  if (!*q->options.grid) return AM_OK;
  AM_TRY(am_list_number(q, "--grid", q->options.grid, &edge));
  if (edge < 1 || edge > EDGE_MOST || edge != floor(edge))
    return am_error(q->report, AM_USAGE, am_nowhere,
                    "expected '--grid' to be a whole number from 1 to %d, "
                    "found '%s'",
                    (int)EDGE_MOST, q->options.grid);
  s->cells = am_format(q->arena, "microstructure.grid=[%.0f, %.0f, %.0f]",
                       edge, edge, edge);
  return AM_OK;
}

/* All variants have the same voxels. */
static am_status read_micro(am_composite *s) {
  am_inquiry *q = s->q;
  am_case *description;
  const char **sets = AM_ARRAY(q->arena, const char *, q->set_count + 1);
  size_t count = q->set_count;
  if (count) memcpy(sets, q->sets, count * sizeof *sets);
  if (s->cells) sets[count++] = s->cells;
  AM_TRY(am_case_read(q->arena, q->report, q->description->file, sets, count,
                      &description));
  return am_microstructure_read(q->arena, q->report,
                                description->microstructure,
                                description->folder, &s->micro);
}

/* What of the path can be cut into loading steps. */
static am_status read_path(const am_inquiry *q, am_path **path) {
  const am_path_names names = {.graph = am_graph_new(q->arena, NODES),
                               .scope = am_scope_new(q->arena, NULL)};
  if (!q->description->path)
    return am_error(q->report, AM_INPUT, am_nowhere,
                    "the case '%s' has no path", q->description->file);
  return am_path_new(q->arena, q->report, q->description, &names, path);
}

/* The case's control where it is among those that are asked for. */
static void choose_control(am_composite *s) {
  am_error_control wanted = s->q->description->solver.error_control;
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_controls *c = s->grid.items[i].controls;
    if (c && (!s->controls ||
              (c->error == wanted && s->controls->error != wanted)))
      s->controls = c;
  }
}

static void choose_steps(am_composite *s) {
  const am_grid *grid = &s->grid;
  for (size_t i = 0; i < grid->steps_count; i++)
    if (grid->steps[i] > grid->steps[s->finest]) s->finest = i;
  s->timed = grid->steps[s->finest];
  for (size_t i = 0; i < grid->steps_count; i++)
    if (grid->steps[i] == AM_PAPER_STEPS) s->timed = AM_PAPER_STEPS;
}

static void choose_best(am_composite *s) {
  s->best = s->grid.schemes[0];
  for (size_t i = 1; i < s->grid.scheme_count; i++)
    if (s->grid.schemes[i]->order > s->best->order)
      s->best = s->grid.schemes[i];
}

/* What a table asks of a variant's tangents. */
typedef enum { WITHOUT, WITH, EITHER } tangents;

/* Adds a variant unless there is one that will do. */
static void need(am_composite *s, const am_grid_item *item,
                 const char *strategy, const char *reference,
                 tangents wanted) {
  for (size_t i = 0; i < s->count; i++) {
    const am_composite_variant *v = &s->variants[i];
    if (v->item == item && !strcmp(v->strategy, strategy) &&
        !strcmp(v->reference, reference) &&
        (wanted == EITHER || v->tangents == (wanted == WITH)))
      return;
  }
  AM_PUSH_ROOM(s->q->arena, s->variants, s->count, s->capacity);
  s->variants[s->count++] =
      (am_composite_variant){item, strategy, reference, wanted == WITH};
}

/* A hand-written update is one of implicit Euler. */
static bool go_together(const am_scheme *scheme, const char *strategy) {
  return strcmp(strategy, "conventional") ||
         !strcmp(scheme->name, "implicit-euler");
}

static void need_times(am_composite *s, const am_grid_item *item) {
  for (size_t i = 0; i < s->strategy_count; i++)
    for (size_t k = 0; k < s->reference_count; k++)
      if (go_together(item->scheme, s->strategies[i]))
        need(s, item, s->strategies[i], s->references[k], WITHOUT);
}

/* What several tables share is asked for first by the most demanding. */
static void list_variants(am_composite *s) {
  const char *strategy = s->strategies[0], *reference = s->references[0];
  bool plain = s->part[AM_PART_ITERATIONS] || s->part[AM_PART_STEPS] ||
               s->part[AM_PART_ACCURACY] || s->part[AM_PART_CONTROL];
  const am_grid_item *items = s->grid.items;
  for (size_t i = 0; i < s->grid.count && s->part[AM_PART_TIMES]; i++)
    if (items[i].steps == s->timed && am_composite_plain(s, &items[i]))
      need_times(s, &items[i]);
  for (size_t i = 0; i < s->grid.count; i++) {
    if (!am_composite_plain(s, &items[i]) ||
        !go_together(items[i].scheme, strategy))
      continue;
    if (s->part[AM_PART_TANGENTS])
      need(s, &items[i], strategy, reference, WITH);
    if (plain) need(s, &items[i], strategy, reference, EITHER);
  }
  for (size_t i = 0; i < s->grid.count && s->part[AM_PART_CONTROL]; i++)
    if (items[i].controls && go_together(items[i].scheme, strategy))
      need(s, &items[i], strategy, reference, EITHER);
}

bool am_composite_plain(const am_composite *s, const am_grid_item *item) {
  return !item->controls || item->controls == s->controls;
}

am_status am_composite_plan(am_inquiry *q, am_composite *s) {
  am_path *path;
  s->q = q;
  s->progress = AM_NEW(q->arena, am_composite_progress);
  AM_TRY(read_parts(s));
  AM_TRY(read_cells(s));
  AM_TRY(read_words(q, "--strategies", q->options.strategies, strategies,
                    sizeof strategies / sizeof *strategies, &s->strategies,
                    &s->strategy_count));
  AM_TRY(read_words(q, "--references", q->options.references, references,
                    sizeof references / sizeof *references, &s->references,
                    &s->reference_count));
  AM_TRY(read_path(q, &path));
  AM_TRY(am_grid_new(q, path, &s->grid));
  AM_TRY(am_grid_against(q, &s->grid, &s->against));
  choose_control(s);
  choose_steps(s);
  choose_best(s);
  list_variants(s);
  AM_TRY(read_micro(s));
  s->of_paper = q->usual && !q->set_count && am_paper_is_of(s->micro->grid);
  for (size_t i = 0; i < s->count; i++)
    s->progress->whole += s->variants[i].item->steps;
  return s->count ? AM_OK
                  : am_error(q->report, AM_USAGE, am_nowhere,
                             "no scheme of '--schemes' goes with a strategy "
                             "of '--strategies'");
}
