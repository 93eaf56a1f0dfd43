/* notes.h: the names of the notes in a batch's file that replay reads. */
#ifndef AM_BATCH_NOTES_H
#define AM_BATCH_NOTES_H

#include <stdbool.h>

#define AM_NOTE_CASE "case"         /* the text of the case */
#define AM_NOTE_FILE "case_file"    /* where it was; its inputs are there */
#define AM_NOTE_SETS "set"          /* YAML: {set: [assignments]} */
#define AM_NOTE_MATERIAL "material" /* the text of the material */
#define AM_NOTE_ENGINE "engine"     /* its name */

/* Is an assignment, "KEY=VALUE", one of AM_NOTE_SETS?  Which engine does the
 * work is a note of its own. */
bool am_set_is_noted(const char *set);

#endif
