// What the page makes of games: opened as trees, kept as text, read again and written. Games come by stdin and go to stdout.
import { readFileSync } from "node:fs";
import { recordOf, treeOf } from "../../crates/desk/src/web/page/record.js";
import { Tree } from "../../crates/desk/src/web/page/tree.js";

const through = (game) => {
  const kept = treeOf(game).write();
  const tree = Tree.read(kept);
  if (tree.write() !== kept) throw new Error(`${kept} becomes ${tree.write()}`);
  return recordOf({ game: game.game, options: game.option, position: game.position }, tree);
};
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(through)));
