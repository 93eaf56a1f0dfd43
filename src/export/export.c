/* export.c: the text of a library. */
#include "export/export.h"

#include "base/text.h"
#include "emit/source.h"
#include "emit/texts.h"
#include "export/tables.h"

static const char *const host_texts[] = {
    "host/host.h", "host/dump.h", "host/generic.h", "host/umat.h", NULL};

am_status am_export_write(am_arena *arena, am_report *report, am_law *law,
                          const am_export *e, const char **text) {
  const am_law_source_options options = {.lanes = 1, .inner = true};
  am_buffer out = {.arena = arena};
  am_law_source source;
  am_law_source_write(arena, law, e->solver, &options, &source);
  AM_TRY(am_law_check_size(report, law));
  am_buffer_add(&out, "%s", source.text);
  am_export_tables(&out, e, source.passes);
  for (int i = 0; host_texts[i]; i++)
    am_buffer_add(&out, "\n/* ==== %s */\n\n%s", host_texts[i],
                  am_embedded_text(host_texts[i]));
  am_export_symbols(&out, e);
  *text = out.text;
  return AM_OK;
}
