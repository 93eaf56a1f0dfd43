"""Structs and functions of libautomat for ctypes."""
import ctypes
import os

doubles = ctypes.POINTER(ctypes.c_double)
integers = ctypes.POINTER(ctypes.c_int)


class Variable(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("size", ctypes.c_int),
                ("offset", ctypes.c_int)]


class Points(ctypes.Structure):
    """Members of automat_points in automat.h."""
    _fields_ = (
        [("count", ctypes.c_long), ("duration", ctypes.c_double),
         ("stress_controlled", ctypes.c_int * 6)]
        + [(name, doubles) for name in ("strain0", "state0", "target",
                                        "external0", "external1")]
        + [("stop", integers)]
        + [(name, doubles) for name in (
            "substep", "strain", "stress", "state", "tangent",
            "tangent_external", "free_energy", "dissipation", "work")]
        + [("status", integers)])


class Deformations(ctypes.Structure):
    """Members of automat_deformations in automat.h."""
    _fields_ = (
        [("count", ctypes.c_long), ("duration", ctypes.c_double),
         ("stress_controlled", ctypes.c_int * 9)]
        + [(name, doubles) for name in ("gradient0", "state0", "target",
                                        "external0", "external1")]
        + [("stop", integers)]
        + [(name, doubles) for name in (
            "substep", "gradient", "nominal", "cauchy", "strain", "stress",
            "state", "tangent", "free_energy", "dissipation", "work")]
        + [("status", integers)])


def load():
    """Loads the library next to this file (in a wheel), $AUTOMAT_LIBRARY, or
    the library of the system."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(here, "libautomat.so")
    if os.path.exists(beside):
        os.environ.setdefault("AUTOMAT_PATH", here)
    elif "AUTOMAT_LIBRARY" in os.environ:
        beside = os.environ["AUTOMAT_LIBRARY"]
    else:
        beside = "libautomat.so.1"
    library = ctypes.CDLL(beside)
    library.automat_version.restype = ctypes.c_char_p
    library.automat_message.restype = ctypes.c_char_p
    library.automat_message.argtypes = [ctypes.c_void_p]
    library.automat_open.argtypes = [ctypes.c_char_p,
                                     ctypes.POINTER(ctypes.c_void_p)]
    library.automat_close.argtypes = [ctypes.c_void_p]
    library.automat_close.restype = None
    library.automat_set.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.automat_threads.argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.automat_variables.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(Variable)), integers,
        integers]
    library.automat_units.argtypes = [ctypes.c_void_p,
                                      ctypes.POINTER(ctypes.c_char_p),
                                      ctypes.POINTER(ctypes.c_char_p)]
    library.automat_fields.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(ctypes.c_char_p)),
        integers]
    library.automat_start.argtypes = [ctypes.c_void_p, doubles]
    library.automat_evaluate.argtypes = [ctypes.c_void_p,
                                         ctypes.POINTER(Points)]
    library.automat_deform.argtypes = [ctypes.c_void_p,
                                       ctypes.POINTER(Deformations)]
    library.automat_kinematics.argtypes = [ctypes.c_void_p,
                                           ctypes.POINTER(ctypes.c_char_p)]
    return library
