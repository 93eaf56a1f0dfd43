# Parts of a release: completion, the archive of `make dist`, a Debian package.
EXTRA_DIST += packaging/debian

# ---- completion ------------------------------------------------------------

if !CROSS_COMPILING
completiondir = $(datadir)/bash-completion/completions
completion_DATA = packaging/completion/automat
CLEANFILES += packaging/completion/automat
endif

packaging/completion/automat: automat$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) packaging/completion && \
	  AUTOMAT_PATH='$(abs_top_srcdir)' ./automat$(EXEEXT) completion bash \
	    >$@.new && mv -f $@.new $@

# ---- schemas ---------------------------------------------------------------

# JSON schemas of materials and cases, for editors
if !CROSS_COMPILING
schemadir = $(pkgdatadir)/schema
schema_DATA = schema/material.json schema/case.json
CLEANFILES += $(schema_DATA)
uninstall_schema = uninstall-schemaDATA
endif

schema/material.json schema/case.json: automat$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) schema && \
	  ./automat$(EXEEXT) schema `basename $@ .json` >$@.new && mv -f $@.new $@

# ---- releases --------------------------------------------------------------

# The same source gives the same archive. All files have the time
# SOURCE_DATE_EPOCH, or that of the last commit, or that of configure.ac.
release_time = $${SOURCE_DATE_EPOCH:-`cd '$(srcdir)' && \
  { test -e .git && git log -1 --format=%ct 2>/dev/null || \
    date -r configure.ac +%s; }`}
am__tar = LC_ALL=C $${TAR-tar} --format=ustar --sort=name \
  --mtime=@$(release_time) --owner=0 --group=0 --numeric-owner \
  --mode=u+rw,go+rX,go-w -chf - "$$tardir"

# ---- the Debian package ----------------------------------------------------

# Builds packages in the folder deb, by debian/rules, from the archive of
# `make dist`.
deb: dist
	rm -rf deb
	$(MKDIR_P) deb
	gzip -dc $(distdir).tar.gz | (cd deb && $(am__untar))
	cp -R '$(srcdir)/packaging/debian' deb/$(distdir)/debian
	cd deb/$(distdir) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
	  dpkg-buildpackage -us -uc -b
	@ls deb/*.deb
.PHONY: deb
