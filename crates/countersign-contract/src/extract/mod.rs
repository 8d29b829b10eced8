//! Which checks a text states.
//!
//! A text is cut into blocks (lines, list items, paragraphs, rows of tables; `block`, `table`), each under the section that its heading
//! or label opens (`section`); a block into tokens (`token`), sentences and clauses (`clause`). Each clause is
//! read once (`read`, `reading`): how it begins (`head`) says whether it is an instruction, whose verb (`lexicon`) decides
//! what its paths, literals and packages are (`instruction`), or a statement about them (`statement`). Before
//! that, what it rules out (`denial`), only compares with (`comparison`) or says of a second thing too
//! (`ellipsis`) is taken apart from what it asks (`part`); what is only told (`history`), or is to be written for others (`telling`), asks for nothing.
//! When and where something is to be (`occasion`) and what is named without being asked for as it stands
//! (`leave_out`) narrow it further.
//! `path`, `folder`, `file`, `content` (`entry`) and `package` know what each of these looks like. The checks it wants to pass
//! (`check`) are commands (`command`, `spelling`, `program`; what is said of one, `said`, and where it runs, `run_at`) or named without one (`generic`), alone or in a row (`list`), by tools that the workspace may not have (`home`, `tool`), and there are the records
//! it wants kept (`record`). What became no criterion says why (`coverage`), also where a clause names more than
//! its criteria look for (`rest`, `tail`, `account`), unless it only says again that a check is to succeed (`again`).
//! What a line above a list says beyond it is listed (`introduction`), and so are words of a block that no reading took in (`sweep`).
//! What stands below "these commands must pass" or "create the following files" is wanted by those words (`announced`, `below`).
//! What some of the tests are allowed (`excused`) the check of all of them would refuse.
//! That a file is to be executable (`executable`) is a command, since no other check looks at that.
//! A question asks for nothing, unless it is a polite request or is answered with yes (`question`); behind an instruction another
//! subject (`subject`) begins a clause of its own.
//! A command that is to end with a failure (`refusal`) is no check either, nor is what a program is to write
//! (`behaviour`). Packages that are known by their bare names are in `registry`.
//! Where only the commands of sentences are asked for, `stated` gives them; `demand` tells which sentences of a text that is not read for
//! checks demand something.
//! `model` is the port for an optional model that reads the same text; nothing here calls it.

mod account;
mod again;
// Tables of words, here and in `lexicon`: one word a line would hide them.
#[rustfmt::skip]
mod announced;
mod behaviour;
mod below;
mod beside;
mod block;
mod check;
mod clause;
mod command;
mod comparison;
mod constraint;
mod content;
mod coverage;
mod demand;
mod denial;
mod ellipsis;
mod entry;
mod excused;
mod executable;
mod file;
mod folder;
mod generic;
mod head;
mod history;
mod home;
mod instruction;
mod introduction;
mod leave_out;
#[rustfmt::skip]
mod lexicon;
mod list;
mod memory;
pub mod model;
mod occasion;
mod package;
mod part;
mod path;
mod program;
mod question;
mod read;
mod reading;
mod record;
mod refusal;
mod registry;
mod reproduction;
mod rest;
mod run_at;
mod said;
mod section;
mod spelling;
mod stated;
mod statement;
mod steps;
mod subject;
mod sweep;
mod table;
mod tail;
mod telling;
mod token;
mod tool;

pub(crate) use command::only_command;
pub use constraint::{By, Constraint, Extraction, NotCovered, Stated, Tidiness};
pub(crate) use coverage::{Why, only_tells, put_into};
pub(crate) use demand::{demands, is_demand as obliges};
pub(crate) use introduction::{
    is_bare as introduces_only, is_heading, only_paths, qualifies, remarks,
};
pub use read::extract;
pub(crate) use record::{is_backlog, is_changelog};
pub(crate) use section::is_known as is_known_label;
pub(crate) use stated::stated_commands;
pub(crate) use tool::named as tools_named;
