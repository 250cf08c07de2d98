"""Runs that are killed: before each call that changes a file, and at random moments."""

import random
import subprocess
import time

from story import stories
from trial import fail


def sweep_kills(trial, _):
    for story in stories(trial):
        number = 0
        while True:
            number += 1
            story.prepare()
            run = trial.disturbed("parent", "change", number, "kill", trial.command(*story.more))
            what = f"killed before call {number} ({trial.told()})"
            story.check_next(what)
            if trial.told() == "missed":
                break
            if run.returncode != 137:
                fail(f"{story.name}, {what}: ended with {run.returncode}")
        print(f"faults: {number - 1} kills of a {story.name}, one before each change: 0 incomplete files, 0 temporary files, same bytes", flush=True)


def random_kills(trial, asked):
    chance = random.Random(asked.seed)
    told = list(stories(trial))
    for number in range(asked.kills):
        story = told[number % len(told)]
        story.prepare()
        run = subprocess.Popen(trial.command(*story.more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, 0.15))
        run.kill()
        run.wait()
        story.check_next(f"killed at random moment {number}")
    print(f"faults: {asked.kills} kills at random moments: 0 incomplete files, 0 temporary files, same bytes", flush=True)
