"""A small UGI engine: it plays the first legal turn that another UGI engine, given as its first argument, lists.

With `--crash N` it ends in the midst of its Nth search, once: a file beside the process remembers. With `--illegal` it plays
what is no turn. With `--deaf` it never answers a search, and hears nothing any more."""

import subprocess
import sys
import time

program, arguments = sys.argv[1], sys.argv[2:]
rules = subprocess.Popen([program, "--no-files"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
crash = int(arguments[arguments.index("--crash") + 1]) if "--crash" in arguments else 0
searches = 0


def tell(line):
    rules.stdin.write(line + "\n")
    rules.stdin.flush()


def legal():
    tell("legal turns")
    for line in rules.stdout:
        if line.startswith("legal"):
            return line.split()[1:]
    return []


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        print("id name first-turn\nid author quintet's tests\noption name Game type string default yavalath\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] in ("setoption", "position", "uginewgame"):
        tell(line.strip())
    elif words[0] == "go":
        searches += 1
        if searches == crash:
            sys.exit("this engine ends here")
        while "--deaf" in arguments:
            time.sleep(60)
        turns = legal()
        print("bestmove " + ("nonsense" if "--illegal" in arguments else turns[0] if turns else "none"), flush=True)
    elif words[0] == "quit":
        break
