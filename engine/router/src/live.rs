//! The run as it happens, in a page: a server on this machine alone, for the page's files and for the recording while it grows.
//!
//! The page gets no frames but the arrivals: it has the engine, which makes of them the same decisions, so everything that the
//! lab can do with a run it can do here. Whoever listens must know a random token; other machines and pages of other origins
//! get nothing.

use crate::privilege;
use rustix::rand::{GetRandomFlags, getrandom};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, Server};

/// Where the page expects its files to be.
const BASE: &str = "/chokepoint/";
/// A recording that has become longer than this goes on without its listeners: the page reads no longer one.
const MOST_BYTES: usize = 64 << 20;
/// So many pages may listen at a time.
const MOST_LISTENERS: usize = 8;
/// A page is smaller than this.
const MOST_PAGE_BYTES: u64 = 64 << 20;
/// How often whoever waits for a page looks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What all answers say: nothing of this is for other origins, for frames of others, or to be kept.
const HEADERS: &[(&str, &str)] = &[
    ("Content-Security-Policy", "frame-ancestors 'self'"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
];

/// The recording so far, for all who listen.
#[derive(Debug, Default)]
struct Told {
    bytes: Vec<u8>,
    is_over: bool,
    has_listened: bool,
}

/// Where the recording is written to; clones write to the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Broadcast(Arc<(Mutex<Told>, Condvar)>);

impl Broadcast {
    fn told(&self) -> MutexGuard<'_, Told> {
        // Nothing panics while it holds this.
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing more will come.
    pub(crate) fn end(&self) {
        self.told().is_over = true;
        self.0.1.notify_all();
    }

    /// A page is there.
    fn listened(&self) {
        self.told().has_listened = true;
        self.0.1.notify_all();
    }

    /// What there is from `from` on, once there is some; nothing once it is over.
    fn next(&self, from: usize) -> Option<Vec<u8>> {
        let mut told = self.told();
        while told.bytes.len() <= from {
            if told.is_over {
                return None;
            }
            told = self.0.1.wait(told).unwrap_or_else(PoisonError::into_inner);
        }
        Some(told.bytes[from..].to_vec())
    }
}

impl Write for Broadcast {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut told = self.told();
        if told.bytes.len() + bytes.len() > MOST_BYTES {
            told.is_over = true;
        }
        if !told.is_over {
            told.bytes.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.1.notify_all();
        Ok(())
    }
}

/// The server.
#[derive(Debug)]
pub(crate) struct Live {
    /// The address to open.
    pub(crate) address: String,
    /// Where the recording goes.
    pub(crate) broadcast: Broadcast,
}

/// What the threads of the server share.
struct Shared {
    page: BTreeMap<String, Vec<u8>>,
    token: String,
    hosts: [String; 2],
    broadcast: Broadcast,
    listeners: AtomicUsize,
}

impl Live {
    /// Serves the built page in `page` on a port of the loopback interface; 0 takes any that is free.
    pub(crate) fn start(page: &Path, port: u16) -> Result<Self, String> {
        let problem = |error: io::Error| format!("--page {}: {error}", page.display());
        let mut files = BTreeMap::new();
        // All of it now: whoever serves it has no privilege to read what belongs to others.
        load(page, "", &mut files, &mut 0).map_err(problem)?;
        if !files.contains_key("index.html") {
            return Err(format!("--page {}: holds no index.html; `npm run build` makes the page", page.display()));
        }
        let token = token().map_err(|error| format!("the kernel gives no random numbers: {error}"))?;
        let broadcast = Broadcast::default();
        let (tell_port, is_served) = channel();
        let its = (token.clone(), broadcast.clone());
        thread::spawn(move || {
            let opened = privilege::keep_nothing()
                .map_err(|error| format!("privileges cannot be given up: {error}"))
                .and_then(|()| {
                    Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
                        .map_err(|error| format!("--port {port}: cannot be served on: {error}"))
                });
            let server = match opened {
                Ok(server) => server,
                Err(problem) => {
                    let _ = tell_port.send(Err(problem));
                    return;
                }
            };
            let port = server.server_addr().to_ip().map_or(port, |address| address.port());
            let shared = Arc::new(Shared {
                page: files,
                token: its.0,
                hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
                broadcast: its.1,
                listeners: AtomicUsize::new(0),
            });
            let _ = tell_port.send(Ok(port));
            for request in server.incoming_requests() {
                answer(request, &shared);
            }
        });
        let port = is_served.recv().map_err(|_| "the server of the page has ended".to_owned())??;
        Ok(Self { address: format!("http://127.0.0.1:{port}{BASE}#live.{token}"), broadcast })
    }

    /// The run is over and its page stays, until somebody asks to end.
    pub(crate) fn stay(&self, stop: &AtomicBool) {
        eprintln!("The run is over. Its page stays until Ctrl-C.");
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Waits until a page listens, or somebody asks to end.
    pub(crate) fn wait_for_page(&self, stop: &AtomicBool) {
        let (lock, changed) = &*self.broadcast.0;
        let mut told = lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !told.has_listened && !stop.load(Ordering::Relaxed) {
            told = changed.wait_timeout(told, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Reads the files of a folder and of those in it, by their names from `base` on.
fn load(folder: &Path, base: &str, files: &mut BTreeMap<String, Vec<u8>>, bytes: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = format!("{base}{name}");
        let facts = entry.metadata()?;
        if facts.is_dir() {
            load(&entry.path(), &format!("{name}/"), files, bytes)?;
        } else if facts.is_file() {
            *bytes += facts.len();
            if *bytes > MOST_PAGE_BYTES {
                return Err(io::Error::other("holds more than 64 MiB: is it the built page?"));
            }
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom(&mut bytes, GetRandomFlags::empty())?;
    let mut token = String::new();
    for byte in bytes {
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

/// An answer that could not be sent is nobody's loss: whoever asked is gone.
fn answer(request: Request, shared: &Arc<Shared>) {
    let named =
        |name: &str| request.headers().iter().find(|header| header.field.as_str().as_str().eq_ignore_ascii_case(name));
    // A name of somebody else's that leads here is not followed.
    let is_ours = named("Host").is_some_and(|host| shared.hosts.iter().any(|it| it == host.value.as_str()));
    if !is_ours {
        return refuse(request, 403, "this server answers at 127.0.0.1 only");
    }
    if !matches!(request.method(), Method::Get | Method::Head) {
        return refuse(request, 405, "only GET");
    }
    let url = request.url().to_owned();
    let (path, query) = url.split_once('?').unwrap_or((&url, ""));
    if path == "/" {
        let mut response = Response::empty(302);
        response.add_header(header("Location", BASE));
        let _ = request.respond(response);
        return;
    }
    match path.strip_prefix(BASE) {
        Some("live") if !is_equal(query, &format!("token={}", shared.token)) => refuse(request, 403, "another token"),
        Some("live") => {
            let shared = Arc::clone(shared);
            thread::spawn(move || {
                if shared.listeners.fetch_add(1, Ordering::Relaxed) < MOST_LISTENERS {
                    let _ = tell(request, &shared.broadcast);
                } else {
                    refuse(request, 503, "as many pages listen as may");
                }
                shared.listeners.fetch_sub(1, Ordering::Relaxed);
            });
        }
        Some(file) => send_file(request, &shared.page, file),
        None => refuse(request, 404, "no such file"),
    }
}

/// Compares in a time that does not tell how much is right.
fn is_equal(given: &str, wanted: &str) -> bool {
    let difference = given.bytes().zip(wanted.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == wanted.len() && difference == 0
}

/// Sends the recording from its start, and goes on with it until it ends.
fn tell(request: Request, broadcast: &Broadcast) -> io::Result<()> {
    let mut out = request.into_writer();
    // In chunks of its own, each sent at once: the library's would wait until they are long.
    let mut head =
        String::from("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n");
    for (name, value) in HEADERS {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    out.write_all(format!("{head}\r\n").as_bytes())?;
    out.flush()?;
    broadcast.listened();
    let mut sent = 0;
    while let Some(bytes) = broadcast.next(sent) {
        out.write_all(format!("{:x}\r\n", bytes.len()).as_bytes())?;
        out.write_all(&bytes)?;
        out.write_all(b"\r\n")?;
        out.flush()?;
        sent += bytes.len();
    }
    out.write_all(b"0\r\n\r\n")?;
    out.flush()
}

fn send_file(request: Request, page: &BTreeMap<String, Vec<u8>>, file: &str) {
    let file = if file.is_empty() { "index.html" } else { file };
    let Some(content) = page.get(file) else { return refuse(request, 404, "no such file") };
    let mut response = Response::from_data(content.as_slice());
    response.add_header(header("Content-Type", kind_of(file)));
    for (name, value) in HEADERS {
        response.add_header(header(name, value));
    }
    let _ = request.respond(response);
}

fn kind_of(file: &str) -> &'static str {
    match file.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn refuse(request: Request, status: u16, why: &str) {
    let mut response = Response::from_string(format!("{why}\n")).with_status_code(status);
    for (name, value) in HEADERS {
        response.add_header(header(name, value));
    }
    let _ = request.respond(response);
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the names and values above are plain ASCII")
}
