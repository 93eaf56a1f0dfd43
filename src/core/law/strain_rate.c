/* strain_rate.c: rate_eps, the total strain rate within a loading step, which
 * rates may read: (eps1 - eps0)/duration, and 0 in a jump. */
#include "law/parts.h"
#include "law/build.h"

static const char word[] = "rate_eps";

static bool is_of_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* True if a text contains the word rate_eps; otherwise the graph needs no
 * inputs for the strain rate. */
static bool has_word(const char *text) {
  const char *at = text;
  size_t length = strlen(word);
  for (; (at = strstr(at, word)); at += length)
    if (!is_of_name(at[length]) && (at == text || !is_of_name(at[-1])))
      return true;
  return false;
}

void am_build_offer_rate(am_build *b, const am_material_part *part,
                         am_scope *scope) {
  if (!has_word(part->root->place.source->text)) return;
  if (am_scope_find(scope, word)) return;
  b->law->mentions_rate = true;
  const am_node *rate = am_inputs(b->arena, b->graph, AM_INPUT_RATE, 0, 6);
  am_scope_offer(scope, word, "the rate of the strain",
                 am_value_new(AM_TENSOR, -1,
                              am_build_turned(b, rate, 6, true)));
}

bool am_law_reads_rate(const am_law *law, const am_node *nodes, int count) {
  return law->mentions_rate &&
         am_reads(law->graph, nodes, count,
                  am_inputs(law->arena, law->graph, AM_INPUT_RATE, 0, 6), 6);
}

am_status am_build_refuse_rate(const am_build *b, const am_node *nodes,
                               int count, const char *what, am_place place) {
  if (!am_law_reads_rate(b->law, nodes, count)) return AM_OK;
  return am_error(b->report, AM_INPUT, place,
                  "%s reads the strain rate %s, which only force_potential and "
                  "rates may read",
                  what, word);
}

void am_build_find_rate(am_build *b) {
  am_law *law = b->law;
  if (!law->mentions_rate) return;
  bool *reads = AM_ARRAY(b->arena, bool, 6 * law->na);
  const am_node *rates = am_inputs(b->arena, b->graph, AM_INPUT_RATE, 0, 6);
  am_sparsity(b->graph, law->rate, law->na, rates, 6, reads);
  for (int i = 0; i < 6 * law->na; i++) law->driven_by_rate[i % 6] |= reads[i];
  for (int i = 0; i < 6; i++) law->reads_rate |= law->driven_by_rate[i];
  if (law->reads_rate) law->strict = false;
}
