"""Builds a wheel for this platform, because it contains a library."""
from setuptools import Distribution, setup


class Platform(Distribution):
    def has_ext_modules(self):
        return True


setup(distclass=Platform)
