/* layout.c: datasets of a batch. */
#include "batch/parts.h"

static const char *const own_statuses[] = {
    [AM_BATCH_UNFIT - AM_POINT_STATUSES] =
        "parameter or variable out of bounds",
    [AM_BATCH_TARGET - AM_POINT_STATUSES] =
        "invalid target: not finite, a deformation gradient without positive "
        "determinant, an external field out of bounds, or a time in the past",
};

const char *am_batch_status_text(int status) {
  return status < AM_POINT_STATUSES
             ? am_point_status_text[status]
             : own_statuses[status - AM_POINT_STATUSES];
}

const am_total_info am_totals[AM_TOTALS] = {
    [AM_COUNT_SUBSTEPS] = {"substeps",
                           "accepted substeps of all loading steps"},
    [AM_COUNT_REJECTED] = {"rejected", "rejected substeps"},
    [AM_COUNT_EVALUATIONS] = {"evaluations", "evaluations of the rates"},
    [AM_COUNT_ITERATIONS] = {"iterations", "local Newton iterations"},
    [AM_COUNT_EQUILIBRIUM] = {"equilibrium_iterations",
                              "iterations for the stress targets"},
    [AM_TOTAL_CUTS] = {"cuts", "halved loading steps"},
};

static const am_internal *internal_of(const am_law *law, const char *name) {
  const am_material *material = law->material;
  for (int i = 0; i < material->internal_count; i++)
    if (!strcmp(material->internals[i].name, name))
      return &material->internals[i];
  return NULL;
}

/* Name of the dataset: "internal/x", "external/T", "derivative/x", "stress". */
static const char *dataset_of(am_arena *arena, const am_law *law,
                              const char *quantity) {
  static const char derivative[] = "derivative.";
  size_t length = sizeof derivative - 1;
  if (!strncmp(quantity, derivative, length))
    return am_format(arena, "derivative/%s", quantity + length);
  if (internal_of(law, quantity))
    return am_format(arena, "internal/%s", quantity);
  if (!strcmp(quantity, "time")) return "time_of_point";
  if (!strncmp(quantity, "external.", 9))
    return am_format(arena, "external/%s", quantity + 9);
  return quantity;
}

/* Description of chosen column i: that of its variable or quantity. */
static const char *about_of(const am_columns *columns, size_t i,
                            const am_internal *internal) {
  if (internal) return internal->about ? internal->about : "";
  for (size_t s = 0; s < columns->set_count; s++) {
    const am_column_set *set = &columns->sets[s];
    size_t end = set->first + (size_t)set->components;
    if (columns->place[i] >= set->first && columns->place[i] < end)
      return set->quantity ? set->quantity->about : "";
  }
  return "";
}

/* Component of a column: "xx", "xx.yy", "2.xy" for "x[2].xy", or "". */
static const char *component_of(am_arena *arena, const char *column,
                                const char *quantity) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "%s", "");
  for (const char *c = column + strlen(quantity); *c; c++)
    if (*c != ']' && *c != '[' && (*c != '.' || text.length))
      am_buffer_add(&text, "%c", *c);
  return text.text;
}

static void add_column(am_arena *arena, am_store *store, size_t i,
                       const char *unit) {
  const am_law *law = store->run->law;
  const char *column = store->run->columns->names[i];
  const char *quantity = am_column_quantity(arena, column);
  const char *name = dataset_of(arena, law, quantity);
  int field = 0;
  while (field < store->row_fields && strcmp(store->fields[field].name, name))
    field++;
  if (field == store->row_fields) {
    store->row_fields++;
    store->fields[field] = (am_archive_field){
        .name = name, .unit = unit,
        .about = about_of(store->run->columns, i, internal_of(law, quantity)),
        .components = AM_ARRAY(arena, const char *,
                               store->run->columns->count),
        .shape = {0, 1}};
  }
  am_archive_field *f = &store->fields[field];
  ((const char **)f->components)[f->shape[0]] =
      component_of(arena, column, quantity);
  store->places[i].field = field;
  store->places[i].index = f->shape[0]++;
}

/* True if the columns form complete rows of `width` components. */
static bool has_rows_of(const am_archive_field *field, int width) {
  int n = field->shape[0];
  for (int i = 0; i < n; i++) {
    const char *dot = strrchr(field->components[i], '.');
    if (!dot || strcmp(dot + 1, am_gradient_names[i % width])) return false;
  }
  return n % width == 0;
}

/* Lists of whole tensors, and tangents and derivatives, become matrices, with
 * nine columns for deformation gradients. */
static void find_shape(am_archive_field *field) {
  int n = field->shape[0];
  if (n == 1 && !*field->components[0]) field->components = NULL;
  for (int width = 6; field->components && width <= 9; width += 3) {
    if (!has_rows_of(field, width)) continue;
    field->shape[0] = n / width;
    field->shape[1] = width;
    return;
  }
}

/* Adds a dataset with one value per point; components: their names, NULL:
 * none. */
static void add_once(am_store *store, const char *name, const char *unit,
                     const char *about, const char *const *components,
                     int size) {
  store->fields[store->field_count++] =
      (am_archive_field){.name = name, .unit = unit, .about = about,
                         .components = components, .shape = {size, 1},
                         .per_point = true};
}

static void add_points_variables(am_arena *arena, am_store *store) {
  const am_sample *sample = store->run->sample;
  const am_points *points = sample->points;
  for (int i = 0; points && i < points->variable_count; i++) {
    const am_point_variable *v = &points->variables[i];
    add_once(store, am_format(arena, "points/%s", v->name), "",
             "variable of the points",
             v->size == 6 ? am_component_names : NULL, v->size);
  }
  for (int i = 0; sample->histories && i < sample->histories->parameter_count;
       i++)
    add_once(store, am_format(arena, "points/%s",
                              sample->histories->parameters[i].name),
             "", "parameter of the points", NULL, 1);
}

void am_store_layout(am_arena *arena, am_store *store) {
  const am_run *run = store->run;
  const am_columns *columns = run->columns;
  size_t count = columns->count;
  store->fields = AM_ARRAY(arena, am_archive_field,
                           (int)count + AM_TOTALS + 2 +
                               run->sample->varying_count);
  store->places = AM_ARRAY(arena, am_store_place, count);
  for (size_t i = 0; i < count; i++) {
    store->places[i].field = -1;
    if (strcmp(columns->names[i], "time") || am_path_timed(run->path))
      add_column(arena, store, i, columns->units[i]);
  }
  for (int f = 0, start = 0; f < store->row_fields; f++) {
    am_archive_field *field = &store->fields[f];
    find_shape(field);
    int size = field->shape[0] * field->shape[1];
    for (size_t i = 0; i < count; i++)
      if (store->places[i].field == f)
        store->places[i].start = start, store->places[i].size = size;
    start += size;
  }
  store->field_count = store->row_fields;
  am_buffer statuses = {.arena = arena};
  for (int i = 0; i < AM_BATCH_STATUSES; i++)
    am_buffer_add(&statuses, "%s%d: %s", i ? "; " : "", i,
                  am_batch_status_text(i));
  add_once(store, "status", "", statuses.text, NULL, 1);
  add_once(store, "failed_at", run->law->material->time_unit,
      "end time of the failed loading step, NaN if none failed", NULL, 1);
  for (int i = 0; i < AM_TOTALS; i++)
    add_once(store, am_format(arena, "total/%s", am_totals[i].name), "",
             am_totals[i].about, NULL, 1);
  add_points_variables(arena, store);
}
