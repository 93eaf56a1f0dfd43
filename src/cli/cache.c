/* cache.c: `automat cache`, shows and clears compiled units. */
#include "cli/command.h"

static void print_content(const char *folder,
                          const am_cache_content *content) {
  char day[16] = "";
  const struct tm *used = localtime(&content->oldest);
  if (used) strftime(day, sizeof day, "%Y-%m-%d", used);
  fputs("folder: ", stdout);
  am_print_text(stdout, folder);
  printf("\nfiles: %ld, %.3g MB\n", content->count, content->bytes * 1e-6);
  if (content->count) printf("least recently used: %s\n", day);
}

static am_status command_cache(am_context *context) {
  const am_options *o = &context->options;
  const char *folder = am_cache_folder(context->arena);
  if (!folder)
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "no cache: neither XDG_CACHE_HOME nor HOME names a folder "
                    "that only this user can write to");
  if (!o->clear) {
    const am_cache_content content =
        am_cache_scan(context->arena, folder, INFINITY, false);
    print_content(folder, &content);
    return AM_OK;
  }
  const am_cache_content gone =
      am_cache_scan(context->arena, folder, INFINITY, true);
  const am_cache_content left =
      am_cache_scan(context->arena, folder, INFINITY, false);
  printf("%ld files removed, %.3g MB\n", gone.count, gone.bytes * 1e-6);
  if (!left.count) return AM_OK;
  return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                  "%ld files in %s cannot be removed", left.count,
                  am_quoted(context->arena, folder));
}

static const am_option options[] = {
    {"clear", 0, NULL, "remove all files", AM_FLAG(clear)},
    AM_SHARED_HELP};

const am_command am_command_cache = {
    .name = "cache",
    .operands = "",
    .least = 0,
    .most = 0,
    .summary = "show or clear compiled code",
    .about =
        "Prints the folder of compiled laws, the number and size of its files\n"
        "and the last use of the oldest.  Files unused for 90 days are "
        "removed.",
    .options = options,
    .run = command_cache,
};
