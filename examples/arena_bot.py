"""Two small players for CodinGame's arenas: `python3 examples/arena_bot.py yavalath` or `yinsh`, with an optional seed.

In Yavalath it wins if it can, blocks if it must, and makes no three. In YINSH it takes a row if it can. Otherwise it plays at random.
docs/arenas.md says how to play against it, and which level of quintet is as strong.
"""

import random
import sys

LENGTHS = [5, 6, 7, 8, 9, 8, 7, 6, 5]


def stones(rows, sign):
    """The cells that show a sign, so that (a, n + 1), (a + 1, n) and (a + 1, n + 1) are neighbours of (a, n)."""
    return {(x + max(0, 4 - y), 8 - y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == sign}


def longest(own, cell):
    """The longest line of own stones through a cell that would be one of them."""
    best = 1
    for da, dn in [(0, 1), (1, 0), (1, 1)]:
        length = 1
        for sign in (1, -1):
            step = 1
            while (cell[0] + sign * step * da, cell[1] + sign * step * dn) in own:
                length, step = length + 1, step + 1
        best = max(best, length)
    return best


def yavalath(rows):
    free, own, other = (stones(rows, sign) for sign in "012")
    cells = sorted(free)
    wins = [cell for cell in cells if longest(own, cell) >= 4]
    blocks = [cell for cell in cells if longest(other, cell) >= 4]
    safe = [cell for cell in cells if longest(own, cell) != 3]
    a, n = random.choice(wins or blocks or safe or cells)
    return f"{a - max(0, n - 4)} {8 - n}"


def play_yavalath():
    input()  # the number of the player
    while True:
        size = int(input())
        rows = [input() for _ in range(size)]
        input()  # the opponent's last turn
        print(yavalath(rows), flush=True)


def play_yinsh():
    input()  # the number of the player
    print("yes", flush=True)
    while True:
        for _ in range(int(input())):
            input()
        actions = [input() for _ in range(int(input()))]
        most = max(action.count(";x") for action in actions)
        print(random.choice([action for action in actions if action.count(";x") == most]), flush=True)


if __name__ == "__main__":
    game, *seed = sys.argv[1:]
    random.seed(seed[0] if seed else None)
    try:
        play_yavalath() if game == "yavalath" else play_yinsh()
    except EOFError:
        pass
