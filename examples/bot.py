#!/usr/bin/env python3
"""A bot that plays every game without knowing a rule of any: all it needs is in docs/json.md.

It looks one decision ahead: what wins it plays, else what leaves the opponent the least to hope for after a search of a
few nodes. Here it plays each game against the engine:   python3 examples/bot.py path/to/quintet
"""
import json
import subprocess
import sys

QUINTET = sys.argv[1] if len(sys.argv) > 1 else "quintet"

class Engine:
    def __init__(self):
        command = [QUINTET, "analysis", "--workers", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, game, moves, nodes):
        request = {"id": "bot", "game": game, "moves": moves, "nodes": nodes, "includeState": True}
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"{answer['error']} ({answer.get('field')})")
        return answer

def side_to_decide(state):
    return state["seats"][state["decides"] - 1]["side"]

def share_after(engine, state, moves, decision):
    """What the side that decides can expect after a decision, from 0 to 1."""
    answer = engine.ask(state["game"], [*moves, decision], nodes=50)
    if result := answer.get("result"):
        return (state["decides"] in result["winners"]) / len(result["winners"])
    share = answer["rootInfo"]["winrate"]
    return share if side_to_decide(answer["state"]) == side_to_decide(state) else 1 - share

def bots_decision(engine, state, moves):
    """The best of a dozen decisions, those that change most."""
    legal = sorted(state["legal"], key=lambda decision: -len(decision["effects"]))[:12]
    return max((decision["text"] for decision in legal), key=lambda text: share_after(engine, state, moves, text))

def play(engine, game, bots_seat):
    moves = []
    while True:
        state = engine.ask(game, moves, nodes=0)["state"]
        if state["result"] or len(moves) == 400:
            break
        if state["decides"] == bots_seat:
            moves.append(bots_decision(engine, state, moves))
        else:
            moves.append(engine.ask(game, moves, nodes=20)["rootInfo"]["best"])
    ending = state["result"]["sentence"] if state["result"] else "broken off"
    print(f"{game}: the bot on seat {bots_seat}, {len(moves)} moves. {ending}")

if __name__ == "__main__":
    games = subprocess.run([QUINTET, "games"], stdout=subprocess.PIPE, text=True, check=True).stdout
    engine = Engine()
    for number, line in enumerate(games.splitlines()):
        play(engine, line.split()[0], number % 2 + 1)
