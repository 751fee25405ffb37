"""Compares the games of tournaments: games.py ONE FILE.. [--until N]

All files together must have each game of the file ONE exactly once, and no other, and all that does not depend on the time
must be equal. With --until N only games 1 to N are compared; later ones may be there or not, but not twice. Prints how many
games were compared, or what differs, with exit code 1.
"""

import argparse
import json
import sys

KEYS = ["number", "encounter", "game", "option", "opening", "result", "winners", "reason", "seed"]


def read(paths):
    """The games of files, by number, each with its file."""
    games = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                game = {key: record.get(key) for key in KEYS}
                game["seats"] = [seat["name"] for seat in record["seats"]]
                game["turns"] = [turn["turn"] for turn in record["turns"]]
                games.setdefault(game["number"], []).append((path, game))
    return games


def differences(one, many, until):
    """A sentence for each game that is not as it should be."""
    for number in sorted(one.keys() | many.keys()):
        found = many.get(number, [])
        if len(found) > 1:
            yield f"game {number} is there {len(found)} times: {', '.join(path for path, _ in found)}"
        if until is not None and number > until:
            continue
        if not found:
            yield f"game {number} is missing"
        elif number not in one:
            yield f"game {number} of {found[0][0]} is not in the other file"
        elif found[0][1] != one[number][0][1]:
            path, game = found[0]
            expected = one[number][0][1]
            keys = [key for key in game if game[key] != expected[key]]
            yield "\n".join(f"game {number} of {path}: {key} is {game[key]}, not {expected[key]}" for key in keys)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--until", type=int)
    parser.add_argument("one")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    one = read([arguments.one])
    wrong = list(differences(one, read(arguments.files), arguments.until))
    for sentence in wrong[:10]:
        print(sentence)
    if len(wrong) > 10:
        print(f"and {len(wrong) - 10} more")
    if wrong:
        sys.exit(1)
    print(sum(arguments.until is None or number <= arguments.until for number in one))


main()
