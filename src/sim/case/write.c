/* write.c: writes case files. */
#include "case/parts.h"

void am_write_head(am_buffer *out, const char *title, const char *material,
                   const char *path) {
  char *real = path ? realpath(path, NULL) : NULL;
  am_buffer_add(out, "format: 1\ncase: ");
  am_yaml_quote(out, title);
  am_buffer_add(out, "\nmaterial: ");
  am_yaml_quote(out, real ? real : path ? path : material);
  am_buffer_add(out, "\n");
  free(real);
}

void am_flow_key(am_flow *flow, const char *key) {
  am_buffer_add(flow->out, "%s%s%s", flow->begun ? ", " : "", key ? key : "",
                key ? ": " : "");
  flow->begun = true;
}

void am_flow_open(am_flow *flow, const char *key, char bracket) {
  am_flow_key(flow, key);
  am_buffer_add(flow->out, "%c", bracket);
  flow->begun = false;
}

void am_flow_close(am_flow *flow, char bracket) {
  am_buffer_add(flow->out, "%c", bracket);
  flow->begun = true;
}

void am_flow_number(am_flow *flow, const char *key, double value) {
  am_flow_key(flow, key);
  am_buffer_add(flow->out, "%.17g", value);
}

void am_flow_numbers(am_flow *flow, const char *key, const char *const *names,
                     const double *values, int count) {
  am_flow_open(flow, key, '{');
  for (int i = 0; i < count; i++) am_flow_number(flow, names[i], values[i]);
  am_flow_close(flow, '}');
}

void am_flow_copy(am_flow *flow, const char *key, const am_yaml *map,
                  bool (*omits)(const void *data, const char *key),
                  const void *data) {
  am_flow_open(flow, key, '{');
  for (size_t i = 0; map && i < map->count; i++) {
    if (omits(data, map->items[i]->key)) continue;
    am_flow_key(flow, map->items[i]->key);
    am_yaml_write(flow->out, map->items[i]);
  }
}

void am_flow_parameter(am_flow *flow, const am_law *law, const char *name,
                       const double *parameters) {
  am_flow_key(flow, name);
  am_parameter_write(flow->out, law, am_scope_find(law->scope, name),
                     parameters);
}
