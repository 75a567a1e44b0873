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
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Where the page expects its files to be.
const BASE: &str = "/chokepoint/";
/// A recording that has become longer than this goes on without its listeners: the page reads no longer one.
const MOST_BYTES: usize = 64 << 20;
/// So many connections are served at a time, each by a thread of its own.
const MOST_CONNECTIONS: usize = 64;
/// Whoever sends no request for so long, or takes nothing of an answer, is left.
const PATIENCE: Duration = Duration::from_secs(10);
/// A request is shorter than this, and has fewer lines.
const MOST_REQUEST_BYTES: usize = 16 << 10;
const MOST_REQUEST_LINES: usize = 64;
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
    ("Connection", "close"),
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
    connections: AtomicUsize,
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
                .and_then(|()| listen(port).map_err(|error| format!("--port {port}: cannot be served on: {error}")));
            let (listener, port) = match opened {
                Ok(opened) => opened,
                Err(problem) => {
                    let _ = tell_port.send(Err(problem));
                    return;
                }
            };
            let shared = Arc::new(Shared {
                page: files,
                token: its.0,
                hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
                broadcast: its.1,
                connections: AtomicUsize::new(0),
            });
            let _ = tell_port.send(Ok(port));
            for connection in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    if shared.connections.fetch_add(1, Ordering::Relaxed) < MOST_CONNECTIONS {
                        // Whoever asked and is gone misses nothing.
                        let _ = serve(connection, &shared);
                    }
                    shared.connections.fetch_sub(1, Ordering::Relaxed);
                });
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

fn listen(port: u16) -> io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

/// What is asked for.
#[derive(Debug, Default, Eq, PartialEq)]
struct Asked {
    method: String,
    target: String,
    host: String,
}

/// One request and its answer.
fn serve(mut connection: TcpStream, shared: &Shared) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    connection.set_nodelay(true)?;
    let Some(asked) = read_request(&mut connection)? else {
        return refuse(&mut connection, "400 Bad Request", "no request of HTTP");
    };
    answer(&mut connection, &asked, shared)
}

fn read_request(from: &mut impl Read) -> io::Result<Option<Asked>> {
    let mut bytes = Vec::new();
    let mut part = [0; 2048];
    loop {
        let count = from.read(&mut part)?;
        bytes.extend_from_slice(&part[..count]);
        let mut headers = [httparse::EMPTY_HEADER; MOST_REQUEST_LINES];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(httparse::Status::Complete(_)) => {
                let host = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case("host"));
                return Ok(Some(Asked {
                    method: request.method.unwrap_or_default().to_owned(),
                    target: request.path.unwrap_or_default().to_owned(),
                    host: host.map(|host| String::from_utf8_lossy(host.value).into_owned()).unwrap_or_default(),
                }));
            }
            Ok(httparse::Status::Partial) if count > 0 && bytes.len() < MOST_REQUEST_BYTES => {}
            _ => return Ok(None),
        }
    }
}

fn answer(out: &mut impl Write, asked: &Asked, shared: &Shared) -> io::Result<()> {
    // A name of somebody else's that leads here is not followed.
    if !shared.hosts.contains(&asked.host) {
        return refuse(out, "403 Forbidden", "this server answers at 127.0.0.1 only");
    }
    if asked.method != "GET" {
        return refuse(out, "405 Method Not Allowed", "only GET");
    }
    let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
    if path == "/" {
        return begin(out, "302 Found", &[("Location", BASE), ("Content-Length", "0")]);
    }
    match path.strip_prefix(BASE) {
        Some("live") if is_equal(query, &format!("token={}", shared.token)) => tell(out, &shared.broadcast),
        Some("live") => refuse(out, "403 Forbidden", "another token"),
        Some(file) => send_file(out, &shared.page, file),
        None => refuse(out, "404 Not Found", "no such file"),
    }
}

/// Compares in a time that does not tell how much is right.
fn is_equal(given: &str, wanted: &str) -> bool {
    let difference = given.bytes().zip(wanted.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == wanted.len() && difference == 0
}

/// Sends the recording from its start, and goes on with it until it ends.
fn tell(out: &mut impl Write, broadcast: &Broadcast) -> io::Result<()> {
    // Without a length: it ends when the connection does.
    begin(out, "200 OK", &[("Content-Type", "application/octet-stream")])?;
    out.flush()?;
    broadcast.listened();
    let mut sent = 0;
    while let Some(bytes) = broadcast.next(sent) {
        out.write_all(&bytes)?;
        out.flush()?;
        sent += bytes.len();
    }
    Ok(())
}

fn send_file(out: &mut impl Write, page: &BTreeMap<String, Vec<u8>>, file: &str) -> io::Result<()> {
    let file = if file.is_empty() { "index.html" } else { file };
    let Some(content) = page.get(file) else { return refuse(out, "404 Not Found", "no such file") };
    let length = content.len().to_string();
    begin(out, "200 OK", &[("Content-Type", kind_of(file)), ("Content-Length", &length)])?;
    out.write_all(content)
}

fn refuse(out: &mut impl Write, status: &str, why: &str) -> io::Result<()> {
    let body = format!("{why}\n");
    let length = body.len().to_string();
    begin(out, status, &[("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", &length)])?;
    out.write_all(body.as_bytes())
}

/// The head of an answer.
fn begin(out: &mut impl Write, status: &str, headers: &[(&str, &str)]) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in HEADERS.iter().chain(headers) {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head.push_str("\r\n");
    out.write_all(head.as_bytes())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shared() -> Shared {
        Shared {
            page: BTreeMap::from([
                ("index.html".to_owned(), b"<p>page".to_vec()),
                ("a/b.js".to_owned(), b"1".to_vec()),
            ]),
            token: "0123".to_owned(),
            hosts: ["127.0.0.1:80".to_owned(), "localhost:80".to_owned()],
            broadcast: Broadcast::default(),
            connections: AtomicUsize::new(0),
        }
    }

    fn answered(request: &str) -> String {
        let mut out = Vec::new();
        match read_request(&mut request.as_bytes()).unwrap() {
            Some(asked) => answer(&mut out, &asked, &shared()).unwrap(),
            None => refuse(&mut out, "400 Bad Request", "no request of HTTP").unwrap(),
        }
        String::from_utf8(out).unwrap()
    }

    fn get(target: &str) -> String {
        answered(&format!("GET {target} HTTP/1.1\r\nHost: localhost:80\r\n\r\n"))
    }

    #[test]
    fn files_of_the_page_are_sent_with_strict_headers_and_no_others() {
        let page = get("/chokepoint/");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("\r\n\r\n<p>page"), "{page}");
        for header in ["frame-ancestors 'self'", "same-origin", "nosniff", "no-store", "no-referrer"] {
            assert!(page.contains(header), "{header}: {page}");
        }
        assert!(get("/chokepoint/a/b.js?x").contains("text/javascript"));
        for other in ["/chokepoint/../etc/passwd", "/etc/passwd", "/chokepoint/a", "/chokepoint//a/b.js", "*"] {
            assert!(get(other).starts_with("HTTP/1.1 404"), "{other}");
        }
        assert!(get("/").contains("Location: /chokepoint/"));
    }

    #[test]
    fn who_asks_by_another_name_or_with_another_token_gets_nothing() {
        let rebound = answered("GET /chokepoint/ HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
        for query in ["", "?", "?token=", "?token=012", "?token=01234", "?token=0124", "?x&token=0123"] {
            assert!(get(&format!("/chokepoint/live{query}")).starts_with("HTTP/1.1 403"), "{query}");
        }
        assert!(answered("POST /chokepoint/ HTTP/1.1\r\nHost: localhost:80\r\n\r\n").starts_with("HTTP/1.1 405"));
        for nonsense in ["", "\0\0\0\0", "GET /", &"x".repeat(100_000)] {
            assert!(answered(nonsense).starts_with("HTTP/1.1 400"));
        }
    }

    #[test]
    fn a_listener_gets_all_from_the_start_until_the_end() {
        let broadcast = Broadcast::default();
        broadcast.clone().write_all(b"one").unwrap();
        let listener = thread::spawn({
            let broadcast = broadcast.clone();
            move || {
                let mut out = Vec::new();
                tell(&mut out, &broadcast).unwrap();
                out
            }
        });
        let mut writer = broadcast.clone();
        writer.write_all(b"two").unwrap();
        writer.flush().unwrap();
        broadcast.end();
        let told = listener.join().unwrap();
        assert!(told.ends_with(b"\r\n\r\nonetwo"), "{}", String::from_utf8_lossy(&told));
    }
}
