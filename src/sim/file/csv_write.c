/* csv_write.c: writes tables as CSV files, row by row. */
#include "file/parts.h"
#include "file/file.h"

struct am_csv {
  am_file file;
  am_arena *arena;
  size_t columns;
  char *line; /* buffer for one line of numbers */
};

am_status am_csv_create(am_arena *arena, am_report *report, const char *path,
                        am_csv **csv) {
  am_csv *created = AM_NEW(arena, am_csv);
  created->arena = arena;
  *csv = NULL; /* unless the file exists */
  AM_TRY(am_file_create(arena, report, path, &created->file));
  *csv = created;
  return AM_OK;
}

/* Writes a text escaped as by base/text.h, except characters allowed in
 * quotes. */
static void write_text(FILE *out, const char *text) {
  bool quoted = text[strcspn(text, ",;\t\"\n")] || *text == '#';
  if (quoted) putc('"', out);
  while (*text) {
    char shown[AM_SHOWN_SIZE] = {*text};
    if (*text == '"') putc('"', out);
    if (strchr("\t\n", *text))
      text++;
    else
      text += am_utf8_show(text, strlen(text), shown);
    fputs(shown, out);
  }
  if (quoted) putc('"', out);
}

/* Writes one line: texts if present, numbers otherwise. */
static void write_line(am_csv *csv, const double *values,
                       const char *const *texts) {
  char *end = csv->line;
  for (size_t i = 0; i < csv->columns; i++) {
    if (i) *end++ = ',';
    if (texts && texts[i]) {
      fwrite(csv->line, 1, (size_t)(end - csv->line), csv->file.stream);
      end = csv->line;
      write_text(csv->file.stream, texts[i]);
    } else if (values && !isnan(values[i])) {
      end += am_number_write(end, values[i]);
    }
  }
  *end++ = '\n';
  fwrite(csv->line, 1, (size_t)(end - csv->line), csv->file.stream);
  am_file_failed(&csv->file);
}

void am_csv_table(am_csv *csv, const am_table *table) {
  size_t width = csv->columns = table->columns;
  csv->line = am_arena_room(csv->arena, (AM_NUMBER_SIZE + 1) * (width + 1));
  write_line(csv, NULL, table->names);
  if (table->units) {
    putc('#', csv->file.stream);
    write_line(csv, NULL, table->units);
  }
  if (table->voigt)
    fprintf(csv->file.stream, "# %s (shear strains are 2 eps_ij, also in "
                              "tangents)\n", AM_VOIGT);
  for (size_t r = 0; r < table->rows; r++)
    write_line(csv, table->values + r * width,
               table->texts ? table->texts + r * width : NULL);
}

void am_csv_row(am_csv *csv, const double *row) { write_line(csv, row, NULL); }

bool am_csv_failed(const am_csv *csv) { return csv->file.error != 0; }

void am_csv_discard(am_csv *csv) { am_file_discard(&csv->file); }

am_status am_csv_close(am_csv *csv, am_report *report) {
  return am_file_commit(&csv->file, report);
}
