/* interfaces.h: a loading step by the interpreter and through each interface of
 * a library; internal to export. */
#ifndef AM_EXPORT_INTERFACES_H
#define AM_EXPORT_INTERFACES_H

#include "check/loadings.h"
#include "export/description.h"
#include "export/library.h"

/* What a law has done with a step, in Kelvin-Mandel components xx yy zz yz xz
 * xy; `state` in coordinates, as differences from the law's at its start. */
typedef struct {
  double stress[6], tangent[36], stored, dissipated;
  double *state;          /* [na] */
  double *before, *after; /* the state as the host has it [6][variables] */
  bool good;
} am_host_answer;

/* A law and its library. */
typedef struct {
  am_subject *subject;
  const am_law *law;
  const am_library *library;
  am_engine_program *program; /* of the interpreter */
  const am_solver *solver;
  am_step *step;              /* of the interpreter */
  const am_export *known;     /* numbers and fields as hosts have them */
  double *properties;         /* [property_count] */
  double *numbers;            /* [known->count] for the UMAT, NULL: those of
                                 the library */
} am_host_session;

am_host_answer am_host_answer_new(am_arena *arena, const am_law *law);

/* An interface: how it is called in a step. */
typedef struct {
  const char *name;
  void (*take)(const am_host_session *s, const am_loading *loading,
               am_host_answer *found);
} am_host_way;

enum { AM_HOST_WAYS = 2 };
extern const am_host_way am_host_ways[AM_HOST_WAYS];

/* Compiles the law for the interpreter. */
AM_MUST_USE am_status am_host_compile(am_host_session *s, am_report *report,
                                      am_law *law);

/* The interpreter's answer to compare with. */
void am_host_expected(const am_host_session *s, const am_loading *loading,
                      am_host_answer *expected);

#endif
