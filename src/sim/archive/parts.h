/* parts.h: headers of archive for other modules, in addition to archive.h:
 *
 *   archive_merge  the files of all shards of a batch (shard.h) made one
 *   archive_read   the quantities in a file of archive/archive.h
 *   conventions    what a reader of an HDF5 file must know of its numbers, the
 *                  texts of the group /conventions
 *   h5             what the files of output share of HDF5
 *   histories      an HDF5 file of many points' histories, which the key
 *                  `points
 *   shard          a part of a long work that is done by itself, anywhere and
 *                  at any time, and put together with the others later
 *   vtkhdf         the group /VTKHDF of a file of fields, which ParaView and
 *                  VTK read (docs.vtk.org, VTKHDF file format)
 */
#ifndef AM_ARCHIVE_PARTS_H
#define AM_ARCHIVE_PARTS_H

#include "archive/archive_merge.h"
#include "archive/archive_read.h"
#include "archive/conventions.h"
#include "archive/h5.h"
#include "archive/histories.h"
#include "archive/shard.h"
#include "archive/vtkhdf.h"

#endif
