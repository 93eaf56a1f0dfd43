/* parts.h: headers that several files of export use. */
#ifndef AM_EXPORT_PARTS_H
#define AM_EXPORT_PARTS_H

#include "check/parts.h"
#include "engine/parts.h"
#include "export/interfaces.h"

#endif
