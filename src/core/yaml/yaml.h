/* yaml.h: a YAML file as a tree whose nodes keep their places.
 *
 * Only a hand-written subset of YAML 1.1 is accepted: one document of mappings
 * with plain keys, sequences and scalars; anchors and aliases are expanded,
 * with limits.  Duplicate keys, tags, several documents, files above 64 MB,
 * nesting above 100, more than a million nodes and more than 256 anchors are
 * errors with a place.  No other module uses libyaml.
 *
 * source.c checks that a source is text, converts the character counts of
 * libyaml to places and replaces its messages; read.c builds the tree from
 * libyaml's events.  Readers of formats use the functions below or a table of
 * keys (keys.h); value.c contains both, and writes trees and texts as YAML.
 * am_yaml_set (set.c) can change the tree before it is read. */
#ifndef AM_YAML_YAML_H
#define AM_YAML_YAML_H

#include "base/base.h"

typedef enum { AM_YAML_SCALAR, AM_YAML_SEQUENCE, AM_YAML_MAPPING } am_yaml_kind;

typedef struct am_yaml am_yaml;
struct am_yaml {
  am_yaml_kind kind;
  am_place place;
  const char *key;     /* key of this node in its mapping, else NULL */
  am_place key_place;
  am_snippet text;     /* text of a scalar; "" if it is empty */
  bool plain;          /* scalar without quotes or block style: may be a
                          number */
  am_yaml **items;     /* [count] of a sequence or mapping, in file order */
  size_t count, capacity;
};

/* Reads a whole file, whose root is a mapping.  AM_INPUT if the file is
 * missing, a folder, empty, too large, not UTF-8, or its root is not a
 * mapping. */
AM_MUST_USE am_status am_yaml_read(am_arena *arena, am_report *report,
                                   const char *path, am_yaml **root);

/* Reads a text in memory likewise. */
AM_MUST_USE am_status am_yaml_parse(am_arena *arena, am_report *report,
                                    const am_source *source, am_yaml **root);

/* Value of `key`; NULL if there is none (or `map` is NULL). */
am_yaml *am_yaml_get(const am_yaml *map, const char *key);

/* Copy of a mapping without `key`; entries are shared. */
am_yaml *am_yaml_without(am_arena *arena, const am_yaml *map, const char *key);

/* Describes a node for messages: "a mapping", "a list", "'text'". */
const char *am_yaml_describe(am_arena *arena, const am_yaml *node);

/* AM_INPUT unless the node is of this kind; `what` names the node in the
 * message: "expected WHAT to be a mapping, found 'text'". */
AM_MUST_USE am_status am_yaml_expect(am_report *report, const am_yaml *node,
                                     am_yaml_kind kind, const char *what);

/* AM_INPUT unless `map` is a mapping whose keys are all among `keys`
 * (terminated by NULL); the message suggests the most similar key. */
AM_MUST_USE am_status am_yaml_known(am_report *report, const am_yaml *map,
                                    const char *what, const char *const *keys);

/* Read a scalar as a finite number, as an integer in [least, most], as true or
 * false, or as a text (any scalar). */
AM_MUST_USE am_status am_yaml_number(am_report *report, const am_yaml *node,
                                     const char *what, double *value);
AM_MUST_USE am_status am_yaml_integer(am_report *report, const am_yaml *node,
                                      const char *what, long least, long most,
                                      long *value);
AM_MUST_USE am_status am_yaml_boolean(am_report *report, const am_yaml *node,
                                      const char *what, bool *value);
AM_MUST_USE am_status am_yaml_text(am_report *report, const am_yaml *node,
                                   const char *what, const char **value);

/* Checks the key `format` of a file: the version that this program reads, 1. */
AM_MUST_USE am_status am_yaml_format(am_report *report, const am_yaml *node);

/* Reads a finite number >= 0, or > 0 if `positive`. */
AM_MUST_USE am_status am_bounded_number(am_report *report,
                                        const am_yaml *node, const char *what,
                                        bool positive, double *value);

/* Reads one of `names` [count] as its index; the message about other texts
 * lists the names and suggests the most similar one. */
AM_MUST_USE am_status am_choice(am_report *report, const am_yaml *node,
                                const char *what, const char *const *names,
                                size_t count, size_t *index);

/* True if there is no value, as after `key:` alone. */
bool am_yaml_is_empty(const am_yaml *node);

/* True if the scalar is written as a number. */
bool am_yaml_is_number(const am_yaml *node);

/* Changes the tree by an assignment KEY.KEY=VALUE as in `--set`: keys are
 * joined by dots, list items count from 1, and the value is a YAML flow text;
 * missing mappings are created.  The place of a message is in a source named
 * `origin`, whose text is the assignment.  AM_USAGE if the text is not an
 * assignment; AM_INPUT if the tree has no such place or the value is not
 * YAML. */
AM_MUST_USE am_status am_yaml_set(am_arena *arena, am_report *report,
                                  am_yaml *root, const char *origin,
                                  const char *assignment);

/* "--set", the origin of assignments by the user. */
extern const char am_yaml_option[];

/* True if the value was set by the user (am_yaml_option) instead of the
 * file. */
bool am_yaml_is_given(const am_yaml *node);

/* Writes a text in double quotes. */
void am_yaml_quote(am_buffer *out, const char *text);

/* Writes a node in flow style on one line; reading it gives the same node. */
void am_yaml_write(am_buffer *out, const am_yaml *node);

#endif
