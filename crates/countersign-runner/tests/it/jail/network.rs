//! No network.

use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;

use countersign_core::{Exit, Layer};
use countersign_runner::jail::{Job, Network};

use super::cast::{folder, jailed, job, text, told, without};

fn python(room: &Path, program: &str, argument: &str) -> Job {
    job(room, &["/usr/bin/python3", "-c", program, argument])
}

/// The attack fails with the wall, and succeeds without it.
fn only_the_wall_stops(attack: &Job) {
    let ended = jailed(attack);
    assert!(matches!(ended.exit, Exit::Failure(_)), "{}", told(&ended));
    let ended = without(Layer::Network, attack);
    assert_eq!(ended.exit, Exit::Success, "{}", told(&ended));
}

#[test]
fn a_listener_of_the_machine_cannot_be_reached() {
    let (_keep, room) = folder();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let connect = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])))";
    only_the_wall_stops(&python(&room, connect, &port));
}

#[test]
fn nothing_can_be_sent_to_the_machine() {
    let (_keep, room) = folder();
    let receiver = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = receiver.local_addr().unwrap().port().to_string();
    let send = "import socket, sys; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); \
                s.connect(('127.0.0.1', int(sys.argv[1]))); s.send(b'x'); s.send(b'y')";
    jailed(&python(&room, send, &port));
    receiver.set_nonblocking(true).unwrap();
    assert!(receiver.recv(&mut [0; 8]).is_err());
    without(Layer::Network, &python(&room, send, &port));
    assert_eq!(receiver.recv(&mut [0; 8]).unwrap(), 1);
}

#[test]
fn an_abstract_socket_of_the_machine_cannot_be_reached() {
    let (_keep, room) = folder();
    let name = format!("countersign-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    let _listener = UnixListener::bind_addr(&address).unwrap();
    let connect =
        "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect('\\0' + sys.argv[1])";
    let ended = jailed(&python(&room, connect, &name));
    assert!(matches!(ended.exit, Exit::Failure(_)), "{}", told(&ended));
    // Landlock would refuse it as well.
    let walls = [Layer::Processes, Layer::Mounts, Layer::Limits].into();
    let ended = countersign_runner::jail::run_within(
        &super::cast::launcher(),
        &python(&room, connect, &name),
        &walls,
    );
    assert_eq!(ended.unwrap().exit, Exit::Success);
}

#[test]
fn a_socket_in_the_file_system_cannot_be_reached() {
    let (_keep, room) = folder();
    let (_kept, outside) = folder();
    let path = outside.join("a socket");
    let _listener = UnixListener::bind(&path).unwrap();
    let connect = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])";
    only_the_wall_stops(&python(&room, connect, path.to_str().unwrap()));
}

#[test]
fn a_test_can_talk_to_a_server_of_its_own() {
    let (_keep, room) = folder();
    let talk = "import socket; s = socket.create_server(('127.0.0.1', 0)); \
                c = socket.create_connection(s.getsockname()); c.send(b'heard'); \
                print(s.accept()[0].recv(5).decode())";
    assert_eq!(text(&jailed(&python(&room, talk, ""))), "heard\n");
    let talk = "import socket; s = socket.socket(socket.AF_UNIX); s.bind('own'); s.listen(); \
                c = socket.socket(socket.AF_UNIX); c.connect('own'); c.send(b'heard'); \
                print(s.accept()[0].recv(5).decode())";
    assert_eq!(text(&jailed(&python(&room, talk, ""))), "heard\n");
}

#[test]
fn who_needs_no_socket_can_open_none() {
    let (_keep, room) = folder();
    let attempts = "import ctypes, os, socket\n\
        def told(act):\n    \
            try: act()\n    \
            except OSError as why: return os.strerror(why.errno)\n    \
            return 'open'\n\
        families = [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX]\n\
        print({told(lambda: socket.socket(family)) for family in families}, told(socket.socketpair))\n\
        ring = ctypes.CDLL(None, use_errno=True).syscall(425, 1, ctypes.create_string_buffer(256))\n\
        print(ring, os.strerror(ctypes.get_errno()))";
    let job = Job { network: Network::NoSocket, ..python(&room, attempts, "") };
    let refused = "{'Permission denied'} Permission denied\n-1 Permission denied\n";
    let ended = jailed(&job);
    assert_eq!(text(&ended), refused, "{}", told(&ended));
    let allowed = jailed(&python(&room, attempts, ""));
    assert!(text(&allowed).starts_with("{'open'} open\n"), "{}", told(&allowed));
}
