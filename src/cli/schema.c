/* schema.c: `automat schema`, prints a JSON schema of a kind of file. */
#include "cli/command.h"
#include "microstructure/parts.h"

static const am_yaml_shape phase = AM_KEYS(am_phase_keys);

static const am_yaml_shape external = AM_KEYS(am_voxel_values_keys);

static const am_yaml_key parts[] = {
    {"checks", AM_A_LIST(am_stated_values_check_shape), NULL},
    {"lacks", {.made = am_lacks_keys}, NULL},
    {"microstructure", AM_KEYS(am_microstructure_keys), NULL},
    {"phases", AM_A_MAPPING(phase), NULL},
    {"external", AM_A_MAPPING(external), NULL},
    {"homogenization", AM_KEYS(am_homogenization_keys), NULL},
    {"fields", AM_KEYS(am_cell_fields_keys), NULL},
    {"restart", AM_KEYS(am_restart_keys), NULL},
    {0}};

static const am_schema schemas[] = {
    {"material", AM_KEYS(am_material_keys), parts},
    {"case", AM_KEYS(am_case_keys), parts},
    {"study", AM_KEYS(am_case_keys), parts}}; /* reads a case */

enum { SCHEMAS = sizeof schemas / sizeof *schemas };

static am_status command_schema(am_context *context) {
  const char *kind = context->options.operands[0], *names[SCHEMAS];
  size_t i = 0;
  for (size_t k = 0; k < SCHEMAS; k++) names[k] = schemas[k].name;
  AM_TRY(am_expect_one(context->report, "KIND", kind, names, SCHEMAS));
  while (strcmp(names[i], kind)) i++;
  am_file out;
  AM_TRY(am_file_create(context->arena, context->report,
                        context->options.output, &out));
  am_schema_write(context->arena, &schemas[i], out.stream);
  return am_file_commit(&out, context->report);
}

static const am_option options[] = {
    {"output", 'o', "FILE",
     "write the schema to FILE (default: standard output)", AM_TEXT(output)},
    AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_schema = {
    .name = "schema", .operands = "material|case|study", .least = 1, .most = 1,
    .summary = "write a JSON schema for editors",
    .about =
        "Writes a JSON schema (draft 7) of the keys of a material or case, "
        "with\nwhich editors complete and check keys; a study reads a case.  "
        "Files of\n'automat new' refer to the installed schema in their first "
        "line.",
    .options = options, .run = command_schema,
};
