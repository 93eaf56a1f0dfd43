/* emit.c: `automat emit`, prints functions of a law as formulas or code. */
#include "cli/command.h"
#include "cuda/parts.h"

static const char head[] =
    "# Symmetric tensors are written in coordinates of an orthonormal basis:\n"
    "#   x[0] = (xx + yy + zz)/sqrt(3)      x[3] = sqrt(2) yz\n"
    "#   x[1] = (2 xx - yy - zz)/sqrt(6)    x[4] = sqrt(2) xz\n"
    "#   x[2] = (yy - zz)/sqrt(2)           x[5] = sqrt(2) xy\n"
    "# A deviatoric variable has the coordinates 1 to 5.  rate_x is the time\n"
    "# derivative of x; derivatives that are zero are omitted.\n";

static void print_graph(am_arena *arena, am_law *law) {
  am_buffer text = {.arena = arena};
  const char *title = law->material->title;
  am_law_formulas(&text, law, "free_energy", "multiplier.", true);
  printf("# %s%s", law->material->name, *title ? ": " : "");
  am_print_text(stdout, title);
  printf("\n%s\n", head);
  fwrite(text.text, 1, text.length, stdout);
}

static am_status write_source(am_context *context, const am_settings *asked,
                              bool cuda, am_law *law, am_law_source *source) {
  const am_options *o = &context->options;
  bool mixed = o->mixed || o->constraints;
  const am_solver chosen = am_engine_solver(law, &asked->solver, mixed);
  const am_solver *solver = &chosen;
  const am_engine *engine = cuda ? am_engine_device() : am_engine_compiled();
  const am_engine_options options = {.single = asked->single};
  long lanes = o->lanes ? o->lanes : 8;
  const am_law_source_options wanted = {
      .lanes = (int)lanes,
      .cuda = cuda,
      .mixed = mixed,
      .rows = o->constraints,
      .single = asked->single,
      .update = am_update_text(law, solver)};
  AM_TRY(am_engine_check(context->report, engine, law, solver, &options));
  am_law_source_write(context->arena, law, solver, &wanted, source);
  return am_law_check_size(context->report, law);
}

/* Registers, stack and spills of the kernels (bytes), and concurrent blocks. */
static am_status print_resources(am_context *context, const am_settings *asked,
                                 am_law *law) {
  const am_options *o = &context->options;
  long architecture = o->architecture;
  const char *compiler;
  am_cuda_object object;
  am_law_source source;
  if (!architecture) architecture = 90;
  AM_TRY(am_cuda_compiler(context->arena, context->report, &compiler));
  AM_TRY(write_source(context, asked, true, law, &source));
  AM_TRY(am_cuda_compile(context->arena, context->report, source.text,
                         (int)architecture, &object));
  if (!object.resources[AM_CUDA_FIRST].registers)
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "%s does not report registers and spills of the "
                    "kernels", compiler);
  printf("# %s, sm_%ld, blocks of %d threads\n", compiler, architecture,
         object.block);
  printf("%-13s %9s %6s %12s %11s %6s\n", "kernel", "registers", "stack",
         "spill_stores", "spill_loads", "blocks");
  for (int k = 0; k < AM_CUDA_KERNELS; k++) {
    const am_cuda_resources *r = &object.resources[k];
    printf("%-13s %9d %6d %12d %11d %6d\n", am_cuda_kernel_names[k],
           r->registers, r->stack, r->spill_stores, r->spill_loads,
           object.blocks[k]);
  }
  return AM_OK;
}

static const char *const languages[] = {"graph", "c", "cuda", NULL};

/* --language; default: CUDA for resources, C for a scheme. */
static const char *choose_language(const am_options *o) {
  return o->language    ? o->language
         : o->resources ? "cuda"
         : o->scheme    ? "c"
                        : "graph";
}

/* AM_USAGE if options do not match the language. */
static am_status check_language(const am_context *context,
                                const am_settings *asked,
                                const char *language) {
  const am_options *o = &context->options;
  if (!strcmp(language, "cuda")) return AM_OK;
  if (o->resources)
    return am_usage_error(context, "--resources needs --language cuda, found "
                          "--language %s", language);
  if (!asked->single) return AM_OK;
  return am_usage_error(context, "single precision needs --language cuda, "
                        "found --language %s", language);
}

static am_status command_emit(am_context *context) {
  const am_options *o = &context->options;
  am_law *law;
  am_settings asked = am_settings_default();
  const char *language = choose_language(o);
  asked.solver.scheme = am_scheme_find("ode23");
  asked.solver.tangent = asked.solver.derivatives = false;
  AM_TRY(am_law_open(context->arena, context, false, &asked, &law));
  AM_TRY(check_language(context, &asked, language));
  if (o->resources)
    return print_resources(context, &asked, law);
  if (!strcmp(language, "graph")) {
    print_graph(context->arena, law);
    return AM_OK;
  }
  am_law_source source;
  bool cuda = !strcmp(language, "cuda");
  AM_TRY(write_source(context, &asked, cuda, law, &source));
  fputs(source.text, stdout);
  return AM_OK;
}

static const am_option options[] = {
    {"language", 0, "LANGUAGE", "print the graph (default), c or cuda",
     AM_CHOICE(language), .names = languages},
    {"scheme", 0, "SCHEME", "scheme of the generated code (default: ode23)",
     AM_TEXT(scheme)},
    AM_SHARED_LANES,
    {"mixed", 0, NULL, "generate code for prescribed stress components",
     AM_FLAG(mixed)},
    {"constraints", 0, NULL, "generate code for equations between components",
     AM_FLAG(constraints)},
    {"resources", 0, NULL, "print registers and spills of the CUDA kernels",
     AM_FLAG(resources)},
    {"architecture", 0, "N", "GPU architecture: 80 for sm_80 (default: 90)",
     AM_NUMBER(architecture), 1, 999, .needs = "resources"},
    AM_SHARED_SET, AM_SHARED_PRECISION, AM_SHARED_HELP};

const am_command am_command_emit = {
    .name = "emit", .operands = "MATERIAL", .least = 1, .most = 1,
    .summary = "print the formulas derived from a law, or the code",
    .about =
        "Prints the formulas that follow from the two potentials of MATERIAL,\n"
        "an installed material or a file that ends in .yaml: the free energy,\n"
        "the stress, the driving forces, the rates of the internal variables,\n"
        "and the derivatives of the rates with respect to the internal\n"
        "variables.  With --language c or --scheme: the C code of the engine\n"
        "native.  With --resources: registers, stack and spills of the CUDA\n"
        "kernels, which needs NVRTC but no GPU.",
    .options = options, .run = command_emit,
};
