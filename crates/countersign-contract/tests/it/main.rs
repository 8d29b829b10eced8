mod rules;
mod workspace;
