//! What really ran: commands that are made to tell, and what they tell.

mod formats;
mod hostile;
mod instrument;
mod real;
