# Verification values of other projects, and times of their laws
dist_check_SCRIPTS += tests/peers/peers.sh
dist_check_SCRIPTS += tests/peers/w1.sh
EXTRA_DIST += $(peers)

peers = \
  tests/peers/chaboche-recovery.law.yaml \
  tests/peers/cowper-symonds.law.yaml \
  tests/peers/creep-plasticity.law.yaml \
  tests/peers/johnson-cook.law.yaml \
  tests/peers/matmodlab-drucker-prager.yaml \
  tests/peers/matmodlab-j2-plast-iso-hard.yaml \
  tests/peers/matmodlab-j2-plast-kin-hard.yaml \
  tests/peers/matmodlab-j2-plast-mix-hard.yaml \
  tests/peers/matmodlab-j2-plast.yaml \
  tests/peers/neml-basicchaboche.yaml \
  tests/peers/neml-elastic.yaml \
  tests/peers/neml-linearisokin.yaml \
  tests/peers/neml-perfect.yaml \
  tests/peers/neml-perzyna.yaml \
  tests/peers/neml-perzynasat.yaml \
  tests/peers/neml-plasticcreep.yaml \
  tests/peers/neml2-chaboche.yaml \
  tests/peers/neml2-mixed-control.yaml \
  tests/peers/neml2-perfect.yaml \
  tests/peers/neml2-perzyna-combined.yaml \
  tests/peers/neml2-perzyna-multiaxial.yaml \
  tests/peers/neml2-voceiso.yaml \
  tests/peers/neml2-voceisolinkin.yaml \
  tests/peers/neml2-zener.yaml \
  tests/peers/plastic-chaboche.law.yaml \
  tests/peers/rate-hardening.block.yaml \
  tests/peers/tfel-cowper-symonds-0_5.yaml \
  tests/peers/tfel-cowper-symonds-5000.yaml \
  tests/peers/tfel-johnson-cook-0_5.yaml \
  tests/peers/tfel-johnson-cook-50.yaml \
  tests/peers/tfel-plasticity-4.yaml \
  tests/peers/tfel-plasticity-6.yaml \
  tests/peers/tfel-thermo-elasticity.yaml
