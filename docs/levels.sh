#!/bin/sh
# Measures the ratings of the levels of a game: docs/levels.sh GAME FOLDER [ROUNDS]
#
# Each player of the ladder meets the next (in a game for three the next two); the records go to FOLDER. Prints the
# rating list and last the ratings of all levels above random play, as src/registry.rs has them. Levels that have not
# played lie on the line between their neighbours.
set -eu
game=$1 folder=$2 rounds=${3:-20}
mkdir -p "$folder"
player() {
    case $1 in
        random) echo "name=random,builtin=random" ;;
        # The full level has no limit of its own.
        20) echo "name=20,builtin=quintet:nodes=100000" ;;
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
quintet rating "$folder/$game"-*.jsonl | tee "$folder/$game.txt"
awk '$1 + 0 > 0 && $2 != "games" { rating[$2] = $3 + 0 }
    END {
        for (level = 0; level <= 20; level++) {
            if (level in rating) { below = level; above = level; while (!(++above in rating) && above < 20); }
            part = above > below ? (level - below) / (above - below) : 0
            printf "%.0f%s", rating[below] + part * (rating[above] - rating[below]) - rating["random"], level < 20 ? ", " : "\n"
        }
    }' "$folder/$game.txt"
