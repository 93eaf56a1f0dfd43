/* host_generic.h: the interface of MFront's generic behaviours, api_version 1,
 * for MGIS. Text of exported laws.
 *
 * Source: MGIS 3.1, include/MGIS/Behaviour/BehaviourData.h and
 * BehaviourDescription.hxx; Helfer et al.  (2020), JOSS 5, 2003. */

#define H_SYMBOL(name) H_JOIN(H_NAME, name)
#define H_NUMBER(name, value) \
  H_EXPORT const unsigned short H_SYMBOL(name) = value;
#define H_TEXT(name, value) H_EXPORT const char *const H_SYMBOL(name) = value;
#define H_TEXTS(name, ...) \
  H_EXPORT const char *const H_SYMBOL(name)[] = {__VA_ARGS__};
#define H_KINDS(name, ...) H_EXPORT const int H_SYMBOL(name)[] = {__VA_ARGS__};
#define H_SCALARS(name, count) \
  H_EXPORT const int H_SYMBOL(name)[count + 1] = {0};
#define H_GRADIENT (H_DEFORMED ? "DeformationGradient" : "Strain")

H_TEXT(_mfront_ept, H_QUOTE(H_NAME))
H_NUMBER(_mfront_mkt, 1)
H_TEXT(_mfront_interface, "Generic")
H_NUMBER(_api_version, 1)
H_TEXT(_tfel_version, "")
H_TEXT(_unit_system, "")
H_TEXT(_src, H_LAW)
H_TEXT(_author, "")
H_TEXT(_date, "")
H_TEXT(_description, H_ABOUT)
H_TEXT(_validator, "")
H_TEXT(_build_id, "")
H_NUMBER(_BehaviourType, 1 + H_DEFORMED)
H_NUMBER(_BehaviourKinematic, 1 + 2 * H_DEFORMED)
H_NUMBER(_SymmetryType, 0)
H_NUMBER(_ElasticSymmetryType, 0)
H_NUMBER(_UsableInPurelyImplicitResolution, 1)
H_NUMBER(_TemperatureRemovedFromExternalStateVariables, 1)
H_NUMBER(_nModellingHypotheses, 5)
H_TEXTS(_ModellingHypotheses, "Axisymmetrical", "PlaneStrain",
        "GeneralisedPlaneStrain", "Tridimensional", "PlaneStress")
H_NUMBER(_requiresStiffnessTensor, 0)
H_NUMBER(_requiresThermalExpansionCoefficientTensor, 0)
H_NUMBER(_ComputesInternalEnergy, 1)
H_NUMBER(_ComputesDissipatedEnergy, 1)
H_NUMBER(_nMainVariables, 1)
H_NUMBER(_nGradients, 1)
H_TEXTS(_Gradients, H_GRADIENT)
H_KINDS(_GradientsTypes, 1 + 2 * H_DEFORMED)
H_NUMBER(_nThermodynamicForces, 1)
H_TEXTS(_ThermodynamicForces, "Stress")
H_KINDS(_ThermodynamicForcesTypes, 1)
H_NUMBER(_nTangentOperatorBlocks, 2)
H_TEXTS(_TangentOperatorBlocks, "Stress", H_GRADIENT)
H_NUMBER(_nMaterialProperties, H_PROPERTIES)
H_TEXTS(_MaterialProperties, H_PROPERTY_NAMES 0)
H_NUMBER(_nInternalStateVariables, H_VARIABLES)
H_TEXTS(_InternalStateVariables, H_VARIABLE_NAMES 0)
H_KINDS(_InternalStateVariablesTypes, H_VARIABLE_KINDS(1) 0)
H_NUMBER(_PlaneStress_nInternalStateVariables, H_VARIABLES + H_FREE)
H_TEXTS(_PlaneStress_InternalStateVariables, H_VARIABLE_NAMES "AxialStrain",
        "TransverseShearYZ", "TransverseShearXZ")
H_KINDS(_PlaneStress_InternalStateVariablesTypes,
        H_VARIABLE_KINDS(25) 0, 0, 0) /* 25: six components */
H_NUMBER(_nExternalStateVariables, H_DECLARED)
H_TEXTS(_ExternalStateVariables, H_FIELD_NAMES 0)
H_SCALARS(_ExternalStateVariablesTypes, H_DECLARED)
H_NUMBER(_nParameters, H_FIXED)
H_TEXTS(_Parameters, H_FIXED_NAMES 0)
H_SCALARS(_ParametersTypes, H_FIXED)
H_NUMBER(_nInitializeFunctions, 0)
H_TEXTS(_InitializeFunctions, 0)
H_NUMBER(_nPostProcessings, 0)
H_TEXTS(_PostProcessings, 0)

/* Symbols of automat, which a loader finds without knowing the name of the
 * law. */
H_EXPORT __attribute__((weak)) const char automat_behaviour[] = H_QUOTE(H_NAME);
H_EXPORT __attribute__((weak)) const char automat_material[] = H_MATERIAL;
H_EXPORT __attribute__((weak)) const char automat_solver[] = "{" H_SOLVER "}";

/* State of a point before or after a step. */
typedef struct {
  double *gradients, *thermodynamic_forces, *mass_density,
      *material_properties, *internal_state_variables, *stored_energy,
      *dissipated_energy, *external_state_variables;
} g_state;

typedef struct {
  char *error_message; /* NULL, or [512] */
  double dt, *K, *rdt, *speed_of_sound;
  g_state s0, s1;
} g_data;

enum { G_MESSAGE = 512 };

/* Policy for properties out of bounds: 0 accept, 1 warn, 2 reject. */
static int g_policy;

H_EXPORT void H_SYMBOL(_setOutOfBoundsPolicy)(int policy) {
  g_policy = policy;
}

/* 1: set; 0: unknown parameter, or value out of bounds. */
H_EXPORT int H_SYMBOL(_setParameter)(const char *name, double value) {
  for (int i = 0; i < H_PARAMETERS; i++) {
    const h_parameter *p = &h_parameters[i];
    if (p->is_property || strcmp(p->name, name)) continue;
    if (!(value >= p->low && value <= p->high)) return 0;
    h_values[p->place] = value;
    return 1;
  }
  return 0;
}

static int g_fail(const g_data *d, const char *reason, const char *name) {
  if (d->error_message)
    snprintf(d->error_message, G_MESSAGE, "%s: %s%s", H_LAW, reason, name);
  else
    h_print("%s%s", reason, name);
  if (d->rdt && !(*d->rdt < 0.1)) *d->rdt = 0.1;
  return -1;
}

/* Request of K: a prediction without a step, no operator, or an operator; and
 * whether the speed of sound is requested. */
typedef struct {
  int predicts, writes, elastic, sound;
  const h_stress *stress;     /* NULL: unknown number */
  const h_operator *tangent;
} g_request;

static int g_index_of(double k, int count) {
  int known = k > -0.5 && k < count - 0.5;
  return known ? (int)(k + 0.5) : -1;
}

/* Deformation gradients: K[1] is read in every call, and K[2] if an operator
 * is requested. */
static g_request g_read_request(const double *K) {
  double k = K[0];
  g_request r = {.sound = k > 50};
  if (r.sound) k -= 100;
  r.predicts = k <= -0.5;
  r.writes = r.predicts || k >= 0.5;
  r.elastic = k < 1.5;
  int stress = H_DEFORMED ? g_index_of(K[1], H_STRESSES) : 0;
  int tangent = H_DEFORMED && r.writes ? g_index_of(K[2], H_OPERATORS) : 0;
  r.stress = stress < 0 ? 0 : &h_stresses[stress];
  r.tangent = tangent < 0 ? 0 : &h_operators[tangent];
  return r;
}

/* Writes the operator of `shown`, the step or an elastic one at its end. */
static void g_write_operator(const g_request *r, const h_step *step,
                             const h_step *shown, int n, double *K) {
  if (H_DEFORMED) {
    h_deformed d;
    h_measure(shown, step->gradient0, &d);
    h_write_operator(r->tangent, &d, n, K);
    return;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      K[i * n + j] = shown->tangent[6 * h_place[i] + h_place[j]];
}

/* Speed of the fastest wave along an axis. */
static void g_write_sound(const g_data *d, const h_step *s) {
  double stiffest = 0;
  for (int i = 0; i < 3; i++) stiffest = fmax(stiffest, s->tangent[7 * i]);
  *d->speed_of_sound = sqrt(stiffest / *d->s0.mass_density);
}

/* Step without duration: elastic response in the current state. */
static void g_stay(h_step *s, const h_step *where, int at_end) {
  double state[6 * H_VARIABLES + 1];
  *s = *where;
  s->duration = 0;
  memcpy(s->strain0, at_end ? where->strain1 : where->strain0,
         sizeof s->strain0);
  memcpy(s->strain1, s->strain0, sizeof s->strain1);
  memcpy(s->gradient0, at_end ? where->gradient1 : where->gradient0,
         sizeof s->gradient0);
  memcpy(s->gradient1, s->gradient0, sizeof s->gradient1);
  memcpy(at_end ? s->external0 : s->external1,
         at_end ? s->external1 : s->external0, sizeof s->external0);
  if (at_end) { /* multipliers and energies start at zero */
    h_give_state(where->state1, H_SPACE, 1, state);
    h_take_state(state, H_SPACE, 1, 0, s->state0);
  }
  h_advance(s);
  h_condense(s);
}

static void g_write_end(const g_data *d, const g_request *r, const h_step *s,
                        int n) {
  if (H_DEFORMED) {
    h_deformed end;
    h_measure(s, s->gradient0, &end);
    h_write_stress(r->stress, &end, n, d->s1.thermodynamic_forces);
  }
  for (int i = 0; !H_DEFORMED && i < n; i++)
    d->s1.thermodynamic_forces[i] = s->stress[h_place[i]];
  h_give_state(s->state1, h_state_components(s, n), 1,
               d->s1.internal_state_variables);
  if (s->plane_stress)
    h_give_free(s, d->s1.internal_state_variables + h_state_size(H_SPACE));
  if (d->s1.stored_energy) *d->s1.stored_energy = s->stored;
  if (d->s1.dissipated_energy)
    *d->s1.dissipated_energy =
        (d->s0.dissipated_energy ? *d->s0.dissipated_energy : 0) +
        s->dissipated;
}

static void g_read_start(const g_data *d, h_step *s, int n) {
  for (int i = 0; H_DEFORMED && i < h_gradient_size(n); i++) {
    s->gradient0[h_nine[i]] = d->s0.gradients[i];
    s->gradient1[h_nine[i]] = d->s1.gradients[i];
  }
  for (int i = 0; !H_DEFORMED && i < n; i++) {
    s->strain0[h_place[i]] = d->s0.gradients[i];
    s->strain1[h_place[i]] = d->s1.gradients[i];
  }
  if (s->plane_stress)
    h_read_free(d->s0.internal_state_variables + h_state_size(H_SPACE), s);
  if (H_DEFORMED) h_deform(s);
  h_take_state(d->s0.internal_state_variables, h_state_components(s, n), 1, 0,
               s->state0);
}

static int g_integrate(g_data *d, int n, int plane_stress) {
  const g_request request = g_read_request(d->K);
  h_step step = {.plane_stress = plane_stress, .duration = d->dt}, elastic;
  const char *bad = h_set_parameters(&step, h_properties, H_PROPERTIES,
                                     d->s1.material_properties);
  const char *missing = h_set_fields(&step, d->s0.external_state_variables,
                                     d->s1.external_state_variables);
  if (!request.stress) return g_fail(d, "unknown stress measure K[1]", "");
  if (!request.tangent) return g_fail(d, "unknown operator K[2]", "");
  g_read_start(d, &step, n);
  if (missing)
    return g_fail(d, "missing or out of bounds: ", missing);
  if (bad && g_policy == 2) return g_fail(d, "out of bounds: ", bad);
  if (bad && g_policy == 1)
    h_print("out of bounds: %s", bad);
  if (!request.predicts) h_take_step(&step);
  if (step.failure) {
    h_dump(&step);
    return g_fail(d, step.failure, h_tried(&step));
  }
  const h_step *shown = &step;
  if (request.predicts || (request.writes && request.elastic) ||
      request.sound) {
    g_stay(&elastic, &step, !request.predicts);
    if (elastic.failure) return g_fail(d, elastic.failure, "");
    if (request.elastic) shown = &elastic;
  }
  if (!request.predicts) g_write_end(d, &request, &step, n);
  if (request.writes) g_write_operator(&request, &step, shown, n, d->K);
  if (request.sound) g_write_sound(d, &elastic);
  return 1;
}

#define G_HYPOTHESIS(name, components, plane_stress) \
  H_EXPORT int H_SYMBOL(name)(g_data * d) {          \
    return g_integrate(d, components, plane_stress); \
  }
G_HYPOTHESIS(_Tridimensional, H_SPACE, 0)
G_HYPOTHESIS(_PlaneStrain, H_PLANE, 0)
G_HYPOTHESIS(_GeneralisedPlaneStrain, H_PLANE, 0)
G_HYPOTHESIS(_Axisymmetrical, H_PLANE, 0)
G_HYPOTHESIS(_PlaneStress, H_PLANE, 1)
