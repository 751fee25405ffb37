#!/bin/sh
# Measures the ratings of the levels of a game: docs/levels.sh GAME FOLDER [ROUNDS]
#
# Each player of the ladder meets the next (in a game for three the next two); the records go to FOLDER. Prints the
# rating lists and last the ratings of all levels above random play, as src/registry.rs has them.
set -eu
game=$1 folder=$2 rounds=${3:-20}
mkdir -p "$folder"
: > "$folder/$game.txt"
player() {
    case $1 in
        random) echo "name=random,builtin=random" ;;
        # The full level has no limit of its own. In YINSH level 18 searches nearly 100,000 nodes itself.
        20) case $game in yinsh*) echo "name=20,builtin=quintet:nodes=400000" ;;
            # A tree search that judges all children of a node.
            yavalath3) echo "name=20,builtin=quintet:nodes=10000" ;;
            *) echo "name=20,builtin=quintet:nodes=100000" ;; esac ;;
        *) echo "name=$1,builtin=quintet:nodes=1000000,option.Skill=$1" ;;
    esac
}
set -- random 0 3 6 9 12 15 18 20
while [ $# -ge 2 ]; do
    case $game in
        *3) [ $# -ge 3 ] || break; third="--engine $(player "$3")" ;;
        *) third="" ;;
    esac
    # $third is an option and its value, or nothing.
    # shellcheck disable=SC2086
    quintet match "$game" --engine "$(player "$1")" --engine "$(player "$2")" $third --rounds "$rounds" \
        --openings "openings/$game.txt" --maxturns 300 --quiet --resume --out "$folder/$game-$1-$2.jsonl"
    shift
done

# Where neighbours win nearly all games a rating list of all players at once is hardly determined, so each match has one
# of its own and the differences are added up. Levels that have not played lie on the line between their neighbours.
for record in "$folder/$game"-[r0-9]*.jsonl; do
    quintet rating "$record" | tee -a "$folder/$game.txt"
done
awk '/^[a-z].* games$/ { split("", elo) }
    $1 + 0 > 0 && NF > 5 {
        elo[$2] = $3 + 0
        for (a in elo) step[a, $2] = elo[$2] - elo[a]
        for (a in elo) step[$2, a] = elo[a] - elo[$2]
    }
    END {
        split("random 0 3 6 9 12 15 18 20", ladder, " ")
        for (i = 2; i in ladder; i++) rating[ladder[i]] = rating[ladder[i - 1]] + step[ladder[i - 1], ladder[i]]
        for (level = 0; level <= 20; level++) {
            if (level in rating) { below = level; above = level; while (!(++above in rating) && above < 20); }
            part = above > below ? (level - below) / (above - below) : 0
            printf "%.0f%s", rating[below] + part * (rating[above] - rating[below]), level < 20 ? ", " : "\n"
        }
    }' "$folder/$game.txt"
