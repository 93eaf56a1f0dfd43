/* yaml.h: a YAML file as a tree in which everything keeps its place.
 *
 * Only the part of YAML 1.1 that people write by hand: one document of
 * mappings with plain keys, sequences and scalars; anchors and aliases are
 * allowed, expanded, and limited.  Duplicate keys, tags, several documents,
 * files above 64 MB, nesting above 100, more than a million nodes and more
 * than 256 anchors are errors with a place.  This is the only module that
 * knows libyaml.
 *
 * A source is checked for being text (source.c, which also finds the places of
 * what libyaml counts in characters) and turned from libyaml's events into the
 * tree (read.c); syntax.c says in our words what libyaml complains about.
 * Readers of formats then take the tree apart by the functions below
 * (value.c), and am_yaml_set (set.c) changes it before they do.  write.c turns
 * trees and texts back to YAML. */
#ifndef AM_YAML_YAML_H
#define AM_YAML_YAML_H

#include <stdbool.h>

#include "base/base.h"

typedef enum { AM_YAML_SCALAR, AM_YAML_SEQUENCE, AM_YAML_MAPPING } am_yaml_kind;

typedef struct am_yaml am_yaml;
struct am_yaml {
  am_yaml_kind kind;
  am_place place;
  const char *key;     /* of this node in its mapping, else NULL */
  am_place key_place;
  am_snippet text;     /* of a scalar; "" of an empty one */
  bool plain;          /* a scalar without quotes or block: may be a number */
  am_yaml **items;     /* [count] of a sequence or mapping, in file order */
  size_t count, capacity;
};

/* Reads a file whole.  AM_INPUT with a message when it is missing, a folder,
 * empty, too large, not UTF-8 or not such a document.  The root is a
 * mapping. */
AM_MUST_USE am_status am_yaml_read(am_arena *arena, am_report *report,
                                   const char *path, am_yaml **root);

/* The same for a text in memory. */
AM_MUST_USE am_status am_yaml_parse(am_arena *arena, am_report *report,
                                    const am_source *source, am_yaml **root);

/* The value of `key`, NULL when there is none (or `map` is NULL). */
am_yaml *am_yaml_get(const am_yaml *map, const char *key);

/* "a mapping", "a list", "'text'": what a message says was found. */
const char *am_yaml_describe(am_arena *arena, const am_yaml *node);

/* Checks the kind; `what` says in a message what the node stands for:
 * "expected WHAT to be a mapping, found 'text'". */
AM_MUST_USE am_status am_yaml_expect(am_report *report, const am_yaml *node,
                                     am_yaml_kind kind, const char *what);

/* A mapping whose keys are all among `keys` (closed by NULL); an unknown key
 * is an error that names the nearest known one. */
AM_MUST_USE am_status am_yaml_known(am_report *report, const am_yaml *map,
                                    const char *what, const char *const *keys);

/* Scalars read as a finite number, an integer in [least, most], true/false,
 * or a text (any scalar). */
AM_MUST_USE am_status am_yaml_number(am_report *report, const am_yaml *node,
                                     const char *what, double *value);
AM_MUST_USE am_status am_yaml_integer(am_report *report, const am_yaml *node,
                                      const char *what, long least, long most,
                                      long *value);
AM_MUST_USE am_status am_yaml_boolean(am_report *report, const am_yaml *node,
                                      const char *what, bool *value);
AM_MUST_USE am_status am_yaml_text(am_report *report, const am_yaml *node,
                                   const char *what, const char **value);

/* The key `format` of a file: the version that this program reads, 1. */
AM_MUST_USE am_status am_yaml_format(am_report *report, const am_yaml *node);

/* A finite number >= 0, or > 0 where `positive`. */
AM_MUST_USE am_status am_bounded_number(am_report *report,
                                        const am_yaml *node, const char *what,
                                        bool positive, double *value);

/* The same, and below 1. */
AM_MUST_USE am_status am_relative_number(am_report *report,
                                         const am_yaml *node,
                                         const char *what, bool positive,
                                         double *value);

/* One of `names` [count]: its index; others are answered with all of them
 * and the nearest. */
AM_MUST_USE am_status am_choice(am_report *report, const am_yaml *node,
                                const char *what, const char *const *names,
                                size_t count, size_t *index);

/* Does nothing stand there, as behind `key:` alone? */
bool am_yaml_is_empty(const am_yaml *node);

/* Is this scalar written as a number? */
bool am_yaml_is_number(const am_yaml *node);

/* Changes the tree as `--set KEY.KEY=VALUE` asks: keys joined by dots, lists
 * counted from 1, the value a YAML flow text; what is missing on the way is
 * made.  Messages are placed in a source named `origin` whose text
 * is the assignment.  AM_USAGE when it is no assignment, AM_INPUT when the
 * tree has no such place or the value is not YAML. */
AM_MUST_USE am_status am_yaml_set(am_arena *arena, am_report *report,
                                  am_yaml *root, const char *origin,
                                  const char *assignment);

/* "--set", the origin of what the user asks for. */
extern const char am_yaml_option[];

/* Did an assignment of this origin give the value, not the file? */
bool am_yaml_is_given(const am_yaml *node);

/* A text in double quotes. */
void am_yaml_quote(am_buffer *out, const char *text);

/* A node in flow style, within one line, as reading it again would give it:
 * for files that a program writes. */
void am_yaml_write(am_buffer *out, const am_yaml *node);

#endif
