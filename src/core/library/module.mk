lib_LTLIBRARIES = libautomat.la
libautomat_la_SOURCES =
libautomat_la_LIBADD = libcore.la
libautomat_la_LDFLAGS = -no-undefined -version-info 2:0:1 \
  -Wl,--version-script='$(srcdir)/src/core/library/libautomat.map'
EXTRA_libautomat_la_DEPENDENCIES = src/core/library/libautomat.map
EXTRA_DIST += src/core/library/libautomat.map

include_HEADERS = src/core/library/automat.h
pkgconfigdir = $(libdir)/pkgconfig

# automat.pc contains paths relative to its own folder, so that it remains valid
# if an installation is moved as a whole, or made by `make install prefix=...`.
# Folders outside of the prefix have absolute paths.
install-pkgconfig: automat.pc
	below() { \
	  case $$1 in "$$2" | "$$2"/*) echo "$$3$${1#"$$2"}" ;; *) echo "$$1" ;; esac; \
	}; \
	prefix=`below '$(pkgconfigdir)' '$(prefix)' '' | sed 's,/[^/]*,/..,g'`; \
	case '$(pkgconfigdir)' in \
	  '$(prefix)'/*) prefix="\$${pcfiledir}$$prefix" ;; \
	  *) prefix='$(prefix)' ;; \
	esac; \
	inside() { below "$$1" '$(prefix)' '$${prefix}'; }; \
	$(MKDIR_P) '$(DESTDIR)$(pkgconfigdir)' && \
	sed -e "s|^prefix=.*|prefix=$$prefix|" \
	  -e "s|^exec_prefix=.*|exec_prefix=`inside '$(exec_prefix)'`|" \
	  -e "s|^libdir=.*|libdir=`inside '$(libdir)'`|" \
	  -e "s|^includedir=.*|includedir=`inside '$(includedir)'`|" \
	  automat.pc >'$(DESTDIR)$(pkgconfigdir)/automat.pc'

uninstall-pkgconfig:
	rm -f '$(DESTDIR)$(pkgconfigdir)/automat.pc'
.PHONY: install-pkgconfig uninstall-pkgconfig

