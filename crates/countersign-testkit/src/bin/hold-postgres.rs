//! Starts a server, says where it is, and holds it until killed: the owner in the test that a
//! server does not outlive its owner.

use std::io::Write;

use countersign_testkit::ThrowawayPostgres;

fn main() -> std::io::Result<()> {
    let server = ThrowawayPostgres::start();
    writeln!(
        std::io::stdout().lock(),
        "{} {}",
        server.process_id(),
        server.socket_folder().display()
    )?;
    loop {
        std::thread::park();
    }
}
