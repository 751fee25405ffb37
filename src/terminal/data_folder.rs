//! The user's data folder: the kept games of `quintet play` and the database of `quintet serve`.

use anyhow::{Context, Result};
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use std::path::PathBuf;

/// The variable that names another folder.
const VARIABLE: &str = "QUINTET_DATA";

/// The user's data folder: the one in `QUINTET_DATA`, otherwise the system's, such as `~/.local/share/quintet`. It need
/// not exist yet.
///
/// # Errors
/// If the user has no home.
pub fn data_folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let names = AppStrategyArgs { app_name: "quintet".to_string(), ..AppStrategyArgs::default() };
    let strategy = choose_app_strategy(names);
    let strategy = strategy.with_context(|| format!("there is no folder for data; set {VARIABLE} to one"))?;
    Ok(strategy.data_dir())
}
