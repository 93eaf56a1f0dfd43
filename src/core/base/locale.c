/* locale.c: the locale "C" for one thread during a call. */
#include "base/locale.h"

bool am_locale_enter(am_locale *locale) {
  locale->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!locale->plain) return false;
  locale->before = uselocale(locale->plain);
  return true;
}

void am_locale_leave(am_locale *locale) {
  uselocale(locale->before);
  freelocale(locale->plain);
}
