//! Makes room in the tree: when the arena is full, when counts overflow, and after a move has been played.

use super::{LEAF, ROOT, Tree, TreeNode, VISIT};
use crate::search::sync::{Exclusive, Mutex};
use crate::search::threads::{for_each_part, for_each_range, part_of_array};

impl Tree {
    /// Halves the visits and payoffs of all nodes, so that counting can continue. Visited nodes stay visited.
    pub fn halve(&mut self, threads: usize) {
        let used = self.used.get() as usize;
        for_each_part(&mut self.nodes[..used], threads, |part| {
            for node in part {
                let stats = node.stats();
                let visits = stats.visits() / 2 + stats.visits() % 2;
                let share = |points: i64| (i128::from(points) * i128::from(visits)).checked_div(stats.visits().into());
                let points = share(stats.points()).unwrap_or(0);
                node.stats.set(visits as u64 * VISIT + points as u64);
            }
        });
    }

    /// Forgets the children of nodes with few visits, but not those of the root: at least half of the arena becomes
    /// free. The nodes above keep what they have learned from iterations, so that the search continues from there.
    pub fn prune(&mut self, threads: usize) {
        let used = self.used.get() as usize;
        // How much room the children take, by the power of two in their parent's visits.
        let all = Mutex::new([0; u64::BITS as usize]);
        for_each_range(used, part_of_array(used, threads), threads, |places| {
            let mut taken = [0; u64::BITS as usize];
            for at in places {
                let children = self.children(at as u32);
                if !children.is_empty() {
                    taken[self.node(at as u32).stats().visits().max(1).ilog2() as usize] += 1 + children.len();
                }
            }
            let mut all = all.lock();
            all.iter_mut().zip(taken).for_each(|(all, taken)| *all += taken);
        });
        let taken = all.into_inner();
        let mut kept = 0;
        let fits = |&(_, room): &(usize, usize)| {
            kept += room;
            kept <= self.nodes.len() / 2
        };
        let powers = taken.into_iter().enumerate().rev().take_while(fits).last();
        let least = powers.map(|(power, _)| 1 << power);
        for_each_part(&mut self.nodes[ROOT as usize + 1..used], threads, |part| {
            for node in part {
                if node.stats().visits() < least.unwrap_or(i64::MAX) {
                    node.children.set(LEAF);
                }
            }
        });
        self.compact(ROOT, threads);
        self.least_visits = least.unwrap_or(0);
    }

    /// Makes `root` the root, and forgets what is not below it.
    pub(super) fn compact(&mut self, root: u32, threads: usize) {
        let mut headers = self.headers_below(root);
        headers.sort_unstable();
        self.relocate(root, ROOT);
        self.nodes[ROOT as usize].mv.set(0);
        let mut free = ROOT + 1;
        // In the order of their places they only move to where nothing is needed any more.
        for header in headers {
            let node = &mut self.nodes[header as usize];
            let end = header + 1 + u32::from(node.mv.get());
            let parent = node.children.get();
            node.children.set(LEAF);
            self.nodes[parent as usize].children.set(free);
            for place in header..end {
                self.relocate(place, free);
                free += 1;
            }
        }
        let used = self.used.get();
        self.used.set(free);
        for_each_part(&mut self.nodes[free as usize..used as usize], threads, |part| part.fill_with(TreeNode::default));
    }

    /// The headers of the children of `root` and of all nodes below it.
    fn headers_below(&self, root: u32) -> Vec<u32> {
        let mut headers = Vec::new();
        let mut pending = vec![root];
        while let Some(at) = pending.pop() {
            let children = self.children(at);
            if !children.is_empty() {
                headers.push(children.start - 1);
                pending.extend(children.filter(|&child| self.node(child).is_expanded()));
            }
        }
        headers
    }

    /// Moves a node and its value, and notes the new place at the header of its children.
    fn relocate(&mut self, from: u32, to: u32) {
        let (source, target) = (from as usize, to as usize);
        let mut node = std::mem::take(&mut self.nodes[source]);
        let header = node.children.get();
        if header != LEAF {
            self.nodes[header as usize].children.set(to);
        }
        self.nodes[target] = node;
        if self.has_values() {
            let value = self.values[source].get();
            self.values[target].set(value);
        }
    }
}
