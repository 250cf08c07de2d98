"""Prints a shell's completions of a line: fish is queried, bash and zsh run in a terminal where Tab is pressed.

usage: press_tab.py bash|zsh|fish COMPLETIONS LINE"""
import os
import pty
import re
import select
import subprocess
import sys
import time

shell, completions, line = sys.argv[1:]

if shell == "fish":
    asked = f"source {completions}; complete -C {line!r}"
    shown = subprocess.run(["fish", "--no-config", "-c", asked], capture_output=True, text=True)
    print("".join(row.split("\t")[0] + "\n" for row in shown.stdout.splitlines()) + shown.stderr)
    sys.exit()

commands = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
# All candidates are listed at once, one per line, without changing the input line.
prepared = {
    "bash": f"PS1=; bind 'set show-all-if-ambiguous on'; bind 'set page-completions off';"
            f" bind 'set completion-query-items 0'; bind 'set enable-bracketed-paste off';"
            f" bind '\"\\t\": possible-completions'; source {completions}; echo READY''NOW",
    "zsh": f"PS1=; unsetopt zle_bracketed_paste; LISTMAX=100000; unset zle_bracketed_paste;"
           f" autoload -U compinit; compinit -u -D; source {completions}; bindkey '^I' list-choices;"
           f" echo READY''NOW",
}
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="dumb" if shell == "bash" else "xterm", COLUMNS="200", LINES="400")
    os.execvp(commands[shell][0], commands[shell])


def read_until(mark, quiet):
    """Returns the output until the mark, or until there is no output for this many seconds."""
    text = ""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], quiet)
        if not ready:
            return text
        try:
            text += os.read(terminal, 65536).decode(errors="replace")
        except OSError:
            return text
        if mark and mark in text:
            return text
    return text


os.write(terminal, b"stty rows 400 cols 200\n" + prepared[shell].encode() + b"\n")
read_until("READYNOW", 15)
read_until(None, 0.3)
os.write(terminal, line.encode())
read_until(None, 0.3)
os.write(terminal, b"\t")
shown = read_until(None, 1.0)
os.write(terminal, b"\x15exit\n")
shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|[\r\x07]", "\n", shown)
# The input line is printed again below the candidates.
print("\n".join(row for row in shown.splitlines() if line.strip() not in row))
