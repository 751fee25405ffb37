# %% [markdown]
# # A game of YINSH in a notebook
#
# The wheel `quintet-engine` (docs/install.md) is all this needs. Editors show these cells as a notebook; the script runs
# as it is, too.

# %%
import quintet

engine = quintet.Engine("yinsh")
position = engine.position("e5 g6 d4 f5 c3 f7 e7 d6 g8 c5")
position.instruction

# %% In a notebook this shows the board.
position

# %% What is good here? The three best turns, and how sure the engine is.
found = position.analyze(nodes=20_000, multipv=3)
for line in found.lines:
    print(f"{line.turn:10} {line.score}   {' '.join(line.pv[:4])}")

# %% In a notebook this shows the same as a table.
found

# %% Watch it think.
for news in engine.stream(position.moves, seconds=0.5, every=0.1):
    print(f"depth {news.depth:2}, {news.nodes:7} nodes: {news.best}")

# %% Every decision with a score: the rings that are best to move.
scores = engine.analyze(position.moves, nodes=20_000, decisions=True).decisions or []
best_of_ring: dict[str, float] = {}
for text, score in scores:
    ring = text.split("-")[0]
    best_of_ring[ring] = max(best_of_ring.get(ring, 0), score.winrate)
print(best_of_ring)

# %% Play a turn, and ask what the other side threatens.
if found.best:
    position = position.play(found.best)
threat = position.analyze(nodes=20_000, threats=True).threat
print(position.instruction, "| threat:", threat.turn if threat else None)

# %% How did the win probability go? All positions of a game in one request.
for analysis in engine.analyze_game(position.moves, nodes=2_000):
    print(analysis.turn_number, analysis.score)

# %%
engine.close()
