/* export.c: composes the source of a library. */
#include <errno.h>

#include "export/parts.h"
#include "emit/source.h"
#include "file/file.h"

static const am_embedded_text host_texts[] = {
#include "export/texts.inc"
    {NULL, NULL}};

/* Order of the texts. */
static const struct {
  const am_embedded_text *texts;
  const char *name;
} parts[] = {{am_core_texts, "kernel/control/logarithmic.h"},
             {host_texts, "export/host.h"},
             {host_texts, "export/host_deformed.h"},
             {host_texts, "export/host_plane_stress.h"},
             {host_texts, "export/host_dump.h"},
             {host_texts, "export/host_generic.h"},
             {host_texts, "export/host_umat.h"}};

am_status am_export_write(am_arena *arena, am_report *report, am_law *law,
                          const am_export *e, const char **text) {
  const am_law_source_options options = {.lanes = 1, .inner = true};
  am_buffer out = {.arena = arena};
  am_law_source source;
  am_law_source_write(arena, law, e->solver, &options, &source);
  AM_TRY(am_law_check_size(report, law));
  am_buffer_add(&out, "%s", source.text);
  am_export_tables(&out, e, source.passes);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const char *name = parts[i].name;
    am_buffer_add(&out, "\n/* ==== %s */\n\n%s", name,
                  am_embedded_find(parts[i].texts, name));
  }
  am_export_symbols(&out, e);
  *text = out.text;
  return AM_OK;
}

/* Compiles the source of an export to a shared library. */

static const char *const libraries[] = {"-lm", NULL};

/* Flags for any processor of the family unless one is named; only entry points
 * are visible.  The source of a law has no common subexpressions; the search
 * for them would take a seventh of the compiler's time. */
static const char *const flags[] = {
    "-O3", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off",
    "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
    "-fno-gcse", "-fno-gcse-after-reload",
    "-fvisibility=hidden", "-fPIC", "-shared", "-w", "-s", NULL};

enum { FLAGS = sizeof flags / sizeof *flags };

/* words [FLAGS + 1] */
static void list_flags(am_arena *arena, const char *architecture,
                       const char **words) {
  memcpy(words, flags, sizeof flags);
  if (!architecture) return;
  words[FLAGS - 1] = am_format(arena, "-march=%s", architecture);
  words[FLAGS] = NULL;
}

const char *am_export_command(am_arena *arena, const char *source,
                              const char *architecture, const char *file) {
  const char *words[FLAGS + 1];
  am_buffer out = {.arena = arena};
  list_flags(arena, architecture, words);
  am_buffer_add(&out, "cc");
  for (int i = 0; words[i]; i++) am_buffer_add(&out, " %s", words[i]);
  am_buffer_add(&out, " -o %s %s -lm", file, source);
  return out.text;
}

/* Temporary location of the library before it is renamed. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_compiler compiler;
  const char *folder;
  const char *architecture;
} maker;

static am_status copy_to(maker *m, const char *product, const char *file) {
  char block[1 << 14];
  size_t length;
  am_file out;
  FILE *in = fopen(product, "rb");
  if (!in)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot read '%s': %s", product, am_errno_text(errno));
  am_status status = am_file_create(m->arena, m->report, file, &out);
  while (status == AM_OK && (length = fread(block, 1, sizeof block, in)))
    if (fwrite(block, 1, length, out.stream) != length) break;
  fclose(in);
  return status == AM_OK ? am_file_commit(&out, m->report) : status;
}

static am_status make(maker *m, const char *text, const char *file) {
  const char *words[FLAGS + 1];
  list_flags(m->arena, m->architecture, words);
  const am_compilation files = {
      .flags = words, .libraries = libraries,
      .source = am_format(m->arena, "%s/law.c", m->folder),
      .object = am_format(m->arena, "%s/law.so", m->folder)};
  bool hopeless;
  AM_TRY(am_file_write_new(m->report, files.source, text));
  AM_TRY(am_compiler_run(m->arena, m->report, &m->compiler, &files, &hopeless));
  return copy_to(m, files.object, file);
}

am_status am_export_compile(am_arena *arena, am_report *report,
                            const char *text, const char *architecture,
                            const char *file) {
  maker m = {.arena = arena, .report = report, .architecture = architecture};
  const char *base = getenv("TMPDIR");
  if (!am_compiler_find(arena, &m.compiler))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no C compiler: '%s' is not found; --source writes the "
                    "text for another machine",
                    m.compiler.words[0]);
  if (!base || !*base) base = "/tmp";
  /* A signal ends the compiler, and the folder is removed. */
  bool heeding = am_arena_interruptible(arena, false);
  const char *why = am_temporary_make(arena, base, "automat", &m.folder);
  am_status status =
      why ? am_error(report, AM_ENVIRONMENT, am_nowhere,
                     "cannot make a folder for generated code in '%s': %s",
                     base, why)
          : make(&m, text, file);
  if (!why) am_temporary_remove(m.folder);
  am_arena_interruptible(arena, heeding);
  return status != AM_OK && am_arena_stopped(arena) ? AM_FAILED : status;
}
