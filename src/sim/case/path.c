/* path.c: constructs a path from segments and steps through it. */
#include "case/parts.h"
#include "case/segment.h"

const char *const am_measure_names[] = {"P", "kirchhoff", "cauchy", NULL};

am_measure am_path_measure(const am_yaml *segments) {
  for (size_t i = 0; segments && i < segments->count; i++) {
    const am_yaml *segment = segments->items[i];
    for (am_measure m = AM_MEASURE_KIRCHHOFF; m <= AM_MEASURE_CAUCHY; m++)
      if (am_yaml_get(segment, am_measure_names[m])) return m;
    am_measure inner = am_path_measure(am_yaml_get(segment, "segments"));
    if (inner) return inner;
  }
  return AM_MEASURE_NOMINAL;
}

const char *am_control_name(const am_path_names *names, bool stress) {
  if (!names->deformed) return am_control_names[stress];
  return stress ? am_measure_names[names->measure] : "F";
}

int am_path_controlled(const am_path_names *names) {
  return names->deformed ? AM_CONTROLLED_MOST : 6;
}

int am_path_stressed(const am_path_names *names) {
  return names->measure ? 6 : am_path_controlled(names);
}

const char *const *am_controlled_names(const am_path_names *names) {
  return names->deformed ? am_gradient_names : am_component_names;
}

int am_controlled_index(const am_path_names *names, const char *name) {
  for (int c = 0; c < am_path_controlled(names); c++)
    if (!strcmp(am_gradient_names[c], name)) return c;
  return -1;
}

static bool is_stressed(const am_segment *segment) {
  for (int c = 0; c < AM_CONTROLLED_MOST; c++)
    if (segment->targets[c].kind != AM_TARGET_SAME &&
        segment->targets[c].stress)
      return true;
  return false;
}

static bool is_timed(const am_segment *segment) { return segment->timed; }

static bool is_constrained(const am_segment *segment) {
  return segment->constraints && segment->constraints->count;
}

/* First segment with a property, also within repetitions; NULL: none. */
static const am_segment *find_segment(const am_segments *list,
                                      bool (*is)(const am_segment *)) {
  for (size_t i = 0; i < list->count; i++) {
    const am_segment *segment = &list->items[i];
    const am_segment *inner = find_segment(&segment->body, is);
    if (inner || is(segment)) return inner ? inner : segment;
  }
  return NULL;
}

/* First stress-controlled segment in the order of the path; `named` marks the
 * components named in it and in earlier segments. */
static const am_segment *first_stress(const am_segments *list, bool *named) {
  for (size_t i = 0; i < list->count; i++) {
    const am_segment *segment = &list->items[i], *inner = NULL;
    if (segment->repeats > 0) inner = first_stress(&segment->body, named);
    if (inner) return inner;
    for (int c = 0; c < AM_CONTROLLED_MOST; c++)
      named[c] |= segment->targets[c].kind != AM_TARGET_SAME;
    if (is_stressed(segment)) return segment;
  }
  return NULL;
}

/* Lists `strain` and `stress` of a table that prescribe the components as the
 * segment does, and all others in stress (or in strain). */
static const char *control_lists(const am_path *path, const am_segment *segment,
                                 const bool *named, bool others_in_stress) {
  const char *text = "";
  for (int stress = 0; stress < 2; stress++) {
    const char *list = stress == others_in_stress ? "others" : "";
    for (int c = path->components - 1; c >= 0; c--)
      if (named[c] && segment->targets[c].stress == stress)
        list = am_format(path->arena, "%s%s%s", am_gradient_names[c],
                         *list ? ", " : "", list);
    if (*list)
      text = am_format(path->arena, "%s%s%s: [%s]", text, *text ? ", " : "",
                       am_control_name(&path->names, stress), list);
  }
  return text;
}

/* Notes the components whose strain is held, because users who prescribe a
 * single stress, or the single strain of a test, often expect the other
 * stresses to be zero. */
static void note_unnamed(const am_path *path, am_report *report, bool test) {
  bool named[AM_PATH_MOST] = {false};
  const am_segment *stressed = first_stress(&path->root, named);
  const am_segment *segment = test ? path->root.items : stressed;
  const am_path_names *names = &path->names;
  const char *list = "", *strain = am_control_name(names, false);
  const char *stress = am_control_name(names, true);
  bool undeformed = true;
  for (int c = 0; c < AM_CONTROLLED_MOST; c++)
    undeformed &= path->strain[c] == (c < 3);
  for (int c = 0; segment && c < am_path_stressed(names); c++)
    if (!named[c] && (test || names->deformed || path->strain[c] == 0))
      list = am_format(path->arena, "%s%s%s", list, *list ? ", " : "",
                       am_gradient_names[c]);
  if (*list && segment->table)
    am_note(report, segment->place,
            "components %s are not controlled by the table: their %s is held "
            "at its initial value; write '%s' to leave them free, or '%s' to "
            "confirm",
            list, strain, control_lists(path, segment, named, true),
            control_lists(path, segment, named, false));
  else if (*list)
    am_note(report, segment->place,
            "components not named so far are held at %s: %s (write '%s: "
            "{others: 0}' to leave them free, or '%s: {others: %s}' to omit "
            "this note)",
            !names->deformed ? "zero strain"
            : undeformed ? "no deformation"
                         : "the initial deformation",
            list, stress, strain, names->deformed ? "hold" : "0");
}

static void prepare_walk(am_path *path) {
  path->timed = am_path_timed(path) != NULL;
  path->mixed = find_segment(&path->root, is_stressed) != NULL;
  path->levels = AM_ARRAY(path->arena, am_segment_level, path->root.depth);
  path->frame = am_path_frame_new(path->arena, path);
  am_path_restart(path);
}

am_status am_path_new(am_arena *arena, am_report *report,
                      const am_case *description, const am_path_names *names,
                      am_path **result) {
  am_path *path = AM_NEW(arena, am_path);
  am_scope *inner = am_scope_new(arena, names->scope);
  am_scope_add(
      inner, "t", "the time",
      am_value_scalar(arena, am_input(names->graph, AM_INPUT_TIME, 0)));
  path->arena = arena;
  path->names = *names;
  path->names.scope = inner;
  path->origin = description->time;
  path->components = am_path_controlled(names);
  for (int c = 0; c < path->components; c++)
    path->strain[c] =
        names->deformed ? names->gradient[c] : description->strain[c];
  path->width = path->components + names->external_count;
  for (int i = 0; i < names->external_count; i++)
    path->external[i] = names->external[i];
  am_segment_start course = {.start_stress = names->stress};
  for (int c = 0; c < path->width; c++) {
    course.known[c] = true;
    course.value[c] = c < path->components
                          ? path->strain[c]
                          : path->external[c - path->components];
  }
  am_segment_reader reader = {.arena = arena, .report = report,
                              .description = description,
                              .names = path->names,
                              .programs = &path->programs,
                              .course = &course};
  AM_TRY(am_segments_read(&reader, description->path, description->time,
                          false, &path->root));
  prepare_walk(path);
  note_unnamed(path, report, description->test);
  *result = path;
  return AM_OK;
}

/* Number of entries that form a segment with `first`: 1 for a jump, else all
 * entries with the same control up to the next jump. */
static long entries_of_segment(const am_entries *e, long first) {
  long i = first + 1;
  if (e->time[first] == e->time[first - 1]) return 1;
  while (i < e->count && e->time[i] > e->time[i - 1] &&
         (!e->control ||
          !memcmp(e->control[i], e->control[first], sizeof *e->control)))
    i++;
  return i - first;
}

am_path *am_path_of_entries(am_arena *arena, const am_entries *e) {
  am_path *path = AM_NEW(arena, am_path);
  path->arena = arena;
  path->origin = e->time[0];
  path->components = 6;
  path->width = path->components + e->external_count;
  for (int i = 0; i < e->external_count; i++)
    path->external[i] = e->external_start[i];
  path->root = (am_segments){.end = e->time[e->count - 1],
                             .steps = (double)(e->count - 1), .depth = 1};
  for (long i = 1, n; i < e->count; i += n) {
    n = entries_of_segment(e, i);
    AM_PUSH(arena, path->root.items, path->root.count,
            (am_segment){.place = e->place, .start = e->time[i - 1],
                         .end = e->time[i + n - 1], .steps = (double)n,
                         .jump = e->time[i] == e->time[i - 1],
                         .absolute = true, .times = e->time + i, .ramps = -1,
                         .formulas = -1, .coefficients = -1});
    am_segment *segment = &path->root.items[path->root.count - 1];
    segment->table = e->targets ? e->targets + path->components * i : NULL;
    segment->fields = e->external ? e->external + e->external_count * i : NULL;
    for (int c = path->components; c < path->width && e->external; c++)
      segment->targets[c] = (am_component_target){.kind = AM_TARGET_TABLE,
                                                  .place = e->place};
    for (int c = 0; c < path->components; c++)
      segment->targets[c] = (am_component_target){
          .kind = e->targets ? AM_TARGET_TABLE : AM_TARGET_CALLER,
          .stress = e->control && e->control[i][c], .place = e->place};
  }
  prepare_walk(path);
  if (!e->control) path->mixed = true;
  return path;
}

am_status am_path_refuse_fields(am_report *report, const am_path_names *names,
                                am_node formula, const char *what,
                                am_place place) {
  am_node inputs[AM_MOST_EXTERNAL];
  bool reads[AM_MOST_EXTERNAL] = {false};
  for (int i = 0; i < names->external_count; i++)
    inputs[i] = am_input(names->graph, AM_INPUT_EXTERNAL, i);
  am_sparsity(names->graph, &formula, 1, inputs, names->external_count, reads);
  for (int i = 0; i < names->external_count; i++)
    if (reads[i])
      return am_error(report, AM_INPUT, place,
                      "%s reads the external field '%s', which formulas of the "
                      "path cannot use (it is available as the column "
                      "external.%s)",
                      what, names->externals[i], names->externals[i]);
  return AM_OK;
}

double am_path_steps(const am_path *path) { return path->root.steps; }

double am_path_start(const am_path *path) { return path->origin; }

double am_path_end(const am_path *path) { return path->root.end; }

const am_place *am_path_constrained(const am_path *path) {
  const am_segment *found = find_segment(&path->root, is_constrained);
  return found ? &found->constraints->key_place : NULL;
}

const am_place *am_path_timed(const am_path *path) {
  const am_segment *found = find_segment(&path->root, is_timed);
  return found ? &found->place : NULL;
}

double am_path_cycles(const am_path *path) {
  double cycles = 0;
  for (size_t i = 0; i < path->root.count; i++)
    cycles += path->root.items[i].repeats;
  return cycles;
}

bool am_path_mixed(const am_path *path) { return path->mixed; }

void am_path_restart(am_path *path) {
  path->levels[0] = (am_segment_level){.list = &path->root, .passes = 1};
  path->depth = 0;
  path->cycles = 0;
  path->segment = NULL;
  path->time = path->origin;
  memset(&path->rows, 0, sizeof path->rows);
  memset(path->stress, 0, sizeof path->stress);
  memcpy(path->target, path->strain, sizeof path->strain);
  memcpy(path->target + path->components, path->external,
         sizeof path->external);
}

/* Starts a segment at the end of the previous one. After a state-dependent end
 * time the planned times do not apply; uses the duration, because rounding
 * would dominate differences of the planned times. */
static void start_segment(am_path *path, const am_segment *segment,
                          double base) {
  bool follows = path->timed && !segment->absolute;
  path->segment = segment;
  path->step = 0;
  path->base = follows ? path->time : base;
  path->from = follows ? 0 : segment->start;
  path->to = follows ? segment->duration : segment->end;
  if (segment->absolute && path->timed) path->from = path->time;
  path->duration =
      segment->absolute ? path->to - path->from : segment->duration;
}

/* Goes to the next segment that is not a repetition; false at the end of the
 * path. */
static bool next_segment(am_path *path) {
  while (path->depth >= 0) {
    am_segment_level *top = &path->levels[path->depth];
    /* next pass of the list, or end of the repetition */
    if (top->index == top->list->count) {
      top->index = 0;
      top->pass++;
      top->base = top->origin + top->pass * top->list->end;
      if (top->pass < top->passes) continue;
      if (path->depth == 1) path->cycles += top->passes;
      path->depth--;
      continue;
    }
    const am_segment *segment = &top->list->items[top->index++];
    if (segment->repeats == 0) {
      start_segment(path, segment, top->base);
      return true;
    }
    double origin = top->base + segment->start;
    path->levels[++path->depth] = (am_segment_level){
        .list = &segment->body, .passes = segment->repeats,
        .origin = origin, .base = origin};
  }
  path->segment = NULL;
  return false;
}

static bool begins_by_jump(const am_path *path) {
  const am_segment *segment = path->segment;
  return segment->table && segment->times[0] == path->from;
}

/* True for a jump: two table rows with equal times, or a first row at the start
 * time. */
static bool is_jump(const am_path *path) {
  const am_segment *segment = path->segment;
  size_t step = (size_t)path->step;
  if (segment->jump || !segment->table) return segment->jump;
  return step > 1 ? segment->times[step - 1] == segment->times[step - 2]
                  : begins_by_jump(path);
}

bool am_path_begin_step(am_path *path, am_target *target) {
  memset(target->changed, 0, sizeof target->changed);
  target->entered = !path->segment || path->step == path->segment->steps;
  if (target->entered && !next_segment(path)) return false;
  const am_segment *segment = path->segment;
  path->step++;
  for (int c = 0; target->entered && c < path->components; c++) {
    const am_component_target *own = &segment->targets[c];
    if (own->kind == AM_TARGET_SAME) continue;
    target->changed[c] = own->stress != path->stress[c];
    path->stress[c] = own->stress;
  }
  if (target->entered) am_path_enter_constraints(path, target);
  target->rows = NULL;
  target->jump = is_jump(path);
  target->left = path->step == segment->steps;
  target->cycle = path->depth ? path->cycles + path->levels[1].pass + 1 : 0;
  target->until = target->jump ? NULL : segment->until;
  if (path->step == 2 && begins_by_jump(path)) target->entered = true;
  target->place = segment->place;
  memcpy(target->stress_controlled, path->stress, sizeof path->stress);
  return true;
}

am_status am_path_time_step(am_path *path, am_report *report,
                            am_target *target) {
  const am_segment *segment = path->segment;
  double before = path->time, steps = segment->steps;
  /* Formulas of t require that the time advances. */
  bool reads_time = segment->formulas >= 0 || segment->coefficients >= 0;
  path->local = segment->times       ? segment->times[(size_t)path->step - 1]
                : path->step == steps ? path->to
                                      : path->from + path->duration *
                                                         path->step / steps;
  if (!target->jump) path->time = path->base + path->local;
  if (!target->jump && path->time <= before && path->timed && segment->absolute)
    return am_error(report, AM_INPUT, segment->place,
                    "this segment ends at time %.15g, but the point is already "
                    "at time %.15g: use 'duration' instead of 'time'",
                    path->time, before);
  /* Divides the segment's duration into equal steps, because differences of
   * large times lose digits. */
  target->duration = segment->jump    ? 0
                     : segment->times ? path->time - before
                                      : path->duration / steps;
  if (!target->jump && target->duration < AM_SHORTEST_STEP)
    return am_error(report, AM_INPUT, segment->place,
                    "a loading step of this segment lasts %g, expected at "
                    "least %g (for a jump write 'duration: 0')",
                    target->duration, AM_SHORTEST_STEP);
  if (!target->jump && path->time <= before && reads_time)
    return am_error(report, AM_INPUT, segment->place,
                    "a loading step of this segment lasts %g, which is lost in "
                    "rounding at the time %.15g that its formulas read: start "
                    "at time 0 ('initial: {time: 0}')",
                    target->duration, before);
  target->time = path->time;
  return am_path_find_rows(path, report, target);
}

am_status am_path_next_step(am_path *path, am_report *report,
                            am_target *target, bool *more) {
  *more = am_path_begin_step(path, target);
  return *more ? am_path_time_step(path, report, target) : AM_OK;
}

void am_path_end_segment(am_path *path, double time, const double *values,
                         const double *external) {
  path->time = time;
  path->step = path->segment->steps;
  for (int c = 0; c < path->width; c++)
    path->target[c] = c < path->components ? values[c]
                                           : external[c - path->components];
}

/* ---- redistribution of loading steps ------------------------------------- */

/* Jumps, tables and lists of times keep their loading steps. */
static bool is_ramp(const am_segment *segment) {
  return segment->repeats == 0 && !segment->times && !segment->table &&
         !segment->jump;
}

static double ramp_steps(const am_segments *list) {
  double sum = 0;
  for (size_t i = 0; i < list->count; i++) {
    const am_segment *segment = &list->items[i];
    if (segment->repeats > 0)
      sum += segment->repeats * ramp_steps(&segment->body);
    else if (is_ramp(segment))
      sum += segment->steps;
  }
  return sum;
}

/* carry: accumulated rounding of step numbers. */
static void divide_ramps(am_segments *list, double factor, double *carry) {
  list->steps = 0;
  for (size_t i = 0; i < list->count; i++) {
    am_segment *segment = &list->items[i];
    if (segment->repeats > 0) {
      divide_ramps(&segment->body, factor, carry);
      segment->steps = segment->repeats * segment->body.steps;
    } else if (is_ramp(segment)) {
      double exact = segment->steps * factor + *carry;
      segment->steps = fmax(1, round(exact));
      *carry = exact - segment->steps;
    }
    list->steps += segment->steps;
  }
}

double am_path_divide(am_path *path, double steps) {
  double ramps = ramp_steps(&path->root), carry = 0;
  double fixed = path->root.steps - ramps;
  if (ramps > 0)
    divide_ramps(&path->root, fmax(0, steps - fixed) / ramps, &carry);
  am_path_restart(path);
  return path->root.steps;
}
