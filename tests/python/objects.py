"""Lifetime of objects of the Python binding: copies, pickles, threads, forks,
closing; and arguments that C would misinterpret."""
import copy
import gc
import os
import pickle
import threading
import unittest

import numpy

import automat

STRAIN = numpy.array([[3e-3, -1e-3, 0, 1e-3, 0, 5e-4]])


def law():
    return automat.Material("michel-suquet", engine="interp", n=3.6)


class Closed(unittest.TestCase):
    def test_every_call_says_so(self):
        made = law()
        step = made.evaluate(STRAIN, 1.0)
        stress = made.torch(1.0) if have("torch") else None
        made.close()
        made.close()
        calls = [lambda: made.evaluate(STRAIN, 1.0),
                 lambda: made.deform(numpy.zeros((1, 9)), 1.0),
                 lambda: made.set("parameters.n", 2.0),
                 lambda: made.threads(1), lambda: made.start(1),
                 lambda: made.variables, lambda: made.size,
                 lambda: made.units, lambda: made.kinematics,
                 lambda: made.fields, lambda: made.view(step.state, "alpha"),
                 lambda: copy.copy(made), lambda: copy.deepcopy(made),
                 lambda: pickle.dumps(made)]
        for call in calls:
            with self.assertRaisesRegex(ValueError, "is closed"):
                call()
        if stress:
            import torch
            with self.assertRaisesRegex(ValueError, "is closed"):
                stress(torch.tensor(STRAIN))
        self.assertEqual(step["alpha"].shape, (1,))

    def test_with(self):
        with law() as made:
            made.evaluate(STRAIN, 1.0)
        with self.assertRaisesRegex(ValueError, "is closed"):
            made.evaluate(STRAIN, 1.0)

    def test_deleted(self):
        made = law()
        made.__del__()
        with self.assertRaisesRegex(ValueError, "is closed"):
            made.evaluate(STRAIN, 1.0)

    def test_not_opened(self):
        with self.assertRaises(AttributeError):
            automat.Material.__new__(automat.Material).evaluate(STRAIN, 1.0)
        gc.collect()


class Copies(unittest.TestCase):
    def test_new_models(self):
        made = law()
        made.set("solver.scheme", "implicit-euler")
        made.threads(1)
        made.note = [1]
        expected = made.evaluate(STRAIN, 1.0).stress
        for copied in (copy.copy(made), copy.deepcopy(made),
                       pickle.loads(pickle.dumps(made))):
            self.assertEqual(copied.note, [1])
            copied.set("parameters.n", 2.0)
            self.assertTrue((copied.evaluate(STRAIN, 1.0).stress
                             != expected).any())
            numpy.testing.assert_array_equal(
                made.evaluate(STRAIN, 1.0).stress, expected)
            copied.set("parameters.n", 3.6)
            numpy.testing.assert_array_equal(
                copied.evaluate(STRAIN, 1.0).stress, expected)
            copied.close()
        numpy.testing.assert_array_equal(made.evaluate(STRAIN, 1.0).stress,
                                         expected)

    def test_steps(self):
        step = law().evaluate(STRAIN, 1.0, tangent=True)
        large = automat.Material("linear-elastic", engine="interp",
                                 kinematics="logarithmic")
        deformed = large.deform([1.1, 1, 1, 0, 0, 0, 0, 0, 0], 1.0)
        for found in (step, deformed):
            for copied in (copy.copy(found), copy.deepcopy(found),
                           pickle.loads(pickle.dumps(found))):
                numpy.testing.assert_array_equal(copied.stress, found.stress)
                numpy.testing.assert_array_equal(copied.state, found.state)
        again = pickle.loads(pickle.dumps(step))
        numpy.testing.assert_array_equal(again["eps_vp"], step["eps_vp"])
        with self.assertRaisesRegex(KeyError, "expected one of .*alpha"):
            again["beta"]


class Threads(unittest.TestCase):
    def run_in(self, count, work):
        wrong = []

        def safely():
            try:
                work()
            except Exception as error:
                wrong.append(error)

        threads = [threading.Thread(target=safely) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_one_law(self):
        made = law()
        strains = numpy.repeat(STRAIN, 20, axis=0)
        expected = made.evaluate(strains, 1.0).stress

        def work():
            for _ in range(20):
                made.set("parameters.n", 3.6)
                numpy.testing.assert_array_equal(
                    made.evaluate(strains, 1.0).stress, expected)
                assert "alpha" in made.variables
                assert made.units["stress"] == "MPa"

        self.run_in(4, work)

    def test_closed_by_another(self):
        made = law()
        strains = numpy.repeat(STRAIN, 200, axis=0)
        started = threading.Event()

        def work():
            try:
                while True:
                    made.evaluate(strains, 1.0)
                    started.set()
            except ValueError as error:
                assert "is closed" in str(error)

        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        made.close()
        thread.join()

    def child(self, work):
        """The exit status of a forked child that works."""
        process = os.fork()
        if process == 0:
            try:
                work()
                os._exit(0)
            finally:
                os._exit(1)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def test_fork(self):
        made, busy = law(), law()
        expected = made.evaluate(STRAIN, 1.0).stress
        held, done = threading.Event(), threading.Event()

        def hold():
            with busy._lock:
                held.set()
                done.wait()

        def work():
            numpy.testing.assert_array_equal(
                made.evaluate(STRAIN, 1.0).stress, expected)
            try:
                busy.evaluate(STRAIN, 1.0)
            except ValueError as error:
                assert "forked" in str(error)
                return
            raise AssertionError("a model in use was forked")

        thread = threading.Thread(target=hold)
        thread.start()
        held.wait()
        self.assertEqual(self.child(work), 0)
        done.set()
        thread.join()
        busy.evaluate(STRAIN, 1.0)


class Arguments(unittest.TestCase):
    def setUp(self):
        self.law = law()

    def test_nul(self):
        for call in (lambda: automat.Material("michel-suquet\0x"),
                     lambda: automat.Material("michel-suquet", engine="a\0"),
                     lambda: self.law.set("parameters.n\0", 1.0),
                     lambda: self.law.set("parameters.n", "2\0000")):
            with self.assertRaisesRegex(ValueError, "NUL"):
                call()

    def test_threads(self):
        for count in (2**40, 2**32, -2**31 - 1):
            with self.assertRaisesRegex(ValueError, "0 to 4096 threads"):
                self.law.threads(count)
        for count in (-1, 4097, 2**31 - 1):
            with self.assertRaisesRegex(automat.Error, "0 to 4096 threads"):
                self.law.threads(count)
        with self.assertRaises(TypeError):
            self.law.threads(1.5)

    def test_arrays(self):
        masked = numpy.ma.masked_array(STRAIN, STRAIN == 0)
        for wrong in (masked, [masked[0]], [0, 0, 0, 0, 0, numpy.ma.masked]):
            with self.assertRaisesRegex(ValueError, "masked"):
                self.law.evaluate(wrong, 1.0)
        with self.assertRaisesRegex(ValueError, "masked"):
            self.law.evaluate(STRAIN, 1.0, strain0=masked)
        whole = self.law.evaluate(numpy.ma.masked_array(STRAIN), 1.0)
        numpy.testing.assert_array_equal(
            whole.stress, self.law.evaluate(STRAIN, 1.0).stress)
        with self.assertRaisesRegex(TypeError, "complex"):
            self.law.evaluate(STRAIN + 0j, 1.0)

    def test_components(self):
        for wrong in ("xx", ("xx", "yx")):
            with self.assertRaisesRegex(ValueError, "component"):
                self.law.evaluate(STRAIN, 1.0, stress_controlled=wrong)

    def test_values(self):
        self.law.set("solver.tangent_control", numpy.str_("primal"))
        self.law.set("parameters.n", numpy.float32(3.5))
        self.law.set("parameters.n", numpy.int64(3))
        with self.assertRaises(automat.Error):
            self.law.set("parameters.n", numpy.bool_(True))


def have(module):
    try:
        __import__(module)
        return True
    except ImportError:
        return False


@unittest.skipUnless(have("torch"), "no torch")
class Torch(unittest.TestCase):
    def test_second_derivative(self):
        import torch
        strain = torch.tensor(STRAIN, requires_grad=True)
        stress = law().torch(1.0)(strain)
        first, = torch.autograd.grad(stress.square().sum(), strain,
                                     create_graph=True)
        with self.assertRaisesRegex(RuntimeError, "second derivative"):
            torch.autograd.grad(first.sum(), strain)

    def test_forward_derivative(self):
        import torch
        made = law()
        tangent = made.evaluate(STRAIN, 1.0, tangent=True).tangent[0]
        along = numpy.array([[1.0, 0, 2, 0, -1, 0]])
        _, found = torch.autograd.functional.jvp(
            made.torch(1.0), torch.tensor(STRAIN), torch.tensor(along))
        numpy.testing.assert_allclose(found[0], tangent @ along[0])


@unittest.skipUnless(have("jax"), "no jax")
class Jax(unittest.TestCase):
    def test_second_derivative(self):
        import jax
        jax.config.update("jax_enable_x64", True)
        stress = law().jax(1.0)
        with self.assertRaises(ValueError):
            jax.hessian(lambda e: (stress(e)**2).sum())(
                jax.numpy.array(STRAIN))


if __name__ == "__main__":
    unittest.main()
