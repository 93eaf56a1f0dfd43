/* parts.h: headers of file for other modules, in addition to file.h:
 *
 *   claim      checks that output files may be written
 *   csv_write  writes tables as CSV files (table/table.h), row by row
 *   json       writes JSON (RFC 8259)
 *   schema     writes tables of keys (yaml/keys.h) as a JSON schema, draft 7
 *   xml        reads the subset of XML used by VTK files
 */
#ifndef AM_FILE_PARTS_H
#define AM_FILE_PARTS_H

#include "file/output_lock.h"
#include "file/csv_write.h"
#include "file/json.h"
#include "file/schema.h"
#include "file/xml.h"

#endif
