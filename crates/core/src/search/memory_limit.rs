//! How much memory the machine, and the process's control group, have left.

/// How many MiB are available, as far as the system tells: memory that is free or can be freed, but no more than the
/// limits of the control groups leave. `None` if nothing is known.
pub fn available_mebibytes() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return linux::available(std::path::Path::new("/"));
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::read_to_string;
    use std::path::Path;

    /// The same, according to the files below `root`.
    pub(super) fn available(root: &Path) -> Option<u64> {
        let machine = read_to_string(root.join("proc/meminfo")).ok().and_then(|text| named(&text, "MemAvailable:"));
        let groups = read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
        let left = groups.lines().flat_map(|line| left_in_groups(root, line)).min();
        machine.map(|kibibytes| kibibytes >> 10).into_iter().chain(left).min()
    }

    /// The number after a word at the beginning of a line.
    fn named(text: &str, word: &str) -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(word))?;
        rest.split_whitespace().next()?.parse().ok()
    }

    /// The MiB that each limit of a control group and those around it leaves, from its line in `/proc/self/cgroup`.
    fn left_in_groups(root: &Path, line: &str) -> Vec<u64> {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(group)) = (parts.next(), parts.next(), parts.next()) else {
            return Vec::new();
        };
        // Version 2 has one tree, version 1 one for each controller.
        let (tree, limit, usage, cache) = match controllers {
            "" => ("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")
            }
            _ => return Vec::new(),
        };
        let tree = root.join(tree);
        let number = |folder: &Path, file: &str| read_to_string(folder.join(file)).ok()?.trim().parse::<u64>().ok();
        let left = |folder: &Path| {
            let used = number(folder, usage)?;
            // The cache of files is given up before anything else is refused.
            let cached = read_to_string(folder.join("memory.stat")).ok().and_then(|text| named(&text, cache));
            Some(number(folder, limit)?.saturating_sub(used.saturating_sub(cached.unwrap_or(0))) >> 20)
        };
        let mut folder = tree.join(group.trim_start_matches('/'));
        let mut found = Vec::new();
        // A process in a container may see only the root of its own group.
        while folder.starts_with(&tree) {
            found.extend(left(&folder));
            if !folder.pop() {
                break;
            }
        }
        found
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::fs;

        /// A made-up system with these files.
        fn system(name: &str, files: &[(&str, &str)]) -> Option<u64> {
            let root = std::env::temp_dir().join(format!("quintet-system-{name}-{}", std::process::id()));
            for (file, text) in files {
                let path = root.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            let found = available(&root);
            let _ = fs::remove_dir_all(&root);
            found
        }

        #[test]
        fn the_least_of_machine_and_groups_counts() {
            const MEMORY: (&str, &str) = ("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:   20480000 kB\n");
            assert_eq!(system("none", &[]), None);
            assert_eq!(system("machine", &[MEMORY]), Some(20_000));
            let group = |text| ("proc/self/cgroup", text);
            let two = [
                MEMORY,
                group("0::/jobs/one\n"),
                ("sys/fs/cgroup/jobs/one/memory.max", "max\n"),
                ("sys/fs/cgroup/jobs/one/memory.current", "1048576\n"),
                ("sys/fs/cgroup/jobs/memory.max", "104857600\n"),
                ("sys/fs/cgroup/jobs/memory.current", "31457280\n"),
                ("sys/fs/cgroup/jobs/memory.stat", "anon 5\ninactive_file 10485760\n"),
            ];
            assert_eq!(system("two", &two), Some(80));
            let one = [
                MEMORY,
                group("5:cpu:/x\n4:hugetlb,memory:/slurm/7\n0::/\n"),
                ("sys/fs/cgroup/memory/slurm/7/memory.limit_in_bytes", "1073741824"),
                ("sys/fs/cgroup/memory/slurm/7/memory.usage_in_bytes", "0"),
            ];
            assert_eq!(system("one", &one), Some(1024));
            // In a container only the root of the group is seen.
            let inside = [
                MEMORY,
                group("0::/\n"),
                ("sys/fs/cgroup/memory.max", "2097152"),
                ("sys/fs/cgroup/memory.current", "9999999"),
            ];
            assert_eq!(system("inside", &inside), Some(0));
        }
    }
}
