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

void am_value_write(am_buffer *out, am_kind kind, const double *x) {
  double t[6];
  if (kind == AM_SCALAR) {
    am_buffer_add(out, "%.17g", x[0]);
    return;
  }
  if (kind == AM_VECTOR) {
    am_buffer_add(out, "[%.17g, %.17g, %.17g]", x[0], x[1], x[2]);
    return;
  }
  am_basis_to_tensor(x, t);
  for (int i = 0; i < 6; i++)
    am_buffer_add(out, "%s%s: %.17g", i ? ", " : "{", am_component_names[i],
                  t[i]);
  am_buffer_add(out, "}");
}

void am_parameter_write(am_buffer *out, const am_law *law,
                        const am_value *value, const double *parameters) {
  int size = am_kind_size[value->kind], columns = value->columns;
  bool list = value->length >= 0;
  am_buffer_add(out, "%s", list ? "[" : "");
  for (int i = 0; i < am_value_size(value) / size; i++) {
    int input = am_node_input_index(law->graph, value->nodes[i * size]);
    bool begins = columns && i % columns == 0;
    bool ends = columns && i % columns == columns - 1;
    am_buffer_add(out, "%s%s", i ? ", " : "", begins ? "[" : "");
    am_value_write(out, value->kind, parameters + input);
    am_buffer_add(out, "%s", ends ? "]" : "");
  }
  am_buffer_add(out, "%s", list ? "]" : "");
}

void am_flow_parameter(am_flow *flow, const am_law *law, const char *name,
                       const double *parameters) {
  am_flow_key(flow, name);
  am_parameter_write(flow->out, law, am_scope_find(law->scope, name),
                     parameters);
}
