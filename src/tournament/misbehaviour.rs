//! Engines that misbehave, for tests: shell scripts that play a few turns of Yavalath and then do something else.

use crate::records::Reason;

/// A way to misbehave.
#[derive(Clone, Copy, Debug)]
pub struct Misbehaviour {
    /// Its name.
    pub name: &'static str,
    /// What the engine does when asked for its third turn, as a shell script.
    pub instead: &'static str,
    /// The limits of the games, as arguments of `quintet match`.
    pub limits: &'static [&'static str],
    /// The reasons for which its games are lost.
    pub reasons: &'static [Reason],
}

const NODES: &[&str] = &["--tc", "nodes=5"];
const HANG: &[&str] = &["--tc", "nodes=5", "--hang", "1"];

const fn way(
    name: &'static str,
    instead: &'static str,
    limits: &'static [&'static str],
    reasons: &'static [Reason],
) -> Misbehaviour {
    Misbehaviour { name, instead, limits, reasons }
}

/// All of them.
pub const MISBEHAVIOURS: [Misbehaviour; 23] = [
    way("a turn off the board", "echo 'bestmove z9'", NODES, &[Reason::Illegal]),
    way("no turn", "echo 'bestmove none'", NODES, &[Reason::Illegal]),
    way("three turns at once", "echo 'bestmove e5;d4;e5'", NODES, &[Reason::Illegal]),
    way("control characters", "printf 'bestmove \\007\\033[2J\\n'", NODES, &[Reason::Illegal]),
    way("a wrong result", "echo 'response p1win'; echo 'result 1-0'; echo 'bestmove a1'", NODES, &[Reason::Illegal]),
    way("silence", ":", HANG, &[Reason::Hang]),
    way("silence on a clock", ":", &["--tc", "movetime=100"], &[Reason::Time]),
    way("an end with words", "echo 'out of luck' >&2; exit 3", NODES, &[Reason::Crash]),
    way("an end without a fault", "exit 0", NODES, &[Reason::Crash]),
    way("a killed process", "kill -9 $$", NODES, &[Reason::Crash]),
    way("a closed output", "exec >&-; sleep 60", HANG, &[Reason::Crash, Reason::Hang]),
    way("endless info lines", "yes 'info depth 2 score cp 1 pv e5'", NODES, &[Reason::Flood]),
    way("endless other lines", "yes 'all work and no play'", NODES, &[Reason::Flood]),
    way("a line without end", "tr '\\0' x < /dev/zero", NODES, &[Reason::Flood]),
    way("half a line and an end", "printf 'bestmove e'; exit 0", NODES, &[Reason::Crash]),
    way("half a line and silence", "printf 'bestmove e'; sleep 60", HANG, &[Reason::Hang]),
    way("an empty answer", "echo bestmove", NODES, &[Reason::Garbage]),
    way("bytes that are no text", "printf '\\377\\376\\n'", NODES, &[Reason::Garbage]),
    way("too slow", "sleep 0.4; echo bestmove g7", &["--tc", "movetime=100"], &[Reason::Time]),
    way("too slow on a clock", "sleep 0.4; echo bestmove g7", &["--tc", "0.2"], &[Reason::Time]),
    way(
        "deaf to signals",
        "echo bestmove z9; trap '' TERM INT HUP; while :; do sleep 1; done",
        NODES,
        &[Reason::Illegal],
    ),
    way("children that stay", "sleep 300 & echo bestmove z9", NODES, &[Reason::Illegal]),
    way("deaf", "yes readyok", HANG, &[Reason::Flood, Reason::Hang]),
];

impl Misbehaviour {
    /// The engine.
    pub fn script(&self) -> String {
        script(self.instead)
    }
}

/// An engine that plays corners and edges, and does something else when asked for its third turn. It appends what it
/// receives to `received.txt`.
pub fn script(instead: &str) -> String {
    format!(
        r#"
count=0
while read -r line; do
    printf '%s\n' "$line" >> received.txt
    case $line in
        ugi) echo "id name fake 1"; echo ugiok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        position*) position=$line ;;
        go*)
            count=$((count + 1))
            if [ $count -ge 3 ]; then
                {instead}
            else
                for cell in a1 i9 a5 i5 e1 e9 b1 h9; do
                    case " $position " in
                        *" $cell "*) ;;
                        *) echo "info depth 2 score cp 7 nodes 12"; echo "bestmove $cell"; break ;;
                    esac
                done
            fi ;;
    esac
done
"#
    )
}
