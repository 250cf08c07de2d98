"""Runs the shell steps of a composite action as GitHub's runner does, with inputs in place of their expressions.

usage: steps.py ACTION FOLDER NAME=VALUE...      FOLDER is the runner's; outputs are written to FOLDER/outputs;
a NAME that begins with `github.` is an expression"""
import os
import re
import subprocess
import sys

import yaml

path, runner, *given = sys.argv[1:]
action = yaml.safe_load(open(path, encoding="utf-8"))
inputs = {name: row.get("default") for name, row in action["inputs"].items()} | dict(g.split("=", 1) for g in given)
outputs = os.path.join(runner, "outputs")
open(outputs, "w").close()


def value(text):
    """Returns the text with inputs in place of `${{ inputs.NAME }}` and of given expressions; others are errors."""
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: inputs[found[1].removeprefix("inputs.")], text)


for step in action["runs"]["steps"]:
    if "run" not in step:
        continue
    if "${{" in step["run"]:
        sys.exit(f"steps: an expression within the shell of {step['name']}")
    environment = os.environ | {name: value(text) for name, text in step.get("env", {}).items()} | {
        "RUNNER_TEMP": runner, "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": outputs,
        "GITHUB_ACTION_PATH": os.path.dirname(path),
        "GITHUB_STEP_SUMMARY": os.path.join(runner, "summary")}
    script = os.path.join(runner, "step.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write(step["run"])
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)
