#!/usr/bin/env python3
"""commands.py PROGRAM [PROGRAM...]: measures commands, from start to exit.

Each command is run by all programs in turn, TIMES times. The smallest wall and
processor times [ms] approximate those of an idle machine; the ratios to the
first program are valid on a busy machine, too. A case that a program cannot run
has no time. Laws are found in $AUTOMAT_PATH, or where the programs are
installed."""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIMES = int(os.environ.get("TIMES", "30"))
CASES = sorted((Path(__file__).parent / "commands").glob("*.yaml"))


def measure(command):
    """Wall and processor seconds, or None if the command fails."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    wall = time.perf_counter() - start
    return None if status else (wall, used.ru_utime + used.ru_stime)


def main(programs):
    output = os.path.join(tempfile.mkdtemp(), "rows.csv")
    commands = [("--version", ["--version"])]
    commands += [(c.stem, ["run", str(c), "-o", output]) for c in CASES]
    print("command      wall ms, processor ms, ratio of wall; for each of",
          *programs)
    for name, words in commands:
        least = [(float("inf"), float("inf"))] * len(programs)
        for _ in range(TIMES):
            for i, program in enumerate(programs):
                found = measure([program] + words)
                if found:
                    least[i] = tuple(map(min, least[i], found))
        cells = (f"{1e3 * w:8.2f} {1e3 * p:8.2f} {w / least[0][0]:5.2f}"
                 for w, p in least)
        print(f"{name:12}", "   ".join(cells))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
