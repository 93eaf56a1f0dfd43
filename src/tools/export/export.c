/* export.c: composes the source of a library. */
#include "export/export.h"

#include <string.h>

#include "base/base.h"
#include "emit/source.h"
#include "emit/parts.h"

static const am_embedded_text host_texts[] = {
#include "export/texts.inc"
    {NULL, NULL}};

/* Order of the texts; some are only for laws with deformation gradients. */
static const struct {
  const am_embedded_text *texts;
  const char *name;
  bool deformed;
} parts[] = {{am_core_texts, "kernel/control/principal.h", true},
             {am_core_texts, "kernel/control/logarithmic.h", true},
             {host_texts, "export/host.h", false},
             {host_texts, "export/host_deformed.h", true},
             {host_texts, "export/host_dump.h", false},
             {host_texts, "export/host_generic.h", false},
             {host_texts, "export/host_umat.h", false}};

/* Delimiters of lines that are only for laws with deformation gradients, and of
 * their alternative. */
static const char OPENS[] = "#if H_DEFORMED\n";
static const char ELSE[] = "#else\n";
static const char CLOSES[] = "#endif /* H_DEFORMED */\n";

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

static void add_lines(am_buffer *out, const char *text, bool deformed) {
  bool inside = false, kept = true;
  while (*text) {
    int length = (int)strcspn(text, "\n") + 1;
    if (begins(text, OPENS))
      inside = true, kept = deformed;
    else if (inside && begins(text, ELSE))
      kept = !deformed;
    else if (begins(text, CLOSES))
      inside = false, kept = true;
    else if (kept)
      am_buffer_add(out, "%.*s", length, text);
    text += length;
  }
}

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
    if (parts[i].deformed && !e->deformed) continue;
    am_buffer_add(&out, "\n/* ==== %s */\n\n", name);
    add_lines(&out, am_embedded_find(parts[i].texts, name), e->deformed);
  }
  am_export_symbols(&out, e);
  *text = out.text;
  return AM_OK;
}
