//! Asking the escalation command of the settings about a blocked task.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use countersign_contract::brief::brief;
use countersign_core::{EscalationAnswer, Exit, Statement, Task};
use countersign_engine::run::{EscalationReply, Run, Stage, WorkshopError};
use countersign_runner::jail::{self, Audience, Cancel, JailError, Job, Limits, Network, Stream};
use countersign_runner::worker::is_ours;

use super::working::watch;
use super::{Here, trouble};
use crate::config::Project;
use crate::output::blocked::BlockedView;
use crate::output::escalation::{EscalationAnswerView, EscalationView};
use crate::{identity, machine};

/// How long it may take unless the settings say otherwise.
const PATIENCE: u64 = 300;
/// Most characters of an answer that are shown where it is none.
const SHOWN: usize = 200;
/// What it may use; its answer is short.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(PATIENCE),
    grace: Duration::from_secs(1),
    memory: 8192 * 1024 * 1024,
    processes: 1000,
    output: 256 * 1024,
};
/// Where programs leave what they need for a while.
const OPEN: [&str; 2] = ["/tmp", "/var/tmp"];

#[derive(Debug)]
pub(super) struct Escalation {
    line: String,
    /// The person's own program, where they would start it.
    folder: PathBuf,
    patience: Duration,
    /// Those of the settings: they are on the team.
    workers: Vec<String>,
}

impl Escalation {
    pub fn of(project: &Project) -> Option<Self> {
        let settings = project.run();
        let seconds = settings.escalate_seconds.map_or(PATIENCE, NonZeroU64::get);
        Some(Self {
            line: settings.escalate.clone()?,
            folder: project.root().to_owned(),
            patience: Duration::from_secs(seconds),
            workers: project.own_workers().cloned().collect(),
        })
    }
}

impl Here {
    pub(super) fn escalated(
        &self,
        task: &Task,
        run: &Run<'_>,
    ) -> Result<EscalationReply, WorkshopError> {
        let escalation = self.escalation.as_ref().ok_or_else(|| WorkshopError {
            what: "no escalation command is set ([run] escalate)".to_owned(),
        })?;
        let view = EscalationView {
            blocked: BlockedView::new(task),
            title: task.title.to_string(),
            brief: brief(task.title.as_str(), &task.brief, &task.contract),
            workers: escalation.workers.clone(),
            answered: task.escalation.as_ref().map_or(0, |before| before.times),
        };
        let payload = serde_json::to_string(&view).map_err(trouble)?;
        let heard = self.heard(escalation, payload, run)?;
        let read = |text: String| {
            serde_json::from_str::<EscalationAnswerView>(&text).map_err(|error| {
                let (why, said) = (begin_of(&error.to_string()), begin_of(text.trim()));
                format!("its answer is not the JSON that was asked for: {why}; it said: {said}")
            })
        };
        match heard.and_then(read) {
            Ok(answer) => {
                let (answer, reason) = answer.apart();
                Ok(EscalationReply { answer, reason })
            }
            Err(why) => {
                let why = format!("the escalation command gave no answer that counts: {why}");
                let reason = Statement::new(why).map_err(trouble)?;
                Ok(EscalationReply { answer: EscalationAnswer::Unusable, reason })
            }
        }
    }
}

impl Here {
    /// What it printed, or why that is no answer. It is the person's own program, with their files and their environment,
    /// but what it says is its whole say: neither the journal nor the owner's secret is in its reach.
    fn heard(
        &self,
        escalation: &Escalation,
        payload: String,
        run: &Run<'_>,
    ) -> Result<Result<String, String>, WorkshopError> {
        let launcher = machine::launcher().map_err(trouble)?;
        let job = self.escalation_job(escalation, payload);
        let asks = || Job { command: shell(":"), input: Vec::new(), ..job.clone() };
        if self.require_sandbox
            && let Some((layer, why)) =
                jail::run(&launcher, &asks()).map_err(trouble)?.missing_layers.iter().next()
        {
            let what = format!(
                "this machine does not raise every wall around the escalation command ({layer:?}: {why}), and \
                 require_sandbox is set"
            );
            return Err(WorkshopError { what });
        }
        let cancel = Cancel::new().map_err(trouble)?;
        let mut answer = Vec::new();
        let mut listen = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Output {
                answer.extend_from_slice(bytes);
            }
        };
        let ended = watch((run.stop, Duration::ZERO), &cancel, || {
            jail::attend(&launcher, &job, Audience { listen: &mut listen, cancel: Some(&cancel) })
        });
        let ended = match ended {
            Err(JailError::Cancelled) => return Ok(Err(JailError::Cancelled.to_string())),
            ended => ended.map_err(trouble)?,
        };
        for (layer, why) in &ended.missing_layers {
            (run.tell)(Stage::Noted(&format!(
                "the escalation command ran without a wall that this machine refuses ({layer:?}: {why})"
            )));
        }
        Ok(match (ended.exit, ended.stopped) {
            (Exit::Success, None) => {
                String::from_utf8(answer).map_err(|_| "an answer that is no text".to_owned())
            }
            (Exit::TimedOut, _) => {
                Err(format!("it took more than {} seconds", escalation.patience.as_secs()))
            }
            (_, Some(why)) => Err(why),
            (Exit::Failure(code), None) => Err(format!("it ended with exit status: {code}")),
            (Exit::Signalled(signal), None) => Err(format!("it ended with signal {signal}")),
            (Exit::Lost, None) => Err("nobody saw how it ended".to_owned()),
        })
    }

    fn escalation_job(&self, escalation: &Escalation, payload: String) -> Job {
        let closed = [Some(self.state.clone()), identity::config_folder().ok()];
        let home = etcetera::home_dir().ok();
        let open = OPEN.iter().map(PathBuf::from).chain([std::env::temp_dir()]).chain(home);
        let open = open.filter(|path| path.is_absolute() && path.parent().is_some());
        Job {
            command: shell(&escalation.line),
            folder: escalation.folder.clone(),
            environment: std::env::vars_os().filter(|(name, _)| !is_ours(name)).collect(),
            writable: open.chain([escalation.folder.clone()]).collect(),
            masked: closed.into_iter().flatten().collect(),
            visible: Vec::new(),
            overlay: None,
            network: Network::Machine,
            input: payload.into_bytes(),
            temporary: None,
            stands_for: None,
            limits: Limits { time: escalation.patience, ..LIMITS },
        }
    }
}

fn shell(line: &str) -> Vec<OsString> {
    vec!["/bin/sh".into(), "-c".into(), line.into()]
}

fn begin_of(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
