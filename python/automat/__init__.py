"""Material laws given by two potentials, for numpy.

A thin layer of ctypes over libautomat (see libautomat(3)): arrays are numpy's
own memory, nothing is copied, and tensors are symmetric with six components
xx yy zz yz xz xy, shear strains as tensor components.

    import automat, numpy
    law = automat.Material("michel-suquet", E=180e3)
    step = law.evaluate(strains, duration=1.0, tangent=True)   # (n, 6)
    step.stress, step.tangent, step["eps_vp"]

Material(..., kinematics="logarithmic") takes deformation gradients by
`law.deform`, nine components xx yy zz yz xz xy zy zx yx.

`law.jax(...)` and `law.torch(...)` return functions that these differentiate
exactly, by the law's own tangent.
"""
import ctypes
import os

import numpy

__all__ = ["Deformation", "Error", "Material", "Step", "version"]

_double = ctypes.POINTER(ctypes.c_double)
_int = ctypes.POINTER(ctypes.c_int)


class _Variable(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("size", ctypes.c_int),
                ("offset", ctypes.c_int)]


class _Points(ctypes.Structure):
    """automat_points of automat.h, member for member."""
    _fields_ = (
        [("count", ctypes.c_long), ("duration", ctypes.c_double),
         ("stress_controlled", ctypes.c_int * 6)]
        + [(name, _double) for name in ("strain0", "state0", "target",
                                        "external0", "external1")]
        + [("stop", _int)]
        + [(name, _double) for name in (
            "substep", "strain", "stress", "state", "tangent",
            "tangent_external", "free_energy", "dissipation", "work")]
        + [("status", _int)])


class _Deformations(ctypes.Structure):
    """automat_deformations of automat.h, member for member."""
    _fields_ = (
        [("count", ctypes.c_long), ("duration", ctypes.c_double),
         ("stress_controlled", ctypes.c_int * 9)]
        + [(name, _double) for name in ("gradient0", "state0", "target",
                                        "external0", "external1")]
        + [("stop", _int)]
        + [(name, _double) for name in (
            "substep", "gradient", "nominal", "cauchy", "strain", "stress",
            "state", "tangent", "free_energy", "dissipation", "work")]
        + [("status", _int)])


def _load():
    """The library beside this file (a wheel), $AUTOMAT_LIBRARY, or the
    system's."""
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
        ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(_Variable)), _int, _int]
    library.automat_units.argtypes = [ctypes.c_void_p,
                                      ctypes.POINTER(ctypes.c_char_p),
                                      ctypes.POINTER(ctypes.c_char_p)]
    library.automat_fields.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(ctypes.c_char_p)), _int]
    library.automat_start.argtypes = [ctypes.c_void_p, _double]
    library.automat_evaluate.argtypes = [ctypes.c_void_p,
                                         ctypes.POINTER(_Points)]
    library.automat_deform.argtypes = [ctypes.c_void_p,
                                       ctypes.POINTER(_Deformations)]
    library.automat_kinematics.argtypes = [ctypes.c_void_p,
                                           ctypes.POINTER(ctypes.c_char_p)]
    return library


_library = _load()
_nine = ("xx", "yy", "zz", "yz", "xz", "xy", "zy", "zx", "yx")
_FAILED = 1


def version():
    return _library.automat_version().decode()


class Error(RuntimeError):
    """What a call had to say; `status` as in automat.h."""

    def __init__(self, status, message):
        super().__init__(message.strip())
        self.status = status


def _array(value, columns, count=None):
    """float64 [count][columns], contiguous; no copy where it is that
    already."""
    array = numpy.ascontiguousarray(value, dtype=numpy.float64)
    if array.ndim == 1:
        array = array.reshape(1, -1)
    if array.ndim != 2 or array.shape[1] != columns:
        raise ValueError(f"expected an array (n, {columns}), found "
                         f"{numpy.shape(value)}")
    if count is not None and len(array) != count:
        raise ValueError(f"expected {count} points, found {len(array)}")
    return array


def _pointer(array, kind=_double):
    return None if array is None else array.ctypes.data_as(kind)


class Step:
    """What a loading step has led to: strain, stress (n, 6), state (n, size),
    tangent (n, 6, 6) or None, free_energy, dissipation, work (n,), status
    (n,), 0 where a point is good; step["NAME"] is a view of an internal
    variable, (n,) or (n, 6)."""

    def __init__(self, material, count, tangent):
        self._material = material
        self.strain = numpy.full((count, 6), numpy.nan)
        self.stress = numpy.full((count, 6), numpy.nan)
        self.state = numpy.full((count, material.size), numpy.nan)
        self.tangent = (numpy.full((count, 6, 6), numpy.nan)
                        if tangent else None)
        self.free_energy = numpy.full(count, numpy.nan)
        self.dissipation = numpy.full(count, numpy.nan)
        self.work = numpy.full(count, numpy.nan)
        self.status = numpy.zeros(count, dtype=numpy.intc)

    def __getitem__(self, name):
        return self._material.view(self.state, name)


class Deformation(Step):
    """What a loading step under deformation gradients has led to: besides,
    gradient and nominal (n, 9), F and P, and cauchy (n, 6); strain and stress
    are the logarithmic strain and its work conjugate, tangent (n, 9, 9) is
    dP/dF or None."""

    def __init__(self, material, count, tangent):
        super().__init__(material, count, False)
        self.gradient = numpy.full((count, 9), numpy.nan)
        self.nominal = numpy.full((count, 9), numpy.nan)
        self.cauchy = numpy.full((count, 6), numpy.nan)
        if tangent:
            self.tangent = numpy.full((count, 9, 9), numpy.nan)


class Material:
    """A law: its material by name or file, keys of parameters and solver by
    `set`, or as keywords where they are parameters; kinematics: "small" or
    "logarithmic", the material's own where it is None."""

    def __init__(self, material, engine=None, kinematics=None, **parameters):
        self._model = ctypes.c_void_p()
        self._check(_library.automat_open(os.fsencode(material),
                                          ctypes.byref(self._model)))
        if engine:
            self.set("solver.engine", engine)
        if kinematics:
            self.set("kinematics", kinematics)
        for name, value in parameters.items():
            self.set(f"parameters.{name}", value)

    def __del__(self):
        if getattr(self, "_model", None):
            _library.automat_close(self._model)
            self._model = None

    def _check(self, status, allowed=0):
        if status not in (0, allowed):
            message = _library.automat_message(self._model).decode()
            raise Error(status, message)

    def set(self, key, value):
        """set("parameters.E", 200e3), set("solver.scheme", "rodas4")"""
        if isinstance(value, (list, tuple, numpy.ndarray)):
            value = "[" + ", ".join(repr(float(x)) for x in value) + "]"
        elif isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, (float, numpy.floating)):
            value = repr(float(value))
        self._check(_library.automat_set(self._model,
                                         f"{key}={value}".encode()))

    def threads(self, count):
        self._check(_library.automat_threads(self._model, count))

    def _variables(self):
        items, count = ctypes.POINTER(_Variable)(), ctypes.c_int()
        size = ctypes.c_int()
        self._check(_library.automat_variables(
            self._model, ctypes.byref(items), ctypes.byref(count),
            ctypes.byref(size)))
        return ({items[i].name.decode(): (items[i].offset, items[i].size)
                 for i in range(count.value)}, size.value)

    @property
    def variables(self):
        """Internal variables: name -> (offset in the state, size)."""
        return self._variables()[0]

    @property
    def size(self):
        """Numbers in the state of a point."""
        return self._variables()[1]

    @property
    def units(self):
        stress, time = ctypes.c_char_p(), ctypes.c_char_p()
        self._check(_library.automat_units(self._model, ctypes.byref(stress),
                                           ctypes.byref(time)))
        return {"stress": stress.value.decode(), "time": time.value.decode()}

    @property
    def kinematics(self):
        """"small" or "logarithmic"."""
        name = ctypes.c_char_p()
        self._check(_library.automat_kinematics(self._model,
                                                ctypes.byref(name)))
        return name.value.decode()

    @property
    def fields(self):
        """Names of the external fields, such as the temperature."""
        names, count = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_int()
        self._check(_library.automat_fields(self._model, ctypes.byref(names),
                                            ctypes.byref(count)))
        return [names[i].decode() for i in range(count.value)]

    def start(self, count):
        """The state at the start, (count, size)."""
        state = numpy.zeros(self.size)
        self._check(_library.automat_start(self._model, _pointer(state)))
        return numpy.tile(state, (count, 1))

    def view(self, state, name):
        """An internal variable in an array (..., size) of states."""
        offset, size = self.variables[name]
        part = state[..., offset:offset + size]
        return part[..., 0] if size == 1 else part

    def evaluate(self, target, duration, strain0=None, state0=None,
                 stress_controlled=(), tangent=False, strict=True,
                 external0=None, external1=None):
        """One loading step of n points to `target` (n, 6): strains, and
        stresses in the components of stress_controlled, names such as "yy".
        Raises Error where a point fails, unless strict is False: then its
        status tells, and what was to be found is NaN.  external0, external1
        (n, k) are the external fields of `fields` at the start and at the end,
        those of the material where they are None; with tangents, step's
        tangent_external (n, 6, k) is the derivative of the stress by them."""
        target = _array(target, 6)
        count = len(target)
        strain0 = None if strain0 is None else _array(strain0, 6, count)
        state0 = (None if state0 is None
                  else _array(state0, self.size, count))
        found = Step(self, count, tangent)
        k = len(self.fields)
        external0 = (None if external0 is None
                     else _array(external0, k, count))
        external1 = (None if external1 is None
                     else _array(external1, k, count))
        found.tangent_external = (numpy.full((count, 6, k), numpy.nan)
                                  if tangent and k else None)
        names = ("xx", "yy", "zz", "yz", "xz", "xy")
        points = _Points(count=count, duration=duration)
        for name in stress_controlled:
            points.stress_controlled[names.index(name)] = 1
        points.strain0 = _pointer(strain0)
        points.state0 = _pointer(state0)
        points.target = _pointer(target)
        points.external0 = _pointer(external0)
        points.external1 = _pointer(external1)
        for name in ("strain", "stress", "state", "tangent",
                     "tangent_external", "free_energy", "dissipation", "work"):
            setattr(points, name, _pointer(getattr(found, name)))
        points.status = _pointer(found.status, _int)
        self._check(_library.automat_evaluate(self._model,
                                              ctypes.byref(points)),
                    allowed=0 if strict else _FAILED)
        return found

    def deform(self, target, duration, gradient0=None, state0=None,
               stress_controlled=(), tangent=False, strict=True,
               external0=None, external1=None):
        """One loading step of n points to `target` (n, 9): deformation
        gradients, and nominal stresses in the components of
        stress_controlled; all else as in `evaluate`."""
        target = _array(target, 9)
        count, k = len(target), len(self.fields)

        def given(value, columns):
            return None if value is None else _array(value, columns, count)

        gradient0, state0 = given(gradient0, 9), given(state0, self.size)
        external0, external1 = given(external0, k), given(external1, k)
        found = Deformation(self, count, tangent)
        points = _Deformations(count=count, duration=duration)
        for name in stress_controlled:
            points.stress_controlled[_nine.index(name)] = 1
        points.gradient0 = _pointer(gradient0)
        points.state0 = _pointer(state0)
        points.target = _pointer(target)
        points.external0 = _pointer(external0)
        points.external1 = _pointer(external1)
        for name in ("gradient", "nominal", "cauchy", "strain", "stress",
                     "state", "tangent", "free_energy", "dissipation",
                     "work"):
            setattr(points, name, _pointer(getattr(found, name)))
        points.status = _pointer(found.status, _int)
        self._check(_library.automat_deform(self._model,
                                            ctypes.byref(points)),
                    allowed=0 if strict else _FAILED)
        return found

    # ---- functions that others differentiate --------------------------------

    def _stress_and_tangent(self, strain, duration, strain0, state0):
        step = self.evaluate(numpy.asarray(strain), duration, strain0, state0,
                             tangent=True)
        return step.stress, step.tangent

    def jax(self, duration, strain0=None, state0=None):
        """stress(strain) (n, 6) -> (n, 6) for jax: jit, jvp, grad and jacfwd
        are exact by the tangent."""
        import jax

        def call(strain):
            n = strain.shape[0]
            shapes = (jax.ShapeDtypeStruct((n, 6), strain.dtype),
                      jax.ShapeDtypeStruct((n, 6, 6), strain.dtype))
            return jax.pure_callback(
                lambda e: tuple(
                    a.astype(strain.dtype) for a in
                    self._stress_and_tangent(e, duration, strain0, state0)),
                shapes, strain, vmap_method="sequential")

        @jax.custom_jvp
        def stress(strain):
            return call(strain)[0]

        @stress.defjvp
        def _(primals, tangents):
            value, slope = call(primals[0])
            return value, jax.numpy.einsum("nij,nj->ni", slope, tangents[0])

        return stress

    def torch(self, duration, strain0=None, state0=None):
        """stress(strain) (n, 6) -> (n, 6) for torch, with its gradient."""
        import torch

        material = self

        class Stress(torch.autograd.Function):
            @staticmethod
            def forward(context, strain):
                value, slope = material._stress_and_tangent(
                    strain.detach().cpu().numpy(), duration, strain0, state0)
                context.save_for_backward(torch.from_numpy(slope))
                return torch.from_numpy(value).to(strain)

            @staticmethod
            def backward(context, given):
                slope, = context.saved_tensors
                return torch.einsum("ni,nij->nj", given.to(slope),
                                    slope).to(given)

        return Stress.apply
