//! The folder of the user's own data: the games of `quintet play` that are kept, and the database of `quintet serve`.

use anyhow::{Context, Result};
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use std::path::PathBuf;

/// The variable that names another folder.
const VARIABLE: &str = "QUINTET_DATA";

/// Where the program keeps the user's data: the folder that `QUINTET_DATA` names, else the one that the system has for it,
/// such as `~/.local/share/quintet`. It need not be there yet.
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
