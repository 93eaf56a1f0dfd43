"""The wheel holds a library, so it is one of this platform."""
from setuptools import Distribution, setup


class Platform(Distribution):
    def has_ext_modules(self):
        return True


setup(distclass=Platform)
