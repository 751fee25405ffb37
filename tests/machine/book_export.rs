//! The law of exported books: whatever position of the book is asked for, turned or mirrored in any way, the code of every
//! language answers what the book has.

use crate::process::{Folder, QUINTET};
use quintet::book::Book;
use quintet::book::export::{ExportOptions, ExportedBook};
use quintet::game::{Game, Move, MoveList, Playable};
use quintet::registry::{self, GameEntry, Visitor, visit};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::process::Command;

/// What is exported, as the arguments and as the options of the library.
const ARGUMENTS: [&str; 4] = ["--solve", "200", "--nodes", "2000"];
const OPTIONS: ExportOptions = ExportOptions { chars: 60_000, solve: 200, nodes: 2_000 };
const GAMES: [(&str, &str); 4] =
    [("yavalath", "Swap=true"), ("yinsh", "Swap=true"), ("yinsh-blitz", "Swap=false"), ("pentalath", "Swap=true")];

/// A question, and the answers that are right: places by number, or -1 for the swap.
struct Question {
    board: Vec<u64>,
    may_swap: bool,
    right: HashSet<Vec<i64>>,
}

impl Question {
    fn line(&self) -> String {
        let numbers = self.board.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        format!("{} {numbers}", u8::from(self.may_swap))
    }
}

fn after<G: Game>(mut position: G, mv: Move) -> G {
    position.play(mv);
    position
}

/// What lies on the places, as docs/book-export.md says.
fn numbers<G: Playable>(setup: &G::Setup, places: &[String], position: &G) -> Vec<u64> {
    let mut kinds: Vec<&str> = G::pieces_to_set(setup).iter().map(|piece| piece.kind.id).collect();
    kinds.dedup();
    let mine = position.colour_of_player(position.to_move());
    let pieces: BTreeMap<String, u64> = position
        .pieces()
        .into_iter()
        .map(|(place, piece)| {
            let kind = kinds.iter().position(|kind| *kind == piece.kind.id).unwrap() as u64;
            (place, 1 + 2 * kind + u64::from(piece.colour != mine))
        })
        .collect();
    places.iter().map(|place| pieces.get(place).copied().unwrap_or(0)).collect()
}

/// The number of a decision, place by place.
fn answer<G: Playable>(places: &[String], position: &G, mv: Move) -> Option<Vec<i64>> {
    let text = position.move_text(mv);
    let place = |name: &str| places.iter().position(|known| known == name).map(|at| at as i64);
    if text == "swap" { Some(vec![-1]) } else { text.split('-').map(place).collect() }
}

struct Questions<'a> {
    options: &'a str,
    book: &'a ExportedBook,
}

impl Visitor for Questions<'_> {
    type Output = Vec<Question>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Vec<Question> {
        let (places, mut setup) = (&self.book.places, setup.clone());
        let (name, value) = self.options.split_once('=').unwrap();
        G::set_option(&mut setup, name, value).unwrap();
        let known: HashMap<(&[u64], bool), &str> = self
            .book
            .positions
            .iter()
            .map(|position| ((&position.board[..], position.may_swap), position.reply.as_str()))
            .collect();
        assert_eq!(known.len(), self.book.positions.len());
        // Everything that the book and the swap lead to.
        let book = Book::<G>::read(entry.name, &setup, registry::book(entry.name).unwrap()).unwrap();
        let (mut queue, mut seen) = (vec![G::start(&setup)], HashSet::new());
        let (mut found, mut questions) = (HashSet::new(), Vec::new());
        while let Some(position) = queue.pop() {
            if position.outcome().is_some() || !seen.insert(position.canonical_key()) {
                continue;
            }
            let mut list = MoveList::new();
            if position == G::start(&setup) || position.is_swap_open() {
                position.moves(&mut list);
            }
            list.extend(book.moves(&position).iter().map(|reply| reply.mv));
            queue.extend(list.into_iter().map(|mv| after(position, mv)));
            // The image that was exported, and its reply.
            let may_swap = |position: &G| position.is_swap_open() && position.read_move("swap").is_ok();
            let images = (0..G::SYMMETRIES).map(|index| position.transform(index));
            let reply = images.clone().find_map(|image| {
                let key = numbers(&setup, places, &image);
                let reply = known.get(&(&key[..], may_swap(&image))).copied()?;
                Some((image, key, reply))
            });
            let Some((image, key, reply)) = reply else { continue };
            found.insert((key, may_swap(&image)));
            let Ok(mv) = image.read_move(reply) else { panic!("{reply} in {}", image.position_text()) };
            let best = after(image, mv).canonical_key();
            for image in images {
                let mut list = MoveList::new();
                image.moves(&mut list);
                list.retain(|mv| after(image, *mv).canonical_key() == best);
                let right = list.into_iter().filter_map(|mv| answer(places, &image, mv)).collect();
                questions.push(Question { board: numbers(&setup, places, &image), may_swap: may_swap(&image), right });
            }
        }
        assert_eq!(found.len(), known.len(), "every position of the export has been asked for");
        // What is not in the book, is not found.
        let mut other = vec![1; places.len()];
        other[0] = 0;
        questions.push(Question { board: other, may_swap: false, right: HashSet::from([Vec::new()]) });
        questions
    }
}

/// The book as the library exports it, and questions about it.
fn questions(game: &str, options: &str) -> (ExportedBook, Vec<Question>) {
    let mut session = registry::open(game).unwrap();
    let (name, value) = options.split_once('=').unwrap();
    session.set_option(name, value).unwrap();
    let book = registry::export_book(&*session, registry::book(game).unwrap(), OPTIONS).unwrap();
    let questions = visit(game, Questions { options, book: &book }).unwrap();
    assert!(questions.len() > 1_000, "{game}: {}", questions.len());
    (book, questions)
}

/// Exports the books of the games, asks code of one language everything about them, and checks the answers. `ask` gets
/// the file of the book, and runs it with the questions on stdin.
fn check(ending: &str, ask: &dyn Fn(&Folder, &str, &str) -> String) {
    for (game, options) in GAMES {
        let folder = Folder::new(&format!("book-export-{ending}-{game}"));
        let (book, questions) = questions(game, options);
        let file = at(&folder, &format!("Book.{ending}"));
        let exported = Command::new(QUINTET)
            .args(["book", "export", game, "--option", options, "--out", &file])
            .args(ARGUMENTS)
            .output()
            .unwrap();
        assert!(exported.status.success(), "{exported:?}");
        assert!(std::fs::read_to_string(&file).unwrap().contains(&book.text[..300]));
        let lines = questions.iter().fold(String::new(), |mut lines, question| {
            let _ = writeln!(lines, "{}", question.line());
            lines
        });
        let answers = ask(&folder, &file, &folder.write("questions", &lines));
        let answers: Vec<Vec<i64>> = answers
            .lines()
            .map(|line| line.split_whitespace().map(|number| number.parse().unwrap()).collect())
            .collect();
        assert_eq!(answers.len(), questions.len(), "{game} in {ending}");
        for (question, answer) in questions.iter().zip(&answers) {
            assert!(question.right.contains(answer), "{game} in {ending}: {answer:?} to {}", question.line());
        }
    }
}

/// A place in a folder.
fn at(folder: &Folder, name: &str) -> String {
    folder.path(name).to_str().unwrap().to_string()
}

/// Runs a command on the questions; what it prints.
fn run(command: &mut Command, questions: Option<&str>) -> String {
    if let Some(path) = questions {
        command.stdin(std::fs::File::open(path).unwrap());
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Adds a main program to the file of a book.
fn with_main(file: &str, main: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text + main).unwrap();
}

pub fn python_answers_what_the_book_has() {
    check("py", &|_, file, questions| {
        let main = "
import sys
for line in sys.stdin:
    may_swap, *board = map(int, line.split())
    print(*reply(board, bool(may_swap)))
";
        with_main(file, main);
        run(Command::new("python3").arg(file), Some(questions))
    });
}

pub fn typescript_answers_what_the_book_has() {
    check("ts", &|folder, file, questions| {
        let main = "
declare const require: any, console: any;
for (const line of require(\"fs\").readFileSync(0, \"utf8\").trim().split(\"\\n\")) {
  const [maySwap, ...board] = line.split(\" \").map(Number);
  console.log(reply(board, maySwap === 1).join(\" \"));
}
";
        with_main(file, main);
        let compiler = concat!(env!("CARGO_MANIFEST_DIR"), "/target/npm/typescript/lib/tsc.js");
        let options = ["--strict", "--target", "es2022", "--lib", "es2022"];
        run(Command::new("node").arg(compiler).args(options).args(["--outDir", &at(folder, "")]).arg(file), None);
        run(Command::new("node").arg(file.replace(".ts", ".js")), Some(questions))
    });
}

pub fn cpp_answers_what_the_book_has() {
    check("cpp", &|folder, file, questions| {
        let main = "
#include <iostream>
#include <sstream>
#include <string>
int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::vector<int> board;
        int maySwap, number;
        words >> maySwap;
        while (words >> number) board.push_back(number);
        for (int place : reply(board, maySwap)) std::cout << place << ' ';
        std::cout << '\\n';
    }
}
";
        with_main(file, main);
        let program = at(folder, "book");
        run(Command::new("c++").args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", &program, file]), None);
        run(&mut Command::new(&program), Some(questions))
    });
}

pub fn java_answers_what_the_book_has() {
    check("java", &|folder, file, questions| {
        let main = "
class Main {
    public static void main(String[] arguments) {
        java.util.Scanner lines = new java.util.Scanner(System.in);
        while (lines.hasNextLine()) {
            int[] numbers = java.util.Arrays.stream(lines.nextLine().split(\" \")).mapToInt(Integer::parseInt).toArray();
            StringBuilder line = new StringBuilder();
            int[] board = java.util.Arrays.copyOfRange(numbers, 1, numbers.length);
            for (int place : Book.reply(board, numbers[0] == 1)) line.append(place).append(' ');
            System.out.println(line);
        }
    }
}
";
        with_main(file, main);
        run(Command::new("javac").args(["-encoding", "UTF-8", "-d", &at(folder, ""), file]), None);
        run(Command::new("java").args(["-cp", &at(folder, ""), "Main"]), Some(questions))
    });
}
