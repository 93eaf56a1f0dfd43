# Manual pages.
dist_man_MANS += man/automat-case.5
dist_man_MANS += man/automat-check.1
dist_man_MANS += man/automat-emit.1
dist_man_MANS += man/automat-list.1
dist_man_MANS += man/automat-material.5
dist_man_MANS += man/automat-run.1
dist_man_MANS += man/automat.1
