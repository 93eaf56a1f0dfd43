#!/usr/bin/env python3
"""Workload W1 by JAX and diffrax, and by automat, on one GPU in one run.

Measures one loading step of michel-suquet from a pre-loaded state, double
precision, by

  ode23            diffrax Bosh3 with a PID controller, vmap and jit
  implicit-euler   backward Euler in JAX: Newton steps with jacfwd and a 6x6
                   solve, vmap and jit

and, with --tangent, the derivative of the stress by the strain through them
(jacfwd).  Before that it compares stresses with those of automat.  README.md
in this folder explains the figures.
"""

import argparse
import csv
import functools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax

jax.config.update("jax_enable_x64", True)

import diffrax
import jax.numpy as jnp
import numpy as np

# materials/michel-suquet.yaml [MPa, s]
E, NU, SIGMA_Y, H = 55e3, 0.33, 25.0, 1800.0
RATE_0, SIGMA_D, N = 1.0, 130.0, 3.6
LAMBDA, MU = E * NU / ((1 + NU) * (1 - 2 * NU)), E / (2 * (1 + NU))

# W1, and the tolerances of automat
SPREAD, BEFORE, BEFORE_TIME, TIME = 3e-3, 0.97, 2.0, 0.06
RTOL, ATOL = 1e-3, 1e-6
NEWTON_STEPS = 5

COMPONENTS = ("xx", "yy", "zz", "yz", "xz", "xy")
SCHEMES = ("ode23", "implicit-euler")
ROOT2 = 2**0.5
# Kelvin-Mandel: shears times the square root of two
WEIGHT = np.array([1, 1, 1, ROOT2, ROOT2, ROOT2])
UNIT = np.array([1.0, 1, 1, 0, 0, 0])


# ---- the law: strains, stresses in Kelvin-Mandel components ------------------


def deviator(x):
    return x - (x[0] + x[1] + x[2]) / 3 * UNIT


def stress(eps, eps_vp):
    e = eps - eps_vp
    return LAMBDA * (e[0] + e[1] + e[2]) * UNIT + 2 * MU * e


def flow(eps, eps_vp):
    """Rates of eps_vp [6] and alpha, by hand: fewer operations than AD."""
    force = 2 * MU * deviator(eps - eps_vp) - 2 / 3 * H * eps_vp
    square = 1.5 * jnp.sum(force * force)
    some = square > 0
    mises = jnp.sqrt(jnp.where(some, square, 1.0))
    over = jnp.where(some, mises - SIGMA_Y, 0.0)
    flows = over > 0
    rate = RATE_0 * jnp.where(flows, jnp.where(flows, over, 1.0) / SIGMA_D,
                              0.0) ** N
    return 1.5 * rate / mises * force, rate


# ---- one loading step of one point -------------------------------------------


def ode23_step(duration, adjoint, eps0, eps1, y0):
    def right_side(t, y, args):
        eps = eps0 + (eps1 - eps0) * (t / duration)
        eps_vp, alpha = flow(eps, y[:6])
        return jnp.concatenate([eps_vp, alpha[None]])

    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(right_side),
        diffrax.Bosh3(),
        t0=0.0,
        t1=duration,
        dt0=duration,
        y0=y0,
        saveat=diffrax.SaveAt(t1=True),
        stepsize_controller=diffrax.PIDController(rtol=RTOL, atol=ATOL),
        adjoint=adjoint,
        max_steps=None,
        throw=False,
    )
    y1 = solution.ys[0]
    return stress(eps1, y1[:6]), y1


def solve_library(a, b):
    return jnp.linalg.solve(a, b)


def solve_unrolled(a, b):
    """Gaussian elimination without pivoting, written out."""
    n = b.shape[0]
    rows = [[a[i, j] for j in range(n)] + [b[i]] for i in range(n)]
    for k in range(n):
        inverse = 1 / rows[k][k]
        for i in range(k + 1, n):
            factor = rows[i][k] * inverse
            for j in range(k + 1, n + 1):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
    x = [None] * n
    for i in reversed(range(n)):
        rest = rows[i][n]
        for j in range(i + 1, n):
            rest = rest - rows[i][j] * x[j]
        x[i] = rest / rows[i][i]
    return jnp.stack(x)


def euler_step(solve, eps0, eps1, y0):
    def residual(eps_vp):
        return eps_vp - y0[:6] - TIME * flow(eps1, eps_vp)[0]

    eps_vp = y0[:6]
    for _ in range(NEWTON_STEPS):
        eps_vp = eps_vp - solve(jax.jacfwd(residual)(eps_vp),
                                residual(eps_vp))
    alpha = y0[6] + TIME * flow(eps1, eps_vp)[1]
    return stress(eps1, eps_vp), jnp.concatenate([eps_vp, alpha[None]])


def with_tangent(step):
    """Step with its tangent d stress/d eps1 [6][6]."""

    def whole(eps0, eps1, y0):
        def found(eps):
            sigma, y1 = step(eps0, eps, y0)
            return sigma, (sigma, y1)

        tangent, (sigma, y1) = jax.jacfwd(found, has_aux=True)(eps1)
        return sigma, y1, tangent

    return whole


# ---- many points ---------------------------------------------------------------

# Axis of points in an array: contiguous points, or contiguous components
LAYOUTS = {"points": 0, "components": -1}


def batched(step, axis=0):
    return jax.jit(jax.vmap(step, in_axes=axis, out_axes=axis))


def adjoint_for(tangent):
    """Adjoint of diffrax for jacfwd, which needs forward mode; its name
    depends on the version."""
    if not tangent:
        return diffrax.RecursiveCheckpointAdjoint()
    return getattr(diffrax, "ForwardMode", diffrax.DirectAdjoint)()


def variants(tangent):
    """(scheme, name, step) of one point."""
    steps = [
        ("ode23", "diffrax Bosh3",
         functools.partial(ode23_step, TIME, adjoint_for(tangent))),
        ("implicit-euler", "linalg.solve",
         functools.partial(euler_step, solve_library)),
        ("implicit-euler", "unrolled solve",
         functools.partial(euler_step, solve_unrolled)),
    ]
    if tangent:
        steps = [(scheme, name, with_tangent(step))
                 for scheme, name, step in steps]
    return steps


def preload(full):
    """States [points][7] at 97 % of the strains, from zero."""
    step = functools.partial(ode23_step, BEFORE_TIME, adjoint_for(False))
    zero = jnp.zeros_like(full)
    rest = jnp.zeros((full.shape[0], 7))
    return batched(step)(zero, BEFORE * full, rest)[1]


def draw(count):
    values = np.random.default_rng(1).uniform(-SPREAD, SPREAD, (count, 6))
    return jnp.asarray(values * WEIGHT)


def measure(step, inputs, axis, seconds, most):
    """Measured seconds of each call."""
    inputs = [jax.block_until_ready(jnp.moveaxis(x, 0, axis) + 0.0)
              for x in inputs]
    run = batched(step, axis)
    jax.block_until_ready(run(*inputs))
    times, begin = [], time.perf_counter()
    while len(times) < 3 or (time.perf_counter() - begin < seconds
                             and len(times) < most):
        start = time.perf_counter()
        jax.block_until_ready(run(*inputs))
        times.append(time.perf_counter() - start)
    return times


# ---- automat --------------------------------------------------------------------


def call(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status "
                 f"{done.returncode}\n{done.stderr}")


def row_at(path, when):
    """Last row of a table at a given time: {column: number}."""
    with open(path, newline="") as stream:
        lines = [line for line in stream if not line.startswith("#")]
    rows = [{k: float(v) for k, v in row.items()}
            for row in csv.DictReader(lines)]
    return [row for row in rows if abs(row["time"] - when) < 1e-9][-1]


def tensor(row, name):
    """Kelvin-Mandel components of a tensor in a row."""
    return np.array([row[f"{name}.{c}"] for c in COMPONENTS]) * WEIGHT


def mapping(values):
    pairs = zip(COMPONENTS, np.asarray(values) / WEIGHT)
    return "{" + ", ".join(f"{c}: {v:.17g}" for c, v in pairs) + "}"


def run_case(automat, folder, name, text):
    case, table = folder / f"{name}.yaml", folder / f"{name}.csv"
    case.write_text(text)
    call([automat, "run", case, "-o", table, "--quiet"])
    return table


HEAD = """case: a point of W1
material: michel-suquet
solver: {{scheme: {scheme}, tangent: false, engine: interp}}
output: {{columns: [time, strain, stress, internal]}}
"""


def reference(automat, folder, full):
    """State of one point after the pre-load, and its stress after the step by
    each scheme."""
    text = (HEAD.format(scheme="ode23") + "path:\n"
            f"  - {{time: {BEFORE_TIME}, strain: {mapping(BEFORE * full)}}}\n"
            f"  - {{time: {BEFORE_TIME + TIME}, strain: {mapping(full)}}}\n")
    table = run_case(automat, folder, "ode23", text)
    start = row_at(table, BEFORE_TIME)
    found = {"ode23": tensor(row_at(table, BEFORE_TIME + TIME), "stress")}
    eps_vp = tensor(start, "eps_vp")
    text = (HEAD.format(scheme="implicit-euler") +
            f"initial: {{strain: {mapping(BEFORE * full)}, "
            f"eps_vp: {mapping(eps_vp)}, alpha: {start['alpha']:.17g}}}\n"
            f"path: [{{time: {TIME}, strain: {mapping(full)}}}]\n")
    table = run_case(automat, folder, "implicit-euler", text)
    found["implicit-euler"] = tensor(row_at(table, TIME), "stress")
    return np.append(eps_vp, start["alpha"]), found


# Largest relative difference of the stress: for two integrators with a
# relative tolerance of 1e-3, and for two solutions of the same equations.
AGREEMENT = {"ode23": 5e-3, "implicit-euler": 1e-6}


def compare(automat, count):
    """Stresses by JAX and by automat from the same states."""
    full = np.asarray(draw(count))
    with tempfile.TemporaryDirectory() as name:
        found = [reference(automat, pathlib.Path(name), x) for x in full]
    y0 = jnp.asarray(np.array([state for state, _ in found]))
    worst = {}
    for scheme, name, step in variants(False):
        sigma = np.asarray(batched(step)(BEFORE * full, full, y0)[0])
        expected = np.array([stresses[scheme] for _, stresses in found])
        error = np.linalg.norm(sigma - expected, axis=1)
        size = np.linalg.norm(expected, axis=1)
        worst[f"{scheme}, {name}"] = float(np.max(error / size))
        if not np.all(error <= AGREEMENT[scheme] * size):
            sys.exit(f"{scheme}, {name}: stresses differ from automat's by "
                     f"{np.max(error / size):.3g} of their norm, expected at "
                     f"most {AGREEMENT[scheme]}")
    return worst


def bench_automat(options):
    """Points per second by (scheme, tangent): the automatic strategy."""
    found = {}
    for scheme in SCHEMES:
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "bench.json"
            # --quick skips tangents
            call([options.automat, "bench", "--workload", "W1", "--scheme",
                  scheme, "--engine", options.engine, "--device-points",
                  str(options.points), "--json", path, "--quiet",
                  *([] if options.tangent else
                    ["--quick", "--seconds", "0.2", "--repetitions", "11"])])
            results = json.loads(path.read_text())["results"]
        for row in results:
            if (row["strategy"] == "automatic"
                    and row["fields"] in ("resident", "host")):
                rates = [row[kind]["median"] or 0 for kind in row
                         if kind.startswith("points_per_second")]
                key = scheme, row["tangent"]
                found[key] = max(found.get(key, 0), *rates)
    return found


# ---- the program ----------------------------------------------------------------


def measure_all(options):
    """Yields each row as soon as it is measured."""
    full = draw(options.points)
    inputs = [BEFORE * full, full, preload(full)]
    for tangent in (False, True)[: 1 + options.tangent]:
        for scheme, name, step in variants(tangent):
            for layout, axis in LAYOUTS.items():
                times = measure(step, inputs, axis, options.seconds,
                                options.repetitions)
                yield {
                    "scheme": scheme,
                    "variant": name,
                    "layout": layout,
                    "tangent": tangent,
                    "measurements": len(times),
                    "points_per_second":
                        options.points / statistics.median(times),
                }


def ratios(rows, ours):
    """Points per second of automat over those of JAX's fastest variant."""
    found = []
    for (scheme, tangent), rate in sorted(ours.items()):
        peers = [row["points_per_second"] for row in rows
                 if (row["scheme"], row["tangent"]) == (scheme, tangent)]
        if peers:
            found.append({"scheme": scheme, "tangent": tangent,
                          "automat": rate, "jax": max(peers),
                          "ratio": rate / max(peers)})
    return found


def print_head(report):
    print(f"{report['device']}, JAX {report['jax']}, diffrax "
          f"{report['diffrax']}, {report['points']} points")
    for name, error in report["agreement"].items():
        print(f"stresses agree with automat's to {error:.1e}: {name}")
    print(f"\n{'scheme':15}{'tangent':8}{'JAX':16}{'layout':12}{'M/s':>9}",
          flush=True)


def print_row(row):
    print(f"{row['scheme']:15}{'yes' if row['tangent'] else 'no':8}"
          f"{row['variant']:16}{row['layout']:12}"
          f"{row['points_per_second'] * 1e-6:9.4g}", flush=True)


def print_ratios(rows):
    if rows:
        print(f"\n{'scheme':15}{'tangent':8}{'automat M/s':>12}"
              f"{'JAX M/s':>9}{'ratio':>8}")
    for row in rows:
        print(f"{row['scheme']:15}{'yes' if row['tangent'] else 'no':8}"
              f"{row['automat'] * 1e-6:12.4g}{row['jax'] * 1e-6:9.4g}"
              f"{row['ratio']:8.3g}")


def read_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--automat", default="automat", metavar="PROGRAM")
    parser.add_argument("--engine", default="cuda", help="of automat; none: "
                        "leave out its measurement")
    parser.add_argument("--points", type=int, default=1 << 22)
    parser.add_argument("--check-points", type=int, default=16,
                        help="whose stresses are compared")
    parser.add_argument("--seconds", type=float, default=1.0,
                        help="of each measurement (default 1)")
    parser.add_argument("--repetitions", type=int, default=51,
                        help="at most (default 51)")
    parser.add_argument("--tangent", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    return parser.parse_args()


def write(report, path):
    if path:
        pathlib.Path(path).write_text(json.dumps(report, indent=1) + "\n")


def main():
    """Prints and writes each result at once."""
    options = read_options()
    report = {
        "device": jax.devices()[0].device_kind,
        "jax": jax.__version__,
        "diffrax": diffrax.__version__,
        "points": options.points,
        "agreement": compare(options.automat, options.check_points),
        "results": [],
    }
    ours = {} if options.engine == "none" else bench_automat(options)
    print_head(report)
    for row in measure_all(options):
        report["results"].append(row)
        report["ratios"] = ratios(report["results"], ours)
        print_row(row)
        write(report, options.json)
    print_ratios(report["ratios"])


if __name__ == "__main__":
    main()
