/* csv_write.c: writes tables as CSV files, row by row. */
#include "file/parts.h"

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

/* Length of the text of a number; digits 0: the shortest text that is exact. */
static size_t write_number(char text[static AM_NUMBER_SIZE], double value,
                           int digits) {
  return (size_t)(digits ? snprintf(text, AM_NUMBER_SIZE, "%.*g", digits, value)
                         : am_number_write(text, value));
}

/* Writes one line: texts if present, numbers otherwise. */
static void write_line(am_file *file, const double *values,
                       const char *const *texts, size_t count) {
  FILE *out = file->stream;
  for (size_t i = 0; i < count; i++) {
    char number[AM_NUMBER_SIZE];
    if (i) putc_unlocked(',', out);
    if (texts && texts[i])
      write_text(out, texts[i]);
    else if (values && !isnan(values[i]))
      fwrite_unlocked(number, 1, write_number(number, values[i], file->digits),
                      out);
  }
  putc('\n', out);
  am_file_failed(file);
}

void am_csv_table(am_file *file, const am_table *table) {
  size_t width = table->columns;
  write_line(file, NULL, table->names, width);
  if (table->units) {
    putc('#', file->stream);
    write_line(file, NULL, table->units, width);
  }
  if (table->voigt)
    fprintf(file->stream, "# %s (shear strains are 2 eps_ij, also in "
                          "tangents)\n", AM_VOIGT);
  for (size_t r = 0; r < table->rows; r++)
    write_line(file, table->values + r * width,
               table->texts ? table->texts + r * width : NULL, width);
}

void am_csv_row(am_file *file, const double *row, size_t columns) {
  write_line(file, row, NULL, columns);
}
