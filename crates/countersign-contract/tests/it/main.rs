mod intake;
mod rules;
mod workspace;
