"""Python binding against closed forms and results of the program."""
import unittest

import numpy

import automat

E, NU = 300e3, 0.25


class Elastic(unittest.TestCase):
    def setUp(self):
        self.law = automat.Material("linear-elastic", engine="interp")

    def test_stress_tangent_and_energy(self):
        strains = numpy.random.default_rng(1).uniform(-1e-3, 1e-3, (50, 6))
        step = self.law.evaluate(strains, 1.0, tangent=True)
        lame, mu = E*NU/((1 + NU)*(1 - 2*NU)), E/(2*(1 + NU))
        trace = strains[:, :3].sum(axis=1)
        expected = 2*mu*strains
        expected[:, :3] += lame*trace[:, None]
        numpy.testing.assert_allclose(step.stress, expected, rtol=1e-12,
                                      atol=1e-12)
        numpy.testing.assert_allclose(step.tangent[:, 5, 5], 2*mu)
        twice = numpy.array([1, 1, 1, 2, 2, 2])
        numpy.testing.assert_allclose(
            step.free_energy, (twice*expected*strains).sum(axis=1)/2,
            rtol=1e-11)
        numpy.testing.assert_array_equal(step.status, 0)

    def test_uniaxial_stress(self):
        step = self.law.evaluate([1e-3, 0, 0, 0, 0, 0], 1.0,
                                 stress_controlled=("yy", "zz"))
        self.assertAlmostEqual(step.stress[0, 0], E*1e-3, places=9)
        self.assertAlmostEqual(step.strain[0, 1], -NU*1e-3, places=12)

    def test_parameters(self):
        law = automat.Material("linear-elastic", engine="interp", E=1000.0,
                               nu=0.0)
        step = law.evaluate([[1e-3, 0, 0, 0, 0, 0]], 1.0)
        self.assertAlmostEqual(step.stress[0, 0], 1.0)

    def test_messages(self):
        with self.assertRaisesRegex(automat.Error, "no material 'elastc'"):
            automat.Material("elastc")
        with self.assertRaisesRegex(automat.Error, "E"):
            self.law.set("parameters.E", -1.0)
        with self.assertRaisesRegex(ValueError, r"expected an array \(n, 6\)"):
            self.law.evaluate([1, 2, 3], 1.0)
        with self.assertRaises(automat.Error):
            self.law.evaluate([numpy.nan]*6, 1.0)
        step = self.law.evaluate([[numpy.nan]*6, [0.0]*6], 1.0, strict=False)
        self.assertNotEqual(step.status[0], 0)
        self.assertEqual(step.status[1], 0)



class Large(unittest.TestCase):
    def setUp(self):
        self.law = automat.Material("linear-elastic", engine="interp",
                                    kinematics="logarithmic")

    def test_hencky(self):
        stretch = numpy.array([0.5, 1.0, 2.5])
        target = numpy.zeros((3, 9))
        target[:, 0] = stretch
        others = ("yy", "zz", "yz", "xz", "xy", "zy", "zx", "yx")
        step = self.law.deform(target, 1.0, stress_controlled=others)
        self.assertEqual(self.law.kinematics, "logarithmic")
        numpy.testing.assert_allclose(step.nominal[:, 0],
                                      E*numpy.log(stretch)/stretch,
                                      rtol=1e-12, atol=1e-9)
        numpy.testing.assert_allclose(step.gradient[:, 1], stretch**-NU,
                                      rtol=1e-12)
        numpy.testing.assert_allclose(
            step.cauchy[:, 0], E*numpy.log(stretch)*stretch**(2*NU - 1),
            rtol=1e-12, atol=1e-9)

    def test_tangent_by_differences(self):
        F = numpy.array([[1.2, 0.9, 1.1, 0.1, -0.2, 0.3, 0, 0.1, -0.1]])
        step = self.law.deform(F, 1.0, tangent=True)
        self.assertEqual(step.tangent.shape, (1, 9, 9))
        for j in range(9):
            d = numpy.zeros(9)
            d[j] = 1e-6
            up = self.law.deform(F + d, 1.0).nominal
            down = self.law.deform(F - d, 1.0).nominal
            numpy.testing.assert_allclose(step.tangent[0, :, j],
                                          (up - down)[0]/2e-6, rtol=1e-7,
                                          atol=1e-7*E)

    def test_wrong(self):
        with self.assertRaisesRegex(ValueError, r"expected an array \(n, 9\)"):
            self.law.deform(numpy.zeros(6), 1.0)
        with self.assertRaisesRegex(automat.Error, "automat_deform"):
            self.law.evaluate(numpy.zeros(6), 1.0)
        inside_out = [[-1.0, 1, 1, 0, 0, 0, 0, 0, 0],
                      [1.0, 1, 1, 0, 0, 0, 0, 0, 0]]
        step = self.law.deform(inside_out, 1.0, strict=False)
        self.assertEqual(list(step.status), [1, 0])
        with self.assertRaisesRegex(automat.Error, "set kinematics"):
            automat.Material("norton").deform(inside_out, 1.0)


class Heated(unittest.TestCase):
    """Held and heated: sigma = -3 K alpha (T - T_0) I."""

    def test_fields(self):
        law = automat.Material("thermo-elastic", engine="interp")
        self.assertEqual(law.fields, ["T"])
        hot = numpy.array([[293.15], [393.15]])
        step = law.evaluate(numpy.zeros((2, 6)), 1.0, tangent=True,
                            external0=numpy.full((2, 1), 293.15),
                            external1=hot)
        bulk = 210e3*(1 - 3e-4*100)/(3*(1 - 0.6))
        numpy.testing.assert_allclose(step.stress[:, 0],
                                      [0, -3*bulk*1.2e-5*100], rtol=1e-12,
                                      atol=1e-12)
        self.assertEqual(step.tangent_external.shape, (2, 6, 1))
        with self.assertRaises(ValueError):
            law.evaluate(numpy.zeros((2, 6)), 1.0, external1=numpy.zeros(2))


class Viscous(unittest.TestCase):
    def setUp(self):
        self.law = automat.Material("michel-suquet", engine="interp")

    def test_states_are_views(self):
        self.assertIn("eps_vp", self.law.variables)
        self.assertEqual(self.law.units["stress"], "MPa")
        step = self.law.evaluate(numpy.full((3, 6), 2e-3), 1.0)
        part = step["eps_vp"]
        self.assertEqual(part.shape, (3, 6))
        self.assertTrue(numpy.shares_memory(part, step.state))
        self.assertEqual(step["alpha"].shape, (3,))
        again = self.law.evaluate(numpy.full((3, 6), 3e-3), 1.0, step.strain,
                                  step.state)
        self.assertTrue((again["alpha"] > step["alpha"]).all())

    def test_tangent_by_differences(self):
        self.law.set("solver.scheme", "implicit-euler")
        strain = numpy.array([[3e-3, -1e-3, 0, 1e-3, 0, 5e-4]])
        step = self.law.evaluate(strain, 1.0, tangent=True)
        for j in range(6):
            d = numpy.zeros(6)
            d[j] = 1e-7
            up = self.law.evaluate(strain + d, 1.0).stress
            down = self.law.evaluate(strain - d, 1.0).stress
            numpy.testing.assert_allclose(step.tangent[0, :, j],
                                          (up - down)[0]/2e-7, rtol=1e-6,
                                          atol=1e-1)


def have(module):
    try:
        __import__(module)
        return True
    except ImportError:
        return False


class Differentiated(unittest.TestCase):
    strain = [[3e-3, -1e-3, 0, 1e-3, 0, 5e-4], [0, 2e-3, 0, 0, 0, 0]]

    def setUp(self):
        self.law = automat.Material("michel-suquet", engine="interp")
        self.step = self.law.evaluate(self.strain, 1.0, tangent=True)

    @unittest.skipUnless(have("jax"), "no jax")
    def test_jax(self):
        import jax
        jax.config.update("jax_enable_x64", True)
        stress = self.law.jax(1.0)
        strain = jax.numpy.array(self.strain)
        slope = jax.jacfwd(stress)(strain)
        for i in range(2):
            numpy.testing.assert_allclose(slope[i, :, i], self.step.tangent[i])
        numpy.testing.assert_allclose(jax.jit(stress)(strain),
                                      self.step.stress)

    @unittest.skipUnless(have("torch"), "no torch")
    def test_torch(self):
        import torch
        strain = torch.tensor(self.strain, dtype=torch.float64,
                              requires_grad=True)
        self.law.torch(1.0)(strain)[:, 0].sum().backward()
        numpy.testing.assert_allclose(strain.grad.numpy(),
                                      self.step.tangent[:, 0])


if __name__ == "__main__":
    unittest.main()
