/* claim.h: files that are to be written belong to one process, which does not
 * read them. */
#ifndef AM_FILE_CLAIM_H
#define AM_FILE_CLAIM_H

#include "base/base.h"

/* Says why nothing is to be written there, or AM_OK: AM_ENVIRONMENT where
 * somebody else's link leads away (base/link.h), AM_USAGE where the command
 * reads the file, too, or where a launcher has started several
 * processes, which would all write it: unless am_claim_apart has said that
 * this command gives each one files of its own. */
AM_MUST_USE am_status am_claim_output(am_report *report, const char *path);

/* AM_USAGE with a message where the command has read the file. */
AM_MUST_USE am_status am_claim_unread(am_report *report, const char *path);

void am_claim_apart(am_report *report, bool apart);

/* The same for the outputs of one command, [count], NULL and "-": standard
 * output; and no two of them are one file. */
AM_MUST_USE am_status am_claim_outputs(am_report *report,
                                       const char *const *paths, size_t count);

/* A new file PATH.part, held by a lock for as long as its descriptor is open;
 * one that a killed process of the same user has left there is removed.
 * Negative, with why it cannot be had, where another process holds it. */
int am_claim_part(am_arena *arena, const char *part, const char **why);

/* ---- endings of names --------------------------------------------------- */

/* A file is written in the format of its command, whatever its name: a name
 * that promises another one would deceive whoever opens it.  Endings that are
 * in no table, and names without one, promise nothing. */
typedef enum {
  AM_WRITES_ANYTHING,
  AM_WRITES_CSV,
  AM_WRITES_HDF5,
  AM_WRITES_HTML,
  AM_WRITES_JSON,
  AM_WRITES_XML,
  AM_WRITES_YAML
} am_written;

/* `status` with a message at the place where `path`, which `what` names,
 * promises another format than that which is written. */
AM_MUST_USE am_status am_ending_check(am_report *report, am_status status,
                                      am_place place, const char *what,
                                      const char *path, am_written written);

#endif
