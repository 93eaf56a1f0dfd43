#include "output/images.h"

#include <string.h>

#include "base/text.h"

const char *am_images_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

am_status am_images_open(am_arena *arena, am_report *report,
                         const am_images_format *format,
                         const am_images_layout *layout, long done,
                         am_images **images) {
  *images = AM_NEW(arena, am_images);
  **images = (am_images){
      .arena = arena, .format = format, .layout = *layout, .done = done};
  const char *path =
      am_format(arena, "%s%s", layout->path, format->endings[1]);
  AM_TRY(am_file_create(arena, report, path, &(*images)->described));
  am_status status = format->open(*images, report);
  if (status != AM_OK) am_file_discard(&(*images)->described);
  return status;
}

am_status am_images_begin(am_images *images, am_report *report) {
  return images->format->begin(images, report);
}

am_status am_images_put(am_images *images, am_report *report, size_t array,
                        const void *values) {
  return images->format->put(images, report, array, values);
}

am_status am_images_end(am_images *images, am_report *report) {
  AM_TRY(images->format->end(images, report));
  images->done++;
  return AM_OK;
}

am_status am_images_close(am_images *images, am_report *report) {
  am_status status = images->format->close(images, report);
  if (status != AM_OK && images->done == 0) {
    am_file_discard(&images->described);
    return status;
  }
  images->format->describe(images, images->described.stream);
  (void)am_file_failed(&images->described);
  am_status committed = am_file_commit(&images->described, report);
  return status == AM_OK ? committed : status;
}
