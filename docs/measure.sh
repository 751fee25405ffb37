#!/bin/sh
# Measures tables of docs/measurements.md again.
#
#   docs/measure.sh [--file FILE] [TABLE..]    measure these tables, or all, and write them into FILE
#   docs/measure.sh --list                     list the tables
#   docs/measure.sh --readme                   copy the figures of README.md from docs/measurements.md
#   docs/measure.sh --check                    fail if the figures of README.md are not those
#
# FILE is docs/measurements.md by default; a table is there between `<!-- measure:NAME -->` and
# `<!-- /measure:NAME -->`. Needs a program (`cargo build --release --locked`), sh, awk and sed. Environment:
#
#   GAMES="zen gipf"   only these games          QUINTET=FILE    the program (target/release/quintet)
#   ROUNDS=N           openings for each match   OLD=FILE        the program to compare with (table `before`)
#   TIME=MS            time of a turn            CONCURRENCY=N   games at once (2)
#   NODES=N            nodes of a turn (books)   WORK=DIR        records of games (target/measure/COMMIT); interrupted
#   REPEAT=N           median of this many                       work there is continued
#   COMMIT, MACHINE    the names to write
#
# To try a table quickly: GAMES=zen ROUNDS=1 TIME=10 docs/measure.sh --file /tmp/copy.md ten
set -eu
from=$(pwd)
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
tables="speed threads smp two-threads weak uniform equal-time searches searches3 before ten four puzzles books levels
    ratings calibration calibration-searches"
file=$here/measurements.md
five="yavalath pentalath gipf yinsh zen"

die() { echo "measure.sh: $*" >&2; exit 2; }
given() { for word in $1; do [ "$word" = "$2" ] && return; done; return 1; }

# --- numbers ---

# The number before the word $1.
before_word() { awk -v unit="$1" '{ for (i = 2; i <= NF; i++) if ($i == unit) rate = $(i - 1) } END { print rate }'; }

# The median of the numbers on stdin.
median() {
    awk '{ for (i = ++n; i > 1 && x[i - 1] > $1 + 0; i--) x[i] = x[i - 1]; x[i] = $1 + 0 } END { print x[int((n + 1) / 2)] }'
}

# $1 times: the numbers that a command prints; their median.
repeated() {
    times=$1; shift
    while [ "$times" -gt 0 ]; do "$@"; times=$((times - 1)); done | median
}

# A rate in three digits: 15.2 M.
human() {
    awk -v x="$1" 'BEGIN {
        split("1e9 1e6 1e3 1", size, " "); split(" G, M, k,", unit, ",")
        for (i = 1; i < 4 && x < size[i] * 0.9995; i++);
        v = x / size[i]
        printf (v >= 99.95 || i == 4 ? "%.0f" : v >= 9.995 ? "%.1f" : "%.2f") "%s\n", v, unit[i]
    }'
}

# --- matches ---

# The points of player $1 in the table that `quintet match` prints on stdin, with the 95 % interval: of pairs of games
# with two seats, as printed with three.
points() {
    awk -v name="$1" '
        $1 == "engine" && !pairs { pairs = /pairs/ ? 1 : 2 }
        $1 == name && !done {
            done = 1; score = $3; half = 0
            if (pairs == 1) {
                for (i = 0; i < 5; i++) { count[i] = $(NF - 4 + i); n += count[i]; sum += count[i] * i / 4 }
                for (i = 0; i < 5 && n > 0; i++) sq += count[i] * (i / 4 - sum / n) ^ 2
                if (n > 0) half = 196 * sqrt(sq) / n
            } else for (i = 4; i < NF; i++) if ($i == "±") half = $(i + 1)
            if (half < 0.05) printf (score == int(score) ? "%d %%\n" : "%.1f %%\n"), score
            else printf "%.1f %% ± %.1f\n", score, half
        }'
}

# Plays a match of table $1 in game $2 and prints its final table; what follows are arguments of `quintet match`.
# A record that is complete is only read.
match() {
    record=$work/$1-$2.jsonl match_game=$2; shift 2
    "$quintet" match "$match_game" "$@" --quiet --resume --out "$record" --concurrency "${concurrency:-${CONCURRENCY:-2}}"
}

openings() { echo "--openings openings/$1.txt --order random --seed ${2:-1}"; }

# A table with one match a game: $1 its name, $2 the games, $3 rounds, $4 the title, $5 the first player, $6 the others.
one_match() {
    echo "| game | $4 |"; echo "|---|---|"
    for game in ${GAMES:-$2}; do
        rounds=$3 other=""
        # Six games a round.
        case $game in *3) rounds=${ROUNDS:-34} other="--engine name=third,$6" ;; esac
        # Lists of words.
        # shellcheck disable=SC2046,SC2086
        echo "| \`$game\` | $(match "$1" "$game" --engine "name=first,$5" --engine "name=second,$6" $other \
            --rounds "$rounds" $(openings "$game") | points first) |"
    done
}

# --- the tables: each prints the command behind it on a line, then its rows ---

playouts() { "$quintet" bench --playouts --game "$1" | before_word playouts/s; }
nodes() { "$quintet" bench --game "$1" 2>/dev/null | before_word nps; }
leaves() {
    case $1 in
        yavalath | gipf*) set -- "$1" 5 ;;
        yinsh*) set -- "$1" 4 --moves "f6 e5 g7 e7 g5 f8 d5 f4 h7 e4" ;;
        *) set -- "$1" 4 ;;
    esac
    "$quintet" perft "$@" 2>&1 | before_word leaves/s
}
# Nodes or iterations a second: game, search, threads, milliseconds.
rate() {
    printf 'setoption name Search value %s\nsetoption name Threads value %s\ngo movetime %s\n' "$2" "$3" "$4" |
        "$quintet" --game "$1" |
        awk '/^info/ { for (i = 1; i < NF; i++) if ($i == "nps") rate = $(i + 1) } END { print rate }'
}

table_speed() {
    echo "\`quintet bench --playouts --game GAME\`, \`quintet perft GAME DEPTH\`, \`quintet bench --game GAME\` and \`go movetime ${TIME:-1000}\` with \`Search\` \`mcts\`"
    echo "| game | playouts/s | perft leaves/s | alpha-beta nodes/s | MCTS iterations/s |"; echo "|---|---|---|---|---|"
    n=${REPEAT:-3}
    for game in ${GAMES:-$all}; do
        echo "| \`$game\` | $(human "$(repeated "$n" playouts "$game")") | $(human "$(repeated "$n" leaves "$game")") | $(
            human "$(repeated "$n" nodes "$game")") | $(human "$(repeated "$n" rate "$game" mcts 1 "${TIME:-1000}")") |"
    done
}

table_threads() {
    echo "\`go movetime ${TIME:-1500}\` with \`Threads\` 2 and 1, from the start of the game"
    echo "| game | search | two threads against one |"; echo "|---|---|---|"
    for pair in yavalath:alphabeta yavalath:mcts gipf:mcts zen:mcts yavalath3:mcts-eval; do
        game=${pair%:*} search=${pair#*:}
        given "${GAMES:-$all}" "$game" || continue
        both=$(repeated "${REPEAT:-5}" rate "$game" "$search" 2 "${TIME:-1500}")
        one=$(repeated "${REPEAT:-5}" rate "$game" "$search" 1 "${TIME:-1500}")
        echo "| \`$game\` | $search | $(awk -v a="$both" -v b="$one" 'BEGIN { printf "%.2f", a / b }') |"
    done
}

table_smp() {
    # One list of games with commas.
    list=$(echo ${GAMES:-$all} | sed 's/ /,/g')
    echo "\`quintet bench --smp 2 --time ${TIME:-500}ms\`"
    echo "| game | depth | nodes | time | beside |"; echo "|---|---|---|---|---|"
    "$quintet" bench --smp 2 --time "${TIME:-500}ms" --game "$list" | awk '
        function after(word, from) { from = $0; sub(".*" word " *", "", from); return from + 0 }
        /: time/ {
            name = $0; sub(/:.*/, "", name)
            positions = $0; sub(/ positions.*/, "", positions); sub(/.* /, "", positions)
            total = name ~ /^all/
            printf "| %s | %s | %.2f | %.2f | %.2f |\n", total ? "all " positions " positions" : "`" name "`",
                total ? "–" : after("depth"), after("nodes"), after("median"), after("others:")
        }'
}

table_two_threads() {
    echo "\`quintet match GAME --engine name=two,cmd=quintet,option.Threads=2 --engine name=one,cmd=quintet --tc depth=DEPTH\` and \`--tc movetime=${TIME:-20}\`, \`--order random --seed 1\`"
    echo "| game | at the same depth | in ${TIME:-20} ms a turn |"; echo "|---|---|---|"
    concurrency=1
    for game in ${GAMES:-$five}; do
        case $game in
            yavalath) depth=6 deep=400 timed=100 ;;
            pentalath) depth=6 deep=500 timed=100 ;;
            gipf*) depth=7 deep=200 timed=50 ;;
            *) depth=5 deep=200 timed=100 ;;
        esac
        set -- --engine "name=two,cmd=$quintet,option.Threads=2" --engine "name=one,cmd=$quintet,option.Threads=1"
        # shellcheck disable=SC2046
        echo "| \`$game\` | $(match two-threads-depth "$game" "$@" --tc "depth=$depth" --rounds "${ROUNDS:-$deep}" \
            $(openings "$game") | points two) (depth $depth) | $(match "two-threads-${TIME:-20}" "$game" "$@" \
            --tc "movetime=${TIME:-20}" --rounds "${ROUNDS:-$timed}" $(openings "$game") | points two) |"
    done
    concurrency=""
}

table_weak() {
    echo "\`quintet match GAME --engine name=quintet,builtin=quintet:movetime=${TIME:-50} --engine name=other,builtin=random --rounds ${ROUNDS:-50}\`, and \`builtin=mcts:2000\`"
    echo "| game | random | MCTS, 2,000 uniform playouts |"; echo "|---|---|---|"
    for game in ${GAMES:-$two}; do
        row="| \`$game\` |"
        for other in random mcts:2000; do
            # shellcheck disable=SC2046
            row="$row $(match "weak-${TIME:-50}-${other%:*}" "$game" --engine "name=quintet,builtin=quintet:movetime=${TIME:-50}" \
                --engine "name=other,builtin=$other" --rounds "${ROUNDS:-50}" $(openings "$game") | points quintet) |"
        done
        echo "$row"
    done
}

table_uniform() {
    echo "\`quintet match GAME --engine name=quintet,builtin=quintet:movetime=${TIME:-200} --engine name=uniform,builtin=mcts:100000 --rounds ${ROUNDS:-100} --order random --seed 1\`"
    one_match "uniform-${TIME:-200}" "$five" "${ROUNDS:-100}" points "builtin=quintet:movetime=${TIME:-200}" builtin=mcts:100000
}

table_equal_time() {
    echo "\`quintet match GAME --engine name=quintet,builtin=quintet:movetime=${TIME:-1000} --engine name=uniform,builtin=mcts:movetime=${TIME:-1000} --rounds ${ROUNDS:-20} --order random --seed 1\`"
    one_match "equal-time-${TIME:-1000}" "$five" "${ROUNDS:-20}" points "builtin=quintet:movetime=${TIME:-1000}" \
        "builtin=mcts:movetime=${TIME:-1000}"
}

table_searches() {
    echo "\`quintet match GAME --engine name=mcts-eval,builtin=mcts-eval:movetime=${TIME:-50} --engine name=alphabeta,builtin=alphabeta:movetime=${TIME:-50} --rounds ${ROUNDS:-50} --order random --seed 1\`"
    one_match "searches-${TIME:-50}" "$two" "${ROUNDS:-50}" "points of \`mcts-eval\`" "builtin=mcts-eval:movetime=${TIME:-50}" \
        "builtin=alphabeta:movetime=${TIME:-50}"
}

table_searches3() {
    echo "\`quintet match yavalath3\` with \`mcts-eval\`, \`mcts\` and \`alphabeta\`, \`--tc movetime=${TIME:-50} --rounds ${ROUNDS:-20} --order random --seed 4\`"
    echo "| search | points |"; echo "|---|---|"
    for search in mcts-eval mcts alphabeta; do
        # shellcheck disable=SC2046
        echo "| $search | $(match "searches3-${TIME:-50}" yavalath3 --engine builtin=mcts-eval --engine builtin=mcts \
            --engine builtin=alphabeta --tc "movetime=${TIME:-50}" --rounds "${ROUNDS:-20}" $(openings yavalath3 4) | points $search) |"
    done
}

table_before() {
    echo "\`quintet match GAME --engine name=new,cmd=NEW --engine name=old,cmd=OLD --tc movetime=${TIME:-50} --rounds ${ROUNDS:-100} --order random --seed 1\`"
    one_match "before-${TIME:-50}" "$two" "${ROUNDS:-100}" points "cmd=$quintet,movetime=${TIME:-50}" "cmd=$OLD,movetime=${TIME:-50}"
}

table_ten() {
    short=${TIME:-10} long=$((10 * ${TIME:-10}))
    echo "\`quintet match GAME --engine name=long,builtin=quintet:movetime=$long --engine name=short,builtin=quintet:movetime=$short --rounds ${ROUNDS:-100} --order random --seed 1\` (\`yavalath3\` \`--rounds ${ROUNDS:-34}\`)"
    one_match "ten-$short" "$all" "${ROUNDS:-100}" "points with ten times the time" "builtin=quintet:movetime=$long" \
        "builtin=quintet:movetime=$short"
}

table_four() {
    echo "\`quintet match GAME --config docs/four-players.toml --openings openings/GAME.txt --out GAME.jsonl\` and \`quintet rating GAME.jsonl\`"
    echo "| game | games | quintet | three turns deep | uniform MCTS | random |"; echo "|---|---|---|---|---|---|"
    for game in ${GAMES:-$all}; do
        match four "$game" --config docs/four-players.toml --openings "openings/$game.txt" --rounds "${ROUNDS:-10}" >/dev/null
        "$quintet" rating "$work/four-$game.jsonl" | awk -v game="$game" '
            BEGIN { players = split("quintet,three turns deep,uniform MCTS,random", name, ",") }
            { for (i = 1; i <= players; i++) if (sub("^ *[0-9]+ +" name[i] " +", "")) {
                count = $4; cell[i] = $1 " ± " $3 " (" $5 " %)" } }
            END { printf "| `%s` | %s |", game, count; for (i = 1; i <= players; i++) printf " %s |", cell[i]; print "" }'
    done
}

table_puzzles() {
    most=${TIME:-1000}
    echo "\`go movetime $most\` at each position of \`crates/core/data/yavalath-puzzles.txt\`"
    # ROUNDS puzzles, evenly spread, or all.
    awk -v wanted="${ROUNDS:-100000}" '!/^#/ { line[n++] = $0 }
        END { if (wanted > n) wanted = n; for (i = 0; i < wanted; i++) print line[int(i * n / wanted)] }' \
        crates/core/data/yavalath-puzzles.txt >"$scratch/puzzles"
    { echo "setoption name MoveOverhead value 0"
      awk -v most="$most" '{ sub(/^[^ ]+ [^ ]+ [^ ]+ /, ""); print "uginewgame\nposition fen " $0 "\ngo movetime " most }' "$scratch/puzzles"
    } | "$quintet" --game yavalath | awk -v most="$most" '
        FNR == NR { plies[++n] = $1; win[n] = $2; next }
        # Solved since the time from which on the best line began with the winning decision.
        /^info depth/ {
            for (i = 1; i < NF; i++) { if ($i == "time") time = $(i + 1); if ($i == "pv") first = $(i + 1) }
            if (first != win[k + 1]) since = ""; else if (since == "") since = time
        }
        /^bestmove/ {
            k++; all[plies[k]]++
            if ($2 == win[k] && since != "") { long[plies[k]]++; if (since <= most / 10) quick[plies[k]]++ }
            since = ""
        }
        END {
            printf "| plies | puzzles | solved in %g s | in %g s |\n|---|---|---|---|\n", most / 10000, most / 1000
            for (p = 1; p < 100; p++) if (p in all) {
                printf "| %d | %d | %d | %d |\n", p, all[p], quick[p], long[p]
                a += all[p]; q += quick[p]; l += long[p]
            }
            printf "| all | %d | %d | %d |\n", a, q, l
        }' "$scratch/puzzles" -
}

table_books() {
    nodes=${NODES:-50000}
    echo "\`quintet match GAME --engine name=book,builtin=quintet:$nodes,option.OwnBook=true\` and ten opponents without a book, 45 to 54 fiftieths of these nodes, \`--format gauntlet --rounds ${ROUNDS:-3} --seed 1\`"
    echo "| game | points | different games |"; echo "|---|---|---|"
    for game in ${GAMES:-$two}; do
        set -- --engine "name=book,builtin=quintet:$nodes,option.OwnBook=true"
        for part in 45 46 47 48 49 50 51 52 53 54; do
            set -- "$@" --engine "name=n$part,builtin=quintet:$((nodes * part / 50))"
        done
        points=$(match "books-$nodes" "$game" "$@" --format gauntlet --rounds "${ROUNDS:-3}" --seed 1 | points book)
        different=$(awk '{ game = ""; while (match($0, /"turn":"[^"]*"/)) { game = game substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH) } if (!(game in seen)) { seen[game]; n++ } } END { print n + 0 }' "$work/books-$nodes-$game.jsonl")
        echo "| \`$game\` | $points | $different |"
    done
}

# --- levels ---

# Higher ones search long.
levels="0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"
strengths="$levels 17 18 19 20 21 22 23 24 25 26 27 28 29"

# A player of a match in game $3: level below 20 or strength ($2) with the number $1, or random play. Full strength has no
# limit of its own; the tree search of `yavalath3` evaluates all children of a node.
player() {
    case $1:$2:$3 in
        random:*) echo "name=random,builtin=random" ;;
        29:strength:*3) echo "name=$1,builtin=quintet:nodes=40000" ;;
        29:strength:*) echo "name=$1,builtin=quintet:nodes=400000" ;;
        *:level:*) echo "name=$1,builtin=quintet:nodes=10000000,option.Skill=$1" ;;
        # The rating of a strength gives just that.
        *) echo "name=$1,builtin=quintet:nodes=10000000,option.UCI_LimitStrength=true,option.UCI_Elo=$(awk -v game="$3" \
            -v step="$1" '$1 == game { print $(step + 2) }' crates/core/data/ratings.txt)" ;;
    esac
}

# Of the levels or strengths ($1) $3.., each meets the next in game $2, in a game for three the next two. Prints for each
# match the names and the final table.
ladder() {
    what=$1 game=$2; shift 2
    while [ $# -ge 2 ]; do
        third=""
        # Where searches are long, fewer games have to do.
        case $game:$what:$1 in
            yavalath:strength:2[4-8]) rounds=50 ;;
            yavalath:*) rounds=100 ;;
            *3:strength:2[4-8]) rounds=10 ;;
            *3:*) rounds=25 ;;
            *:strength:2[4-8]) rounds=20 ;;
            pentalath:* | yinsh-blitz:*) rounds=60 ;;
            *) rounds=50 ;;
        esac
        case $game in *3) [ $# -ge 3 ] || break; third="--engine $(player "$3" "$what" "$game")" ;; esac
        echo "match $1 $2 $what-$1-$2-$game"
        # shellcheck disable=SC2086
        match "$what-$1-$2" "$game" --engine "$(player "$1" "$what" "$game")" --engine "$(player "$2" "$what" "$game")" $third \
            --rounds "${ROUNDS:-$rounds}" $(openings "$game" 5) --maxturns 300
        shift
    done
}

table_levels() {
    echo "\`quintet match GAME\` of each level against the one before, \`--engine builtin=quintet:nodes=10000000,option.Skill=LEVEL\`"
    echo "| game |$(for level in $levels; do [ "$level" = 0 ] || printf ' %s |' "$level"; done)"
    echo "|---|$(for level in $levels; do [ "$level" = 0 ] || printf -- '---|'; done)"
    for game in ${GAMES:-$two}; do
        # In a game for three a level meets the next two at once.
        case $game in *3) continue ;; esac
        # shellcheck disable=SC2086
        ladder level "$game" $levels | awk -v game="$game" '
            /^match / { level = $3; next }
            level != "" && $1 == level && !(level in done) { done[level]; row = row sprintf(" %.0f |", $3) }
            END { print "| `" game "` |" row }'
    done
}

# Where neighbours win nearly all games a rating list of all players at once is hardly determined, so each match has one
# of its own and the differences are added up. All strengths are printed on stderr, as crates/core/data/ratings.txt has them:
# rising, also where chance has it otherwise.
table_ratings() {
    echo "\`quintet rating\` of the matches of each strength against the next, the differences added up"
    echo "| game | 0 | 3 | 6 | 9 | 12 | 15 | 18 | 21 | 24 | 26 | 28 | 29 | a level |"
    echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    for game in ${GAMES:-$all}; do
        # shellcheck disable=SC2086
        ladder strength "$game" random $strengths | awk '/^match / { print $4 }' >"$scratch/ladder"
        while read -r record; do
            "$quintet" rating "$work/$record.jsonl"
        done <"$scratch/ladder" | awk -v game="$game" '
            /^[a-z].* games$/ { split("", elo) }
            $1 + 0 > 0 && NF > 5 {
                elo[$2] = $3 + 0
                for (a in elo) step[a, $2] = elo[$2] - elo[a]
                for (a in elo) step[$2, a] = elo[a] - elo[$2]
            }
            END {
                before = "random"
                for (at = 0; at <= 29; at++) {
                    sum += step[before, at]
                    before = at
                    rating[at] = int(sum + 0.5)
                    if (at == 0 && rating[at] < 1) rating[at] = 1
                    if (at > 0 && rating[at] <= rating[at - 1]) rating[at] = rating[at - 1] + 1
                    each = each " " rating[at]
                }
                split("0 3 6 9 12 15 18 21 24 26 28 29", shown, " ")
                printf "| `%s` |", game
                for (i = 1; i in shown; i++) printf " %d |", rating[shown[i]]
                printf " %.0f |\n", (rating[29] - rating[0]) / 20
                print game each > "/dev/stderr"
            }'
    done
}

# --- calibration ---

# The rows of `quintet calibrate` for game $1; its last table is kept.
scores() {
    case $1 in yavalath) games=3000 ;; pentalath) games=2000 ;; *) games=1000 ;; esac
    games=${ROUNDS:-$games} nodes=${NODES:-5000} folder=$work/scores-$1
    [ -f "$folder-$games-$nodes.txt" ] || {
        "$quintet" calibrate "$1" --games "$games" --nodes "$nodes" --threads "${CONCURRENCY:-2}" --out "$folder-$games-$nodes" \
            >"$folder.new" && mv "$folder.new" "$folder-$games-$nodes.txt"
    }
    awk -F' *[|] *' -v game="\`$1\`" '$2 == game' "$folder-$games-$nodes.txt"
}

calibrate_command() {
    echo "\`quintet calibrate --games ${ROUNDS:-1000} --nodes ${NODES:-5000} --threads ${CONCURRENCY:-2} --out DIR\`"
}

# The search that plays is the first of each game.
table_calibration() {
    calibrate_command
    echo "| game | positions | shared | error in use | refitted (by chance) | cross-entropy |"; echo "|---|---|---|---|---|---|"
    for game in ${GAMES:-$all}; do
        scores "$game" | awk -F' *[|] *' 'NR == 1 {
            printf "| %s | %s | %s | %s | %s (%s) | %s → %s |\n", $2, $5, $3, $7, $8, $9, $10, $11 }'
    done
}

table_calibration_searches() {
    calibrate_command
    echo "| game | search | positions | scale | error in use | refitted (by chance) | cross-entropy |"; echo "|---|---|---|---|---|---|---|"
    for game in ${GAMES:-$all}; do
        scores "$game" | awk -F' *[|] *' '{
            printf "| %s | %s | %s | %s | %s | %s (%s) | %s → %s |\n", $2, $4, $5, $6, $7, $8, $9, $10, $11 }'
    done
}

# --- files ---

# Puts the file $3 between the markers of $1 in $2.
replace() {
    awk -v name="$1" -v rows="$3" '
        $0 == "<!-- measure:" name " -->" { print; while ((getline line < rows) > 0) print line; skip = 1; found = 1 }
        $0 == "<!-- /measure:" name " -->" { skip = 0 }
        !skip { print }
        END { exit !found }' "$2" >"$2.new" || { rm -f "$2.new"; die "$2 has no <!-- measure:$1 -->"; }
    # Keeps the mode of the file.
    cat "$2.new" >"$2"; rm -f "$2.new"
}

measure() {
    function=table_$(echo "$1" | sed 's/-/_/g')
    echo "measure.sh: $1" >&2
    "$function" >"$scratch/table"
    # A table that could not be made stays as it was.
    [ "$(awk '/^[|]/ { n++ } END { print n + 0 }' "$scratch/table")" -gt 2 ] || die "\`$1\` could not be measured"
    scale=""
    for name in GAMES ROUNDS TIME NODES REPEAT; do
        eval "value=\${$name:-}"
        [ -z "$value" ] || scale="$scale$name=\"$value\" "
    done
    {
        awk -v at="Measured at commit $commit on $machine by \`${scale}docs/measure.sh $1\`: " 'NR == 1 { print at $0 ".\n"; next } { print }' "$scratch/table"
    } >"$scratch/block"
    replace "$1" "$file" "$scratch/block"
}

# The block of README.md, from the tables of $file.
readme_block() {
    awk '
        /^<!-- measure:/ { name = substr($2, 9); row = 0 }
        /^<!-- \/measure:/ { name = "" }
        name != "" && !(name in commit) && match($0, /commit [0-9a-f]+/) { commit[name] = substr($0, RSTART + 7, RLENGTH - 7) }
        name != "" && /^[|]/ {
            row++
            cells = split($0, cell, / *[|] */)
            for (i = 2; i < cells; i++) value[name, cell[2], i - 1] = cell[i]
            if (name == "speed" && row > 2) game[++games] = cell[2]
            columns[name] = cells - 2
        }
        function get(name, key, column) { return (name, key, column) in value ? value[name, key, column] : "–" }
        END {
            print "| game | playouts/s | alpha-beta nodes/s | points against uniform MCTS | points with ten times the time | Elo of levels 0 to 20 |"
            print "|---|---|---|---|---|---|"
            for (i = 1; i <= games; i++) {
                g = game[i]
                printf "| %s | %s | %s | %s | %s | %s to %s |\n", g, get("speed", g, 2), get("speed", g, 4), get("weak", g, 3),
                    get("ten", g, 2), get("ratings", g, 2), get("ratings", g, columns["ratings"] - 1)
            }
            printf "\nMeasured at commit %s (speed), %s (uniform MCTS), %s (ten times the time), %s (levels).\n",
                commit["speed"], commit["weak"], commit["ten"], commit["ratings"]
        }' "$file"
}

# --- the command line ---

action=measure
while [ $# -gt 0 ]; do
    case $1 in
        --file) [ $# -gt 1 ] || die "--file needs a file"; file=$2; shift
            case $file in /*) ;; *) file=$from/$file ;; esac ;;
        --list) for name in $tables; do echo "$name"; done; exit ;;
        --readme | --check) action=${1#--} ;;
        -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit ;;
        -*) die "there is no option \`$1\`; --help lists them" ;;
        *) break ;;
    esac
    shift
done
for name in "$@"; do given "$tables" "$name" || die "there is no table \`$name\`; --list lists them"; done

case $action in
    readme)
        readme_block >README.md.block
        replace readme README.md README.md.block
        rm -f README.md.block
        exit ;;
    check)
        have=$(sed -n '/^<!-- measure:readme -->$/,/^<!-- \/measure:readme -->$/p' README.md | sed '1d;$d')
        [ "$have" = "$(readme_block)" ] || { echo "measure.sh: README.md has other figures; run docs/measure.sh --readme" >&2; exit 1; }
        exit ;;
esac

quintet=${QUINTET:-target/release/quintet}
command -v "$quintet" >/dev/null || die "there is no program \`$quintet\`; run cargo build --release --locked"
quintet=$(command -v "$quintet")
case $quintet in /*) ;; *) quintet=$(pwd)/$quintet ;; esac
commit=${COMMIT:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)}
# A program that is not of that commit has no name but this.
[ -n "${COMMIT:-}" ] || git diff --quiet HEAD -- src crates openings Cargo.toml Cargo.lock 2>/dev/null || commit=$commit+
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo "?")
machine=${MACHINE:-$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | sed 1q) ($cores cores)}
work=${WORK:-target/measure/$commit}
mkdir -p "$work"
# Of this run alone, as several may share the records in WORK.
scratch=$(mktemp -d "$work/run.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
all=$("$quintet" games | awk 'NF { print $1 }')
# Without newlines, and those for two.
all=$(echo $all) two=""
for name in $all; do case $name in *3) ;; *) two="$two $name" ;; esac; done

[ $# -gt 0 ] || {
    # shellcheck disable=SC2086
    set -- $tables
    [ -n "${OLD:-}" ] || { echo "measure.sh: \`before\` is left out, as OLD names no program" >&2
        set -- $(for name in $tables; do [ "$name" = before ] || echo "$name"; done); }
}
[ -n "${OLD:-}" ] || ! given "$*" before || die "\`before\` needs OLD, the program to compare with"
for name in "$@"; do measure "$name"; done
