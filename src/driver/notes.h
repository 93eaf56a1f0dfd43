/* notes.h: the names of the notes in a batch's file that replay reads. */
#ifndef AM_DRIVER_NOTES_H
#define AM_DRIVER_NOTES_H

#define AM_NOTE_CASE "case"         /* the text of the case */
#define AM_NOTE_FILE "case_file"    /* where it was; its inputs are there */
#define AM_NOTE_SETS "set"          /* YAML: {set: [assignments]} */
#define AM_NOTE_MATERIAL "material" /* the text of the material */
#define AM_NOTE_ENGINE "engine"     /* its name */

#endif
