/* share.c: rebuilds products so that they share common subproducts: as long as
 * two factors occur together in more than one product, the most frequent pair
 * becomes a factor itself.
 *
 * Source: Breuer (1969), Generation of optimal code for expressions via
 * factorization, Comm.  ACM 12(6). */
#include "expr/passes.h"

/* Maximum number of pairs in all products; beyond it no pairs are formed. */
enum { MOST_PAIRS = 4000000 };

/* Offset of pair numbers, larger than any node, since nodes are created while
 * products are collected. */
static const uint32_t PAIR = (uint32_t)1 << 31;
static const uint32_t NO_ITEM = UINT32_MAX;

/* Product that contained a pair; the pair may have been removed since. */
typedef struct {
  uint32_t product, next; /* 1 + another occurrence of the pair, 0: none */
} meeting;

/* Two factors: nodes, or earlier pairs as PAIR + number. */
typedef struct {
  uint32_t a, b;  /* in the order of items */
  uint32_t count; /* products that contain both */
  uint32_t met;   /* 1 + the last occurrence */
  am_node node;   /* 0: not created */
} pair;

typedef struct {
  am_node node; /* node with this value */
  int count;
  uint32_t *items; /* [count] sorted: equal ones are adjacent */
  uint32_t touched; /* time of the last change */
} product;

/* Priority queue entry: the most frequent pair first, the oldest at a tie. */
typedef struct {
  uint32_t count, pair;
} entry;

typedef struct {
  am_products products;
  am_graph *graph;
  am_arena *arena; /* memory of this pass */
  am_node size;    /* of the graph before the pass, plus 1 */
  uint32_t *index; /* [size] 1 + product of a node, 0: none */
  am_node *map;    /* [size] */
  product *list;   /* [list_count] */
  size_t list_count;
  pair *pairs; /* [pair_count] */
  size_t pair_count;
  meeting *meetings; /* [meeting_count] */
  size_t meeting_count;
  uint32_t *table; /* [slots] 1 + pair by hash; slots a power of 2 */
  size_t slots;
  entry *heap; /* [heap_count] most frequent first */
  size_t heap_count, heap_capacity;
  uint64_t *found; /* [found_capacity] products of a pair, for sorting by
                      `touched` */
  size_t found_capacity;
  uint32_t clock;
} sharing;

static const am_product *masked_product(sharing *s, am_node n) {
  am_graph *g = s->graph;
  int zero_branch = am_zero_branch(g, n);
  if (!zero_branch || am_is_mask(g, n)) return NULL;
  const am_product *a =
      am_product_of(&s->products, am_argument(g, n, 3 - zero_branch));
  am_node mask = am_masked(g, am_argument(g, n, 0), zero_branch,
                           am_const(g, 1));
  if (!am_product_is_finite(g, a) || !am_is_mask(g, mask)) return NULL;
  return am_product_times(&s->products, a, am_product_of(&s->products, mask));
}

/* Product that equals a node; NULL if there is none. */
static const am_product *flattened(sharing *s, am_node n) {
  am_products *p = &s->products;
  const am_product *a;
  switch (s->graph->nodes[n].op) {
    case AM_OP_MUL:
      a = am_product_of(p, am_argument(s->graph, n, 0));
      return am_product_times(p, a,
                              am_product_of(p, am_argument(s->graph, n, 1)));
    case AM_OP_NEG:
      a = am_product_of(p, am_argument(s->graph, n, 0));
      return am_product_scaled(p, a, -1);
    case AM_OP_SELECT:
      return masked_product(s, n);
    default:
      return NULL;
  }
}

/* Lists the product of node n; its items are the coefficient and the factors
 * that vary. */
static void add_product(sharing *s, am_node n, const am_product *a) {
  product *new;
  am_graph *g = s->graph;
  am_node coefficient = am_product_coefficient(&s->products, a);
  AM_PUSH(s->arena, s->list, s->list_count, (product){.node = n});
  new = &s->list[s->list_count - 1];
  new->items = AM_ARRAY(s->arena, uint32_t, a->count + 1);
  if (!am_is_const(g, coefficient, 1)) new->items[new->count++] = coefficient;
  for (int i = 0; i < a->count; i++)
    if (g->nodes[a->factors[i]].rank == AM_RANK_VARIABLE)
      new->items[new->count++] = a->factors[i];
  qsort(new->items, (size_t)new->count, sizeof *new->items, am_by_number);
  s->index[n] = (uint32_t)s->list_count;
}

/* Slot of the table that contains the pair, or the empty slot for it. */
static uint32_t *pair_slot(const sharing *s, uint32_t a, uint32_t b) {
  uint64_t hash = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
  for (size_t at = hash >> 32;; at++) {
    uint32_t *slot = &s->table[at & (s->slots - 1)];
    if (!*slot) return slot;
    if (s->pairs[*slot - 1].a == a && s->pairs[*slot - 1].b == b) return slot;
  }
}

static pair *pair_of(sharing *s, uint32_t a, uint32_t b) {
  if (2 * s->pair_count >= s->slots) {
    s->slots = s->slots ? 2 * s->slots : 1024;
    s->table = AM_ARRAY(s->arena, uint32_t, s->slots);
    for (size_t i = 0; i < s->pair_count; i++)
      *pair_slot(s, s->pairs[i].a, s->pairs[i].b) = (uint32_t)i + 1;
  }
  uint32_t *slot = pair_slot(s, a, b);
  if (!*slot) {
    AM_PUSH(s->arena, s->pairs, s->pair_count, (pair){.a = a, .b = b});
    *slot = (uint32_t)s->pair_count;
  }
  return &s->pairs[*slot - 1];
}

/* Orders by frequency, then by age. */
static bool is_before(entry a, entry b) {
  return a.count != b.count ? a.count > b.count : a.pair < b.pair;
}

static void push_entry(sharing *s, entry new) {
  AM_PUSH_ROOM(s->arena, s->heap, s->heap_count, s->heap_capacity);
  size_t at = s->heap_count++;
  for (; at && is_before(new, s->heap[(at - 1) / 2]); at = (at - 1) / 2)
    s->heap[at] = s->heap[(at - 1) / 2];
  s->heap[at] = new;
}

static entry pop_entry(sharing *s) {
  entry top = s->heap[0], last = s->heap[--s->heap_count];
  size_t at = 0, child;
  while ((child = 2 * at + 1) < s->heap_count) {
    if (child + 1 < s->heap_count &&
        is_before(s->heap[child + 1], s->heap[child]))
      child++;
    if (!is_before(s->heap[child], last)) break;
    s->heap[at] = s->heap[child];
    at = child;
  }
  s->heap[at] = last;
  return top;
}

/* Records that items a and b occur together in product `number`, and queues the
 * pair if it has become more frequent than once. */
static void add_meeting(sharing *s, uint32_t a, uint32_t b, uint32_t number) {
  pair *x = pair_of(s, a, b);
  uint32_t which = (uint32_t)(x - s->pairs);
  AM_PUSH(s->arena, s->meetings, s->meeting_count,
          (meeting){.product = number, .next = x->met});
  x->met = (uint32_t)s->meeting_count;
  if (++x->count > 1)
    push_entry(s, (entry){.count = x->count, .pair = which});
}

/* True if the items i < k are the first occurrence of their pair in the
 * product.  Equal items are adjacent. */
static bool is_first_pair(const product *x, int i, int k) {
  bool again = i && x->items[i - 1] == x->items[i];
  bool twice = x->items[k] == x->items[i];
  return twice ? k == i + 1 && !again
               : !again && x->items[k - 1] != x->items[k];
}

static int position_of(const product *x, uint32_t item, int start) {
  for (int i = start; i < x->count; i++)
    if (x->items[i] == item) return i;
  return -1;
}

static void remove_item(product *x, int i) {
  for (x->count--; i < x->count; i++) x->items[i] = x->items[i + 1];
}

static uint32_t times_of(const product *x, uint32_t item) {
  uint32_t times = 0;
  for (int i = 0; i < x->count; i++) times += x->items[i] == item;
  return times;
}

/* Updates pair counts when copies of an item are removed from a product and
 * `left` remain. If none remains, its pairs with itself and with all other
 * items except `but` disappear; if one remains, only its pair with itself. */
static void leave_items(sharing *s, const product *x, uint32_t item,
                        uint32_t left, uint32_t but) {
  if (left == 1 && times_of(x, item) > 1) pair_of(s, item, item)->count--;
  if (left) return;
  int at = position_of(x, item, 0);
  for (int i = 0; i < x->count; i++) {
    int low = i < at ? i : at, high = i < at ? at : i;
    if (i == at || x->items[i] == but || !is_first_pair(x, low, high)) continue;
    pair_of(s, x->items[low], x->items[high])->count--;
  }
}

/* Replaces all occurrences of the pair's two factors in a product by the
 * pair. */
static void replace_in_product(sharing *s, uint32_t number, uint32_t which) {
  product *x = &s->list[number];
  uint32_t a = s->pairs[which].a, b = s->pairs[which].b, new = PAIR + which;
  int i = position_of(x, a, 0);
  int k = i < 0 ? -1 : position_of(x, b, i + (a == b));
  if (k < 0) return;

  /* Update the counts of pairs with the removed factors. */
  uint32_t of_a = times_of(x, a), of_b = times_of(x, b);
  uint32_t gone = of_a < of_b ? of_a : of_b;
  if (a == b) {
    leave_items(s, x, a, of_a % 2, NO_ITEM);
  } else {
    leave_items(s, x, a, of_a - gone, NO_ITEM);
    leave_items(s, x, b, of_b - gone, gone == of_a ? a : NO_ITEM);
  }

  while (i >= 0 && k >= 0) {
    remove_item(x, k);
    remove_item(x, i);
    x->items[x->count++] = new;
    i = position_of(x, a, 0);
    k = i < 0 ? -1 : position_of(x, b, i + (a == b));
  }

  /* The new item, at the end, forms pairs with the others. */
  int at = position_of(x, new, 0);
  for (i = 0; i < at; i++)
    if (is_first_pair(x, i, at)) add_meeting(s, x->items[i], new, number);
  if (at + 1 < x->count) add_meeting(s, new, new, number);
  x->touched = s->clock++;
}

/* Sorts products by time of change, latest first. */
static int later_first(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x < y) - (x > y);
}

/* Replaces a pair in all products that contain it, the latest changed first. */
static void replace_everywhere(sharing *s, uint32_t which) {
  size_t count = 0;
  for (uint32_t m = s->pairs[which].met; m; m = s->meetings[m - 1].next) {
    uint32_t number = s->meetings[m - 1].product;
    size_t room = count;
    AM_PUSH_ROOM(s->arena, s->found, room, s->found_capacity);
    s->found[count++] = (uint64_t)s->list[number].touched << 32 | number;
  }
  s->pairs[which].met = 0;
  qsort(s->found, count, sizeof *s->found, later_first);
  for (size_t i = 0; i < count; i++)
    replace_in_product(s, (uint32_t)s->found[i], which);
}

static void pair_up(sharing *s) {
  size_t total = 0;
  for (size_t i = 0; i < s->list_count; i++)
    total += (size_t)s->list[i].count * (size_t)s->list[i].count / 2;
  if (total > MOST_PAIRS) return;

  for (size_t number = 0; number < s->list_count; number++) {
    product *x = &s->list[number];
    x->touched = s->clock++;
    for (int i = 0; i < x->count; i++)
      for (int k = i + 1; k < x->count; k++)
        if (is_first_pair(x, i, k))
          add_meeting(s, x->items[i], x->items[k], (uint32_t)number);
  }

  /* A pair whose count has decreased since is queued again. */
  while (s->heap_count) {
    entry best = pop_entry(s);
    uint32_t count = s->pairs[best.pair].count;
    if (count == best.count)
      replace_everywhere(s, best.pair);
    else if (count > 1 && count < best.count)
      push_entry(s, (entry){.count = count, .pair = best.pair});
  }
}

/* a*b; a factor that is a mask gives a selection, -1 a negation. */
static am_node multiplied(am_graph *g, am_node a, am_node b) {
  if (am_is_mask(g, a) || am_is_const(g, b, -1)) {
    am_node swap = a;
    a = b, b = swap;
  }
  if (am_is_const(g, a, -1)) return am_graph_plain(g, AM_OP_NEG, b, 0, 0);
  int zero_branch = am_is_mask(g, b) ? am_zero_branch(g, b) : 0;
  am_node zero = am_const(g, 0);
  if (zero_branch == 1)
    return am_graph_plain(g, AM_OP_SELECT, am_argument(g, b, 0), zero, a);
  if (zero_branch == 2)
    return am_graph_plain(g, AM_OP_SELECT, am_argument(g, b, 0), a, zero);
  return am_graph_plain(g, AM_OP_MUL, a, b, 0);
}

static am_node item_node(sharing *s, uint32_t item) {
  if (item < PAIR) return item < s->size && s->map[item] ? s->map[item] : item;
  pair *x = &s->pairs[item - PAIR];
  if (!x->node) {
    am_node a = item_node(s, x->a), b = item_node(s, x->b);
    x->node = multiplied(s->graph, a, b);
  }
  return x->node;
}

/* Multiplies masks right after the coefficient, and reciprocals last, so that
 * they can become quotients. */
static am_node product_node(sharing *s, const product *x) {
  am_graph *g = s->graph;
  am_node node = 0;
  for (int place = 0; place <= 3; place++)
    for (int i = 0; i < x->count; i++) {
      am_node factor = item_node(s, x->items[i]);
      bool bound = g->nodes[factor].rank < AM_RANK_VARIABLE;
      int own = bound                         ? 0
                : am_is_mask(g, factor)       ? 1
                : am_is_reciprocal(g, factor) ? 3
                                              : 2;
      if (own == place) node = node ? multiplied(g, node, factor) : factor;
    }
  return node;
}

/* Node that replaces n. */
static am_node rebuilt_node(sharing *s, am_node n) {
  am_graph *g = s->graph;
  if (g->nodes[n].rank < AM_RANK_VARIABLE) return n;
  if (s->index[n]) return product_node(s, &s->list[s->index[n] - 1]);
  return am_copy_node(g, g, n, s->map);
}

void am_share(am_graph *graph, am_node *outputs, int count) {
  size_t size = graph->size + 1;
  am_arena *arena = am_arena_child(graph->arena);
  sharing s = {.products = {.graph = graph, .arena = arena},
               .graph = graph,
               .arena = arena,
               .size = (am_node)size,
               .index = AM_ARRAY(arena, uint32_t, size),
               .map = AM_ARRAY(arena, am_node, size)};
  bool *needed = am_graph_needed(graph, outputs, count, arena);
  for (am_node i = 1; i < size; i++) {
    if (!needed[i] || graph->nodes[i].rank < AM_RANK_VARIABLE) continue;
    const am_product *found = flattened(&s, i);
    if (found) am_product_record(&s.products, i, found);
  }
  for (size_t i = 0; i < size; i++) needed[i] = false;
  for (int i = 0; i < count; i++) needed[outputs[i]] = true;
  /* List the products among the nodes.  `needed`, initially the outputs, then
   * marks what remains of the graph when each product is one operation. */
  am_graph *g = s.graph;
  for (am_node i = s.size - 1; i > 0; i--) {
    if (!needed[i] || g->nodes[i].rank < AM_RANK_VARIABLE) continue;
    const am_product *a = am_product_of(&s.products, i);
    if (a->count == 1 && a->factors[0] == i) {
      for (int k = 0; k < am_ops[g->nodes[i].op].arity; k++)
        needed[am_argument(g, i, k)] = true;
      continue;
    }
    add_product(&s, i, a);
    for (int k = 0; k < a->count; k++)
      if (a->factors[k] < s.size) needed[a->factors[k]] = true;
  }
  pair_up(&s);
  for (am_node i = 1; i < size; i++)
    if (needed[i]) s.map[i] = rebuilt_node(&s, i);
  for (int i = 0; i < count; i++) outputs[i] = s.map[outputs[i]];
  am_arena_free(arena);
}
