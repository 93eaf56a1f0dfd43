"""Drives the UMAT law of Kratos along a path of ten steps to the six strains
given as arguments (shear strains doubled); prints stresses, and the tangent of
the last step."""
import json
import sys

import KratosMultiphysics as kratos
import KratosMultiphysics.GeoMechanicsApplication  # noqa: F401


def vector(values):
    v = kratos.Vector(len(values))
    for i, x in enumerate(values):
        v[i] = x
    return v


material = json.load(open(sys.argv[1]))
target = [float(x) for x in sys.argv[2:]]
model = kratos.Model()
part = model.CreateModelPart("part")
part.ProcessInfo[kratos.DELTA_TIME] = 10.0
part.ProcessInfo[kratos.TIME] = 0.0
properties = part.Properties[1]
given = material["Variables"]
for name in ("UDSM_NAME", "IS_FORTRAN_UDSM"):
    properties.SetValue(kratos.KratosGlobals.GetVariable(name), given[name])
for name in ("UMAT_PARAMETERS", "STATE_VARIABLES"):
    properties.SetValue(kratos.KratosGlobals.GetVariable(name),
                        vector(given[name]))
corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
nodes = [part.CreateNewNode(i + 1, *x) for i, x in enumerate(corners)]
geometry = kratos.Tetrahedra3D4(*nodes)
law = kratos.KratosGlobals.GetConstitutiveLaw(
    material["constitutive_law"]["name"]).Clone()
law.InitializeMaterial(properties, geometry, vector([0.25]*4))

parameters = kratos.ConstitutiveLawParameters()
options = kratos.Flags()
for flag in (kratos.ConstitutiveLaw.COMPUTE_STRESS,
             kratos.ConstitutiveLaw.COMPUTE_CONSTITUTIVE_TENSOR,
             kratos.ConstitutiveLaw.USE_ELEMENT_PROVIDED_STRAIN):
    options.Set(flag, True)
gradient = kratos.Matrix(3, 3, 0.0)
for i in range(3):
    gradient[i, i] = 1.0
stress, slope = kratos.Vector(6), kratos.Matrix(6, 6)
parameters.SetOptions(options)
parameters.SetMaterialProperties(properties)
parameters.SetElementGeometry(geometry)
parameters.SetProcessInfo(part.ProcessInfo)
parameters.SetDeformationGradientF(gradient)
parameters.SetDeterminantF(1.0)
parameters.SetStressVector(stress)
parameters.SetConstitutiveMatrix(slope)
for step in range(1, 11):
    part.ProcessInfo[kratos.TIME] = 10.0*step
    strain = vector([x*step/10 for x in target])  # must stay alive
    parameters.SetStrainVector(strain)
    law.InitializeMaterialResponseCauchy(parameters)
    law.CalculateMaterialResponseCauchy(parameters)
    law.FinalizeMaterialResponseCauchy(parameters)
    found = parameters.GetStressVector()
    print("stress", *("%.17g" % found[i] for i in range(6)))
found = parameters.GetConstitutiveMatrix()
for i in range(6):
    print("tangent", *("%.17g" % found[i, j] for j in range(6)))
