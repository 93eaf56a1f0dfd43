#include <math.h>
#include <stdio.h>

#include "output/file.h"
#include "output/table.h"

struct am_csv {
  am_file file;
  size_t columns;
};

static void write_texts(FILE *out, const char *before,
                        const char *const *texts, size_t count) {
  fputs(before, out);
  for (size_t i = 0; i < count; i++)
    fprintf(out, "%s%s", i ? "," : "", texts && texts[i] ? texts[i] : "");
  fputc('\n', out);
}

am_status am_csv_create(am_arena *arena, am_report *report, const char *path,
                        const char *const *names, const char *const *units,
                        size_t columns, am_csv **csv) {
  *csv = AM_NEW(arena, am_csv);
  (*csv)->columns = columns;
  AM_TRY(am_file_create(arena, report, path, &(*csv)->file));
  write_texts((*csv)->file.stream, "", names, columns);
  write_texts((*csv)->file.stream, "#", units, columns);
  return AM_OK;
}

void am_csv_row(am_csv *csv, const double *row) {
  FILE *out = csv->file.stream;
  for (size_t i = 0; i < csv->columns; i++) {
    if (i) fputc(',', out);
    if (!isnan(row[i])) fprintf(out, "%.17g", row[i]);
  }
  fputc('\n', out);
  am_file_failed(&csv->file);
}

bool am_csv_failed(const am_csv *csv) { return csv->file.error != 0; }

void am_csv_discard(am_csv *csv) { am_file_discard(&csv->file); }

am_status am_csv_close(am_csv *csv, am_report *report) {
  return am_file_commit(&csv->file, report);
}
