//! Who you are: a token from a file or the environment, or else the owner's secret of this store.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::ValueEnum;
use countersign_core::{ActorId, TokenId};
use etcetera::BaseStrategy;

use crate::failure::Failure;

/// The environment variable that carries a token.
pub const TOKEN_VARIABLE: &str = "COUNTERSIGN_TOKEN";
/// Overrides the configuration folder.
pub const CONFIG_VARIABLE: &str = "COUNTERSIGN_CONFIG_DIR";
const EXTENSION: &str = "token";

/// An agents' program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Client {
    Claude,
    Codex,
    Gemini,
}

impl Client {
    pub fn name(self) -> &'static str {
        match self {
            Client::Claude => "claude",
            Client::Codex => "codex",
            Client::Gemini => "gemini",
        }
    }
}

/// The tokens to present, from the nearest source that has any. Only the owner's folder can hold
/// more than one: an init that was cut short leaves a secret that opens nothing.
pub fn tokens(token_file: Option<&Path>, store_id: &str) -> Result<Vec<String>, Failure> {
    if let Some(path) = token_file {
        return Ok(vec![read(path)?]);
    }
    // Set to nothing is not set.
    if let Some(token) = std::env::var_os(TOKEN_VARIABLE).filter(|token| !token.is_empty()) {
        return Ok(vec![token.to_string_lossy().into_owned()]);
    }
    let secrets = secrets_in(&owner_folder(store_id)?)?;
    if secrets.is_empty() { Err(Failure::NoIdentity) } else { Ok(secrets) }
}

/// All tokens that lie in a folder; none where there is no folder.
fn secrets_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let failed = |source| Failure::Unreadable { path: folder.to_owned(), source };
    let files = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        outcome => outcome.map_err(failed)?,
    };
    let mut secrets = Vec::new();
    for file in files {
        let path = file.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            if readable_by_others(&path)? {
                return Err(Failure::SecretExposed { path });
            }
            secrets.push(read(&path)?);
        }
    }
    Ok(secrets)
}

/// Where the owner's secret of one store lies, under a name that no other init uses.
pub fn owner_file(store_id: &str, token: &TokenId) -> Result<PathBuf, Failure> {
    Ok(owner_folder(store_id)?.join(format!("{token}.{EXTENSION}")))
}

/// Where it is written down what the owner of a store has confirmed: beside the secret, where no agent writes.
pub fn confirmed_file(store_id: &str) -> Result<PathBuf, Failure> {
    Ok(owner_folder(store_id)?.join("settings.confirmed"))
}

/// Where the token of a runner of this machine lies.
pub fn runner_file(store_id: &str, token: &TokenId) -> Result<PathBuf, Failure> {
    Ok(runner_folder(store_id)?.join(format!("{token}.{EXTENSION}")))
}

/// Where the token of an agent of this machine lies.
pub fn agent_file(store_id: &str, agent: &ActorId) -> Result<PathBuf, Failure> {
    Ok(config_folder()?.join("agents").join(store_id).join(format!("{agent}.{EXTENSION}")))
}

/// The one agent of which a token is kept here, if there is only one.
pub fn only_agent(store_id: &str) -> Result<Option<ActorId>, Failure> {
    let folder = config_folder()?.join("agents").join(store_id);
    let mut names = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(Failure::Unreadable { path: folder, source }),
        Ok(files) => files.filter_map(|file| {
            let path = file.ok()?.path();
            let named = path.extension().is_some_and(|extension| extension == EXTENSION);
            named.then(|| path.file_stem()?.to_str()?.parse().ok()).flatten()
        }),
    };
    let first = names.next();
    Ok(first.filter(|_| names.next().is_none()))
}

/// Which agent an agents' program is here, as `setup` has kept it.
pub fn keep_client(store_id: &str, client: Client, agent: &ActorId) -> Result<(), Failure> {
    let path = client_file(store_id, client)?;
    let failed = |what| {
        let path = path.clone();
        move |source| Failure::File { what, path, source }
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    fs::write(&path, format!("{agent}\n")).map_err(failed("write"))
}

fn client_file(store_id: &str, client: Client) -> Result<PathBuf, Failure> {
    let name = format!("{}.client", client.name());
    Ok(config_folder()?.join("agents").join(store_id).join(name))
}

/// The agent that is meant: the one that is named, or else the one that the calling program was set up as. Nobody
/// else's token stands in for it; only one that is given along does.
pub fn agent_meant(
    token_file: Option<&Path>,
    store_id: &str,
    named: Option<&ActorId>,
    client: Option<Client>,
) -> Result<Option<ActorId>, Failure> {
    let (None, Some(client)) = (named, client) else { return Ok(named.cloned()) };
    let path = client_file(store_id, client)?;
    match fs::read_to_string(&path) {
        Ok(name) => Ok(Some(name.trim().parse()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_given = token_file.is_some() || std::env::var_os(TOKEN_VARIABLE).is_some();
            if is_given { Ok(None) } else { Err(Failure::NotSetUp { client: client.name() }) }
        }
        Err(source) => Err(Failure::Unreadable { path, source }),
    }
}

/// The token of an agent: from a file, the environment, or what is kept of it on this machine. Never the
/// owner's secret: an agent must not act as a lead because nobody gave it a name.
pub fn agent_token(
    token_file: Option<&Path>,
    store_id: &str,
    agent: Option<&ActorId>,
) -> Result<String, Failure> {
    if let Some(path) = token_file {
        return read(path);
    }
    if let Some(agent) = agent {
        let path = agent_file(store_id, agent)?;
        if !path.exists() {
            return Err(Failure::NoAgentToken { agent: agent.clone() });
        }
        if readable_by_others(&path)? {
            return Err(Failure::SecretExposed { path });
        }
        return read(&path);
    }
    // Set to nothing is not set.
    if let Some(token) = std::env::var_os(TOKEN_VARIABLE).filter(|token| !token.is_empty()) {
        return Ok(token.to_string_lossy().into_owned());
    }
    match only_agent(store_id)? {
        Some(agent) => agent_token(None, store_id, Some(&agent)),
        None => Err(Failure::NobodyNamed),
    }
}

/// The tokens of the runners of this machine.
pub fn runner_tokens(store_id: &str) -> Result<Vec<String>, Failure> {
    secrets_in(&runner_folder(store_id)?)
}

fn runner_folder(store_id: &str) -> Result<PathBuf, Failure> {
    Ok(config_folder()?.join("runners").join(store_id))
}

/// Outside the project, so that it is not committed, copied or mounted along with it.
fn owner_folder(store_id: &str) -> Result<PathBuf, Failure> {
    Ok(config_folder()?.join("owners").join(store_id))
}

/// Where all secrets of this user lie.
pub fn config_folder() -> Result<PathBuf, Failure> {
    if let Some(folder) = std::env::var_os(CONFIG_VARIABLE) {
        return Ok(PathBuf::from(folder));
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| Failure::NoHome)?;
    Ok(strategy.config_dir().join("countersign"))
}

/// Where secrets of this user lie: also those of the account's own home, if `HOME` names another one.
pub fn secret_folders() -> Vec<PathBuf> {
    let named = config_folder().ok();
    let own = account_home().map(|home| home.join(".config/countersign"));
    named.into_iter().chain(own).collect()
}

/// As the system's own list has it. Who is not in that has none but the one that `HOME` names. Every job asks for it, so
/// it is read once.
fn account_home() -> Option<PathBuf> {
    static HOME: OnceLock<Option<PathBuf>> = OnceLock::new();
    let read = || {
        let list = fs::read_to_string("/etc/passwd").ok()?;
        home_of(rustix::process::geteuid().as_raw(), &list)
    };
    HOME.get_or_init(read).clone()
}

/// `name:password:user:group:comment:home:shell`.
fn home_of(user: u32, list: &str) -> Option<PathBuf> {
    let user = user.to_string();
    let homes = list.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        matches!(fields.get(2), Some(id) if *id == user).then(|| fields.get(5).copied())?
    });
    homes.map(PathBuf::from).find(|home| home.is_absolute() && home.as_os_str() != "/")
}

/// Writes a secret that only its user can read, whole or not at all, and never over another.
pub fn write_secret(path: &Path, secret: &str) -> Result<(), Failure> {
    let failed = |what| move |source| Failure::File { what, path: path.to_owned(), source };
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    // A temporary file is made with mode 0600 from the start.
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed("write"))?;
    writeln!(file, "{secret}").map_err(failed("write"))?;
    file.as_file().sync_all().map_err(failed("write"))?;
    file.persist_noclobber(path).map_err(|error| failed("write")(error.error))?;
    Ok(())
}

fn read(path: &Path) -> Result<String, Failure> {
    let failed = |source| Failure::Unreadable { path: path.to_owned(), source };
    fs::read_to_string(path).map_err(failed)
}

#[cfg(unix)]
fn readable_by_others(path: &Path) -> Result<bool, Failure> {
    use std::os::unix::fs::PermissionsExt;
    let failed = |source| Failure::Unreadable { path: path.to_owned(), source };
    Ok(fs::metadata(path).map_err(failed)?.permissions().mode() & 0o077 != 0)
}

/// Elsewhere the user's profile folder keeps others out.
#[cfg(not(unix))]
fn readable_by_others(_: &Path) -> Result<bool, Failure> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_of_an_account_is_that_of_its_number() {
        let list = "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/bin/false\n\
                    ada:x:1000:1000:Ada:/home/ada:/bin/sh\nbroken:x:7\n";
        assert_eq!(home_of(0, list), Some(PathBuf::from("/root")));
        assert_eq!(home_of(1000, list), Some(PathBuf::from("/home/ada")));
        assert_eq!([65534, 7, 100].map(|user| home_of(user, list)), [None, None, None]);
    }
}
