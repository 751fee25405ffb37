//! Small programs of the arenas, as shell scripts: each plays by the rules, but for what its name says.

/// A habit of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// None.
    Plain,
    /// It takes over the first piece whenever it can.
    Steals,
    /// It plays the first half of a turn of several parts.
    Halves,
    /// It does not answer its fourth turn.
    Late,
    /// It writes two blanks for one from its fourth turn on.
    Doubles,
    /// It ends in its fourth turn.
    Dies,
}

impl Habit {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Plain, Self::Steals, Self::Halves, Self::Late, Self::Doubles, Self::Dies];

    /// The script of a program of Yavalath or YINSH, whose turns also depend on a number.
    pub fn script(self, game: &str, number: u32) -> String {
        let answer = match self {
            Self::Late => "[ $turn -lt 4 ] || sleep 600\necho \"$pick\"",
            Self::Doubles => "[ $turn -lt 4 ] || pick=$(echo \"$pick\" | sed 's/ /  /')\necho \"$pick\"",
            Self::Dies => "[ $turn -lt 4 ] || { echo 'out of luck' >&2; exit 3; }\necho \"$pick\"",
            Self::Halves => "case $half in *';'*) pick=${half%%;*} ;; esac\necho \"$pick\"",
            Self::Plain | Self::Steals => "echo \"$pick\"",
        };
        let steals = u8::from(self == Self::Steals);
        let start = format!("read -r id\necho \"I am $id\" >&2\nsteals={steals}\nnumber={number}\n");
        let body = if game == "yavalath" { YAVALATH } else { YINSH };
        start + &body.replace("ANSWER", answer)
    }
}

/// Plays an empty cell somewhere behind the last one, or steals.
const YAVALATH: &str = r#"
turn=0
while read -r header; do
    turn=$((turn + 1)); y=0; cells=; count=0
    while [ $y -lt 9 ]; do
        read -r row
        x=0
        while [ -n "$row" ]; do
            case $row in 0*) cells="$cells$x $y;"; count=$((count + 1)) ;; esac
            row=${row#?}; x=$((x + 1))
        done
        y=$((y + 1))
    done
    read -r last
    skip=$(((turn * 13 + number * 7) % count))
    while [ $skip -gt 0 ]; do cells=${cells#*;}; skip=$((skip - 1)); done
    pick=${cells%%;*}
    half=
    if [ $steals = 1 ] && [ $turn = 1 ] && [ "$id" = 2 ]; then pick=$last; fi
    ANSWER
done
"#;

/// Plays one of the actions.
const YINSH: &str = r#"
turn=0
echo yes
while read -r header; do
    turn=$((turn + 1)); y=0
    while [ $y -lt 11 ]; do read -r row; y=$((y + 1)); done
    read -r count
    wanted=$(((turn * 13 + number * 7) % count)); i=0; half=; steal=
    while [ $i -lt $count ]; do
        read -r action
        if [ $i = $wanted ]; then pick=$action; fi
        case $action in *';'*) half=$action ;; STEAL) steal=$action ;; esac
        i=$((i + 1))
    done
    # Rows are taken when they can be, so that games are not all the same.
    if [ -n "$half" ]; then pick=$half; fi
    if [ $steals = 1 ] && [ -n "$steal" ]; then pick=$steal; elif [ "$pick" = STEAL ]; then pick=$action; fi
    ANSWER
done
"#;
