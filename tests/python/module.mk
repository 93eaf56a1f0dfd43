# Tests of the Python binding
dist_check_SCRIPTS += tests/python/binding.sh
EXTRA_DIST += tests/python/cases.py
EXTRA_DIST += tests/python/objects.py
