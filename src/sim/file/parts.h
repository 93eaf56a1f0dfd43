/* parts.h: headers of file for other modules, in addition to file.h:
 *
 *   claim      files that are to be written belong to one process, which does
 *              not read them
 *   csv_write  tables written as CSV files (table/table.h), row by row
 *   json       JSON (RFC 8259) as it is written
 *   schema     tables of keys (yaml/keys.h) as a JSON schema, draft 7, by
 *              which editors complete and check files
 *   xml        as much of XML as files of VTK need
 */
#ifndef AM_FILE_PARTS_H
#define AM_FILE_PARTS_H

#include "file/claim.h"
#include "file/csv_write.h"
#include "file/json.h"
#include "file/schema.h"
#include "file/xml.h"

#endif
