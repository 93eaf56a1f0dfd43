/* parts.h: headers of archive for other modules, in addition to archive.h. */
#ifndef AM_ARCHIVE_PARTS_H
#define AM_ARCHIVE_PARTS_H

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive.h"
#include "archive/h5.h"
#include "archive/histories.h"
#include "archive/vtkhdf.h"
#include "file/parts.h"

#endif
