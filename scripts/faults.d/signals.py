"""Runs that are asked to stop."""

import random
import signal
import subprocess
import time

from story import first_run
from trial import fail


def stops(trial, asked):
    chance = random.Random(asked.seed)
    story, slowest, stopped = first_run(trial), 0, 0
    story.prepare()
    begin = time.monotonic()
    trial.scan()
    whole = time.monotonic() - begin
    for number in range(60):
        signal_number = (signal.SIGINT, signal.SIGTERM)[number % 2]
        story.prepare()
        run = subprocess.Popen(trial.command(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.1, 1) * whole)
        run.send_signal(signal_number)
        begin = time.monotonic()
        run.communicate()
        slowest = max(slowest, time.monotonic() - begin)
        # Until main blocks it, the signal kills the process.
        if run.returncode not in (0, 3, 128 + signal_number, -signal_number):
            fail(f"signal {signal_number} ended a run with {run.returncode}")
        stopped += run.returncode == 128 + signal_number
        strays = [path for path in trial.output.rglob("*.tmp")] if run.returncode > 0 else []
        if strays:
            fail(f"signal {signal_number}: a run that cleaned up has left {strays}")
        story.check_next(f"stopped by signal {signal_number}, {number}", run.returncode)
    if slowest > 1:
        fail(f"a run took {slowest:.1f} s to stop")
    print(f"faults: 60 signals, {stopped} of them during the run: the slowest stop took {slowest:.2f} s, the next run completed the output", flush=True)
