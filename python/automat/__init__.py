"""Material laws given by two potentials, for numpy.

A thin ctypes layer over libautomat; see libautomat(3). Arrays are not copied.
Tensors are symmetric with the six components xx yy zz yz xz xy; shear strains
are tensor components.

    import automat, numpy
    law = automat.Material("michel-suquet", E=180e3)
    step = law.evaluate(strains, duration=1.0, tangent=True)   # (n, 6)
    step.stress, step.tangent, step["eps_vp"]

With Material(..., kinematics="logarithmic"), `law.deform` takes deformation
gradients with the nine components xx yy zz yz xz xy zy zx yx.

`law.jax(...)` and `law.torch(...)` return functions that JAX and PyTorch
differentiate exactly, using the law's own tangent. Second derivatives are
errors.

Only one thread at a time can use a Material; others wait. To work in several
threads, give each its own copy: `copy.copy(law)` is a new model with the same
settings. `law.close()`, or leaving a `with` block, frees the model.
"""
import ctypes
import functools
import operator
import os
import threading
import weakref

import numpy

from automat._library import (Deformations, Points, Variable, doubles,
                              integers, load)

__all__ = ["Deformation", "Error", "Material", "Step", "version"]

_library = load()
_six = ("xx", "yy", "zz", "yz", "xz", "xy")
_nine = ("xx", "yy", "zz", "yz", "xz", "xy", "zy", "zx", "yx")
_FAILED = 1


def version():
    return _library.automat_version().decode()


class Error(RuntimeError):
    """A failed call, with its message; `status` as in automat.h."""

    def __init__(self, status, message):
        super().__init__(message.strip())
        self.status = status


def _is_masked(value):
    """True if an array, or an array in a list, has masked entries."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_masked, value))
    return numpy.ma.is_masked(value)


def _array(value, columns, count=None):
    """Contiguous float64 [count][columns]; copies only if necessary."""
    if _is_masked(value):
        raise ValueError("masked entries have no value: fill them, or select "
                         "the points without")
    if numpy.iscomplexobj(value):
        raise TypeError("expected real numbers, found complex ones")
    array = numpy.ascontiguousarray(value, dtype=numpy.float64)
    if array.ndim == 1:
        array = array.reshape(1, -1)
    if array.ndim != 2 or array.shape[1] != columns:
        raise ValueError(f"expected an array (n, {columns}), found "
                         f"{numpy.shape(value)}")
    if count is not None and len(array) != count:
        raise ValueError(f"expected {count} points, found {len(array)}")
    return array


def _pointer(array, kind=doubles):
    return None if array is None else array.ctypes.data_as(kind)


def _encoded(text):
    """Bytes of a text for C; rejects NUL characters."""
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError(f"{text!r} contains a NUL character")
    return data


def _yaml(value):
    """YAML text of the value of an assignment."""
    if isinstance(value, (list, tuple, numpy.ndarray)):
        if _is_masked(value):
            raise ValueError("masked entries have no value")
        return "[" + ", ".join(map(_yaml, value)) + "]"
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, numpy.floating)):
        return repr(float(value))
    return str(value)


def _marked(marks, names, chosen):
    """Sets the marks of the chosen components."""
    if isinstance(chosen, str):
        raise ValueError(f"expected a list of components such as "
                         f"[{chosen!r}], found {chosen!r}")
    for name in chosen:
        if name not in names:
            raise ValueError(f"unknown component {name!r}: expected one of "
                             + " ".join(names))
        marks[names.index(name)] = 1


def _view(variables, state, name):
    if name not in variables:
        raise KeyError(f"no internal variable {name!r}: expected one of "
                       + ", ".join(variables))
    offset, size = variables[name]
    part = state[..., offset:offset + size]
    return part[..., 0] if size == 1 else part


class Step:
    """Results of a loading step: strain, stress (n, 6), state (n, size),
    tangent (n, 6, 6) or None, free_energy, dissipation, work (n,), and status
    (n,), which is 0 for points that succeeded; step["NAME"] is a view of an
    internal variable, (n,) or (n, 6)."""

    def __init__(self, material, count, tangent):
        self._variables, size = material._variables()
        self.strain = numpy.full((count, 6), numpy.nan)
        self.stress = numpy.full((count, 6), numpy.nan)
        self.state = numpy.full((count, size), numpy.nan)
        self.tangent = (numpy.full((count, 6, 6), numpy.nan)
                        if tangent else None)
        self.free_energy = numpy.full(count, numpy.nan)
        self.dissipation = numpy.full(count, numpy.nan)
        self.work = numpy.full(count, numpy.nan)
        self.status = numpy.zeros(count, dtype=numpy.intc)

    def __getitem__(self, name):
        return _view(self._variables, self.state, name)


class Deformation(Step):
    """Results of a loading step under deformation gradients. In addition to
    those of Step: gradient F and nominal stress P (n, 9), and cauchy (n, 6).
    strain and stress are the logarithmic strain and its work conjugate;
    tangent (n, 9, 9) is dP/dF or None."""

    def __init__(self, material, count, tangent):
        super().__init__(material, count, False)
        self.gradient = numpy.full((count, 9), numpy.nan)
        self.nominal = numpy.full((count, 9), numpy.nan)
        self.cauchy = numpy.full((count, 6), numpy.nan)
        if tangent:
            self.tangent = numpy.full((count, 9, 9), numpy.nan)


def _locked(method):
    """Allows only one thread at a time in a method."""
    @functools.wraps(method)
    def call(self, *arguments, **named):
        with self._lock:
            return method(self, *arguments, **named)
    return call


_materials = weakref.WeakSet()


def _after_fork():
    """Invalidates models that another thread was changing during the fork."""
    for material in list(_materials):
        if not material._lock.acquire(blocking=False):
            material._model = None
            material._lost = ("another thread was using the material when "
                              "this process was forked: copy it before")
        material._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _restore(kind, material, assignments, threads):
    """New model with given settings; see Material.__reduce__."""
    made = kind.__new__(kind)
    made._open(material)
    for assignment in assignments:
        made._assign(assignment)
    made.threads(threads)
    return made


class Material:
    """A law. `material` is the name of an installed material or a file;
    keywords are parameters. Use `set` for other keys of parameters and solver.
    kinematics is "small", "logarithmic", or None for that of the material.

    Copies and pickles are new models: they read the material again and apply
    the same settings."""

    def __init__(self, material, engine=None, kinematics=None, **parameters):
        self._open(material)
        if engine:
            self.set("solver.engine", engine)
        if kinematics:
            self.set("kinematics", kinematics)
        for name, value in parameters.items():
            self.set(f"parameters.{name}", value)

    def _open(self, material):
        name = _encoded(material)
        if name.endswith(b".yaml"):
            name = os.path.abspath(name)
        self._lock, self._lost = threading.RLock(), "the material is closed"
        self._name, self._assignments, self._threads = name, {}, 0
        self._model = ctypes.c_void_p()
        status = _library.automat_open(name, ctypes.byref(self._model))
        if status:
            message = _library.automat_message(self._model).decode()
            self.close()
            raise Error(status, message)
        _materials.add(self)

    def close(self):
        """Frees the model, which cannot be used afterwards."""
        with self._lock:
            _library.automat_close(self._model)
            self._model = None

    def __del__(self):
        if getattr(self, "_model", None):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @_locked
    def __reduce__(self):
        if not self._model:
            raise ValueError(self._lost)
        own = {"_lock", "_lost", "_name", "_assignments", "_threads", "_model"}
        rest = {k: v for k, v in self.__dict__.items() if k not in own}
        return (_restore, (type(self), self._name,
                           list(self._assignments.values()), self._threads),
                rest or None)

    @_locked
    def _call(self, function, *arguments, allowed=0):
        if not self._model:
            raise ValueError(self._lost)
        status = function(self._model, *arguments)
        if status not in (0, allowed):
            raise Error(status,
                        _library.automat_message(self._model).decode())

    def _assign(self, assignment):
        self._call(_library.automat_set, assignment)
        self._assignments[assignment.partition(b"=")[0]] = assignment

    @_locked
    def set(self, key, value):
        """Sets a key: set("parameters.E", 200e3)."""
        self._assign(_encoded(f"{key}={_yaml(value)}"))

    @_locked
    def threads(self, count):
        """Sets the number of threads on the host; 0 uses all."""
        count = operator.index(count)
        if count != ctypes.c_int(count).value:
            raise ValueError(f"expected 0 to 4096 threads, found {count}")
        self._call(_library.automat_threads, count)
        self._threads = count

    @_locked
    def _variables(self):
        items, count = ctypes.POINTER(Variable)(), ctypes.c_int()
        size = ctypes.c_int()
        self._call(_library.automat_variables, ctypes.byref(items),
                   ctypes.byref(count), ctypes.byref(size))
        return ({items[i].name.decode(): (items[i].offset, items[i].size)
                 for i in range(count.value)}, size.value)

    @property
    def variables(self):
        """Internal variables: {name: (offset in the state, size)}."""
        return self._variables()[0]

    @property
    def size(self):
        """Number of values in the state of a point."""
        return self._variables()[1]

    @property
    @_locked
    def units(self):
        stress, time = ctypes.c_char_p(), ctypes.c_char_p()
        self._call(_library.automat_units, ctypes.byref(stress),
                   ctypes.byref(time))
        return {"stress": stress.value.decode(), "time": time.value.decode()}

    @property
    @_locked
    def kinematics(self):
        """"small" or "logarithmic"."""
        name = ctypes.c_char_p()
        self._call(_library.automat_kinematics, ctypes.byref(name))
        return name.value.decode()

    @property
    @_locked
    def fields(self):
        """Names of the external fields, such as the temperature."""
        names, count = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_int()
        self._call(_library.automat_fields, ctypes.byref(names),
                   ctypes.byref(count))
        return [names[i].decode() for i in range(count.value)]

    @_locked
    def start(self, count):
        """Initial states, (count, size)."""
        state = numpy.zeros(self.size)
        self._call(_library.automat_start, _pointer(state))
        return numpy.tile(state, (count, 1))

    def view(self, state, name):
        """View of an internal variable in an array (..., size) of states."""
        return _view(self.variables, state, name)

    def _advance(self, function, points, names, found, strict, controlled,
                 **given):
        """Calls a function of the library with arrays of points."""
        _marked(points.stress_controlled, names, controlled)
        arrays = {name: None if value is None else
                  _array(value, columns, points.count)
                  for name, (value, columns) in given.items()}
        for name, array in arrays.items():
            setattr(points, name, _pointer(array))
        for name, kind in points._fields_:
            if kind is doubles and name in found.__dict__:
                setattr(points, name, _pointer(getattr(found, name)))
        points.status = _pointer(found.status, integers)
        self._call(function, ctypes.byref(points),
                   allowed=0 if strict else _FAILED)
        return found

    @_locked
    def evaluate(self, target, duration, strain0=None, state0=None,
                 stress_controlled=(), tangent=False, strict=True,
                 external0=None, external1=None):
        """Computes one loading step of n points. `target` (n, 6) contains
        strains, or stresses for the components named in stress_controlled,
        such as "yy". If a point fails, raises Error, or with strict=False sets
        its status, and its results to NaN.  external0, external1 (n, k) are the
        external fields (see `fields`) at the start and at the end; None: those
        of the material. With tangents, tangent_external (n, 6, k) of the step
        is the derivative of the stress by the external fields."""
        target, k = _array(target, 6), len(self.fields)
        found = Step(self, len(target), tangent)
        found.tangent_external = (numpy.full((len(target), 6, k), numpy.nan)
                                  if tangent and k else None)
        return self._advance(
            _library.automat_evaluate,
            Points(count=len(target), duration=duration), _six, found, strict,
            stress_controlled, target=(target, 6), strain0=(strain0, 6),
            state0=(state0, self.size), external0=(external0, k),
            external1=(external1, k))

    @_locked
    def deform(self, target, duration, gradient0=None, state0=None,
               stress_controlled=(), tangent=False, strict=True,
               external0=None, external1=None):
        """Computes one loading step of n points. `target` (n, 9) contains
        deformation gradients, or nominal stresses for the components named in
        stress_controlled. Otherwise like `evaluate`."""
        target, k = _array(target, 9), len(self.fields)
        return self._advance(
            _library.automat_deform,
            Deformations(count=len(target), duration=duration), _nine,
            Deformation(self, len(target), tangent), strict,
            stress_controlled, target=(target, 9), gradient0=(gradient0, 9),
            state0=(state0, self.size), external0=(external0, k),
            external1=(external1, k))

    # ---- differentiable functions -------------------------------------------

    def _stress_and_tangent(self, strain, duration, strain0, state0):
        step = self.evaluate(numpy.asarray(strain), duration, strain0, state0,
                             tangent=True)
        return step.stress, step.tangent

    def jax(self, duration, strain0=None, state0=None):
        """Function stress(strain), (n, 6) -> (n, 6), for JAX: jit, jvp, grad
        and jacfwd use the tangent and are exact."""
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
        """Function stress(strain), (n, 6) -> (n, 6), for PyTorch, with its
        gradient. A second derivative by the strain is an error."""
        import torch

        material = self

        class Tangent(torch.autograd.Function):
            """Tangent as a function of the strain; not differentiable."""
            @staticmethod
            def forward(context, strain, slope):
                return slope.to(strain)

            @staticmethod
            def backward(context, given):
                raise RuntimeError(
                    "the second derivative of the stress by the strain is "
                    "not available: automat has first derivatives only")

        class Stress(torch.autograd.Function):
            @staticmethod
            def forward(context, strain):
                value, slope = material._stress_and_tangent(
                    strain.detach().cpu().numpy(), duration, strain0, state0)
                context.save_for_backward(strain)
                context.slope = torch.from_numpy(slope)
                return torch.from_numpy(value).to(strain)

            @staticmethod
            def backward(context, given):
                strain, = context.saved_tensors
                slope = Tangent.apply(strain, context.slope)
                return torch.einsum("ni,nij->nj", given, slope)

        return Stress.apply
