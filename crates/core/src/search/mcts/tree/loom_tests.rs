//! The tree under every order in which two threads may grow it and a third may read it.

use super::*;
use crate::search::sync::Arc;
use loom::thread;

/// A tree with values and room for this many nodes.
fn tree_of(count: usize) -> Tree {
    let mut tree = Tree::of_nodes(0, count).unwrap();
    tree.values = Zeroed::new(count).unwrap();
    tree
}

fn moves(first: u16) -> [Move; 2] {
    [Move::new(first), Move::new(first + 1)]
}

/// Gives a node two children whose values go with their decisions.
fn expand(tree: &Tree, at: u32, first: u16) -> bool {
    tree.expand_with(at, &moves(first), |place, number| _ = tree.set_value(place, worth(first + number as u16)))
}

fn worth(code: u16) -> f32 {
    f32::from(code) / 100.0
}

/// A thread that sees children sees all of them as one thread has made them, and nothing below them. Which that was, by its
/// first decision.
fn made_by(tree: &Tree, at: u32) -> Option<u16> {
    if !tree.node(at).is_expanded() {
        return None;
    }
    let children = tree.children(at);
    assert_eq!(children.len(), 2);
    let first = tree.node(children.start).decision().unwrap().code();
    for (code, child) in (first..).zip(children) {
        assert_eq!(tree.node(child).decision(), Some(Move::new(code)));
        assert!((tree.value(child) - worth(code)).abs() < 1e-4);
        assert!(!tree.node(child).is_expanded() && tree.node(child).proof().is_none());
    }
    Some(first)
}

fn expanding(tree: &Arc<Tree>, at: u32, first: u16) -> thread::JoinHandle<bool> {
    let tree = tree.clone();
    thread::spawn(move || expand(&tree, at, first))
}

#[test]
fn of_two_that_expand_a_leaf_one_does_and_whoever_sees_it_sees_it_whole() {
    loom::model(|| {
        let tree = Arc::new(tree_of(7));
        let others = [expanding(&tree, ROOT, 10), expanding(&tree, ROOT, 20)];
        let seen = made_by(&tree, ROOT);
        let [first, second] = others.map(|other| other.join().unwrap());
        assert!(first != second, "one has expanded it");
        let made = made_by(&tree, ROOT);
        assert_eq!(made, Some(if first { 10 } else { 20 }));
        assert!(seen.is_none_or(|seen| Some(seen) == made), "it does not change any more");
    });
}

/// Two leaves that two threads expand, in an arena of this many nodes.
fn two_leaves(count: usize) -> (Tree, [u32; 2]) {
    let tree = tree_of(count);
    assert!(expand(&tree, ROOT, 1));
    let children = tree.children(ROOT);
    (tree, [children.start, children.start + 1])
}

#[test]
fn two_leaves_get_children_of_their_own() {
    loom::model(|| {
        let (tree, [left, right]) = two_leaves(10);
        let tree = Arc::new(tree);
        let other = expanding(&tree, left, 10);
        assert!(expand(&tree, right, 20) && other.join().unwrap());
        assert_eq!((made_by(&tree, left), made_by(&tree, right)), (Some(10), Some(20)));
        assert_eq!(tree.hashfull(), 1000);
    });
}

#[test]
fn where_there_is_room_for_one_one_is_expanded_and_the_other_stays_a_leaf() {
    loom::model(|| {
        let (tree, [left, right]) = two_leaves(9);
        let tree = Arc::new(tree);
        let other = expanding(&tree, left, 10);
        let second = expand(&tree, right, 20);
        let first = other.join().unwrap();
        assert!(first != second, "there is room for one");
        assert_eq!(made_by(&tree, left), first.then_some(10));
        assert_eq!(made_by(&tree, right), second.then_some(20));
        // Once there is room, it can be expanded as any leaf.
        let mut tree = Arc::try_unwrap(tree).ok().unwrap();
        let leaf = if first { right } else { left };
        tree.used.set(ROOT + 4);
        tree.nodes[ROOT as usize + 4].mv.set(0);
        assert!(expand(&tree, leaf, 30));
        assert_eq!(made_by(&tree, leaf), Some(30));
    });
}

#[test]
fn a_leaf_that_had_no_room_for_one_thread_is_no_worse_for_another() {
    loom::model(|| {
        // Room for one decision, not for two.
        let tree = Arc::new(tree_of(3));
        let other = expanding(&tree, ROOT, 10);
        let expanded = tree.expand(ROOT, &[Move::new(7)]);
        assert!(!other.join().unwrap());
        // While the other was at it, it had to be left alone; then it can be done.
        assert!(expanded || tree.expand(ROOT, &[Move::new(7)]));
        assert_eq!(tree.child_nodes(ROOT)[0].decision(), Some(Move::new(7)));
    });
}

#[test]
fn no_visit_and_no_point_is_lost() {
    loom::model(|| {
        let tree = Arc::new(tree_of(1));
        let iteration = |points| {
            let tree = tree.clone();
            thread::spawn(move || {
                tree.node(ROOT).visit::<true>();
                tree.node(ROOT).reward::<true>(points);
            })
        };
        let others = [iteration(POINT), iteration(POINT / 3)];
        let seen = tree.node(ROOT).stats();
        assert!((0..=2).contains(&seen.visits()) && [0, 80, 240, 320].contains(&seen.points()));
        others.into_iter().for_each(|other| other.join().unwrap());
        let stats = tree.node(ROOT).stats();
        assert_eq!((stats.visits(), stats.points()), (2, POINT as i64 + POINT as i64 / 3));
    });
}

#[test]
fn what_two_threads_learn_is_known_together() {
    loom::model(|| {
        let tree = Arc::new(tree_of(1));
        let learning = |news| {
            let tree = tree.clone();
            thread::spawn(move || tree.node(ROOT).learn(news))
        };
        let others = [learning(OutcomeBounds::new(1, 0)), learning(OutcomeBounds::new(0, 2))];
        assert!(others.map(|other| other.join().unwrap()) == [true, true]);
        assert_eq!(tree.node(ROOT).bounds(), OutcomeBounds::new(1, 2));
    });
}

#[test]
fn of_two_that_prove_different_outcomes_the_first_is_right() {
    loom::model(|| {
        let tree = Arc::new(tree_of(1));
        let proofs = [OutcomeBounds::proven(Outcome::DRAW, 3), OutcomeBounds::new(0, 1)];
        let others = proofs.map(|news| {
            let tree = tree.clone();
            thread::spawn(move || tree.node(ROOT).learn(news))
        });
        let learned = others.map(|other| other.join().unwrap());
        // Both cannot hold, so the later one is refused.
        assert!(learned[0] != learned[1]);
        assert_eq!(tree.node(ROOT).bounds(), proofs[usize::from(learned[1])]);
    });
}
