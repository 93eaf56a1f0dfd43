/* tables.h: the tables that host/host.h lists; internal to export. */
#ifndef AM_EXPORT_TABLES_H
#define AM_EXPORT_TABLES_H

#include "base/text.h"
#include "export/description.h"

/* Those before the texts of host/; passes: of recorded substeps. */
void am_export_tables(am_buffer *out, const am_export *e, int passes);

/* Symbols that are one for each parameter. */
void am_export_symbols(am_buffer *out, const am_export *e);

#endif
