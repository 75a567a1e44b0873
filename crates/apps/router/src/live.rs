//! Shows a live run in a page: a local server for the page's files and for the growing recording.
//!
//! The page receives arrivals instead of frames. From them its own engine makes the same decisions, so everything that
//! works for a simulated run works for a live one. A client must know a random token; other machines and pages of other
//! origins are refused.

use crate::privilege;
use crate::stop::{Ended, Stop};
use rustix::rand::{GetRandomFlags, getrandom};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The path under which the page expects its files.
const BASE: &str = "/chokepoint/";
/// Largest number of bytes of a recording that are sent, since the page reads no more. Beyond this size the recording
/// goes on, but no longer reaches a page.
const MOST_BYTES: usize = 64 << 20;
/// Largest number of connections, one thread each. A new connection replaces the oldest.
const MOST_CONNECTIONS: usize = 64;
/// Largest number of connections that receive the recording. Such connections may last for hours, and are not replaced
/// by new ones.
const MOST_LISTENERS: usize = 16;
/// Time limit for receiving a request, counted from its first byte, and for sending a response.
const PATIENCE: Duration = Duration::from_secs(10);
/// Largest size of a request \[bytes\], and its largest number of lines.
const MOST_REQUEST_BYTES: usize = 16 << 10;
const MOST_REQUEST_LINES: usize = 64;
/// Largest page \[bytes\].
const MOST_PAGE_BYTES: u64 = 64 << 20;

/// Headers of every response. They keep other origins from using or framing it, and browsers from caching it.
const HEADERS: &[(&str, &str)] = &[
    ("Content-Security-Policy", "frame-ancestors 'self'"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
    ("Connection", "close"),
];

/// The recording so far, shared by all listeners.
#[derive(Debug, Default)]
struct Recorded {
    bytes: Vec<u8>,
    is_over: bool,
    has_listened: bool,
}

/// A sink for the recording. All clones write to the same one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Broadcast(Arc<(Mutex<Recorded>, Condvar)>);

impl Broadcast {
    fn recorded(&self) -> MutexGuard<'_, Recorded> {
        // No code panics while holding this lock.
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the recording: no more bytes follow.
    pub(crate) fn end(&self) {
        self.recorded().is_over = true;
        self.0.1.notify_all();
    }

    fn listened(&self) {
        self.recorded().has_listened = true;
        self.0.1.notify_all();
    }

    /// The bytes from position `from` on; waits if there are none yet. `None` once the recording has ended.
    fn next(&self, from: usize) -> Option<Vec<u8>> {
        let mut recorded = self.recorded();
        while recorded.bytes.len() <= from {
            if recorded.is_over {
                return None;
            }
            recorded = self.0.1.wait(recorded).unwrap_or_else(PoisonError::into_inner);
        }
        Some(recorded.bytes[from..].to_vec())
    }
}

impl Write for Broadcast {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut recorded = self.recorded();
        if recorded.bytes.len() + bytes.len() > MOST_BYTES {
            recorded.is_over = true;
        }
        if !recorded.is_over {
            recorded.bytes.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.1.notify_all();
        Ok(())
    }
}

#[derive(Debug)]
pub(crate) struct Live {
    /// The address to open.
    pub(crate) address: String,
    /// The destination of the recording.
    pub(crate) broadcast: Broadcast,
}

/// State shared by all threads of the server.
struct Shared {
    page: BTreeMap<String, Vec<u8>>,
    token: String,
    hosts: [String; 2],
    broadcast: Broadcast,
    patience: Duration,
    /// The connections: number of serving threads, and the sockets that a new connection may replace, oldest first.
    connections: Mutex<Connections>,
    /// Signalled when a connection has ended.
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Connections {
    threads: usize,
    listeners: usize,
    next: u64,
    waiting: VecDeque<(u64, TcpStream)>,
}

impl Shared {
    fn new(page: BTreeMap<String, Vec<u8>>, token: String, port: u16, broadcast: Broadcast) -> Self {
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let (connections, ended) = (Mutex::default(), Condvar::new());
        Self { page, token, hosts, broadcast, patience: PATIENCE, connections, ended }
    }

    fn connections(&self) -> MutexGuard<'_, Connections> {
        // No code panics while holding this lock.
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection, and returns its number. If there are too many, closes the oldest connection and waits until
    /// its thread ends.
    fn admit(&self, connection: &TcpStream) -> io::Result<u64> {
        let copy = connection.try_clone()?;
        let mut connections = self.connections();
        while connections.threads >= MOST_CONNECTIONS {
            if let Some((_, oldest)) = connections.waiting.pop_front() {
                // The connection may already have ended.
                let _ = oldest.shutdown(Shutdown::Both);
            }
            connections = self.ended.wait(connections).unwrap_or_else(PoisonError::into_inner);
        }
        connections.threads += 1;
        connections.next += 1;
        let number = connections.next;
        connections.waiting.push_back((number, copy));
        Ok(number)
    }

    /// Marks a connection as one that receives the recording and is not replaced. Returns false if there are already
    /// too many of these.
    fn listens(&self, number: u64) -> bool {
        let mut connections = self.connections();
        if connections.listeners >= MOST_LISTENERS {
            return false;
        }
        connections.listeners += 1;
        connections.waiting.retain(|(other, _)| *other != number);
        true
    }

    fn dismiss(&self, number: u64, listened: bool) {
        let mut connections = self.connections();
        connections.threads -= 1;
        connections.listeners -= usize::from(listened);
        connections.waiting.retain(|(other, _)| *other != number);
        self.ended.notify_all();
    }
}

impl Live {
    /// Serves the built page in `page` on a port of the loopback interface; port 0 selects a free one.
    pub(crate) fn start(page: &Path, port: u16) -> Result<Self, String> {
        let problem = |error: io::Error| format!("--page {}: {error}", page.display());
        let mut files = BTreeMap::new();
        // All files are read now, because the serving thread later lacks the privilege to read other users' files.
        load(page, "", &mut files, &mut 0).map_err(problem)?;
        if !files.contains_key("index.html") {
            return Err(format!("--page {}: holds no index.html; `npm run build` makes the page", page.display()));
        }
        let token = token().map_err(|error| format!("the kernel gives no random numbers: {error}"))?;
        let broadcast = Broadcast::default();
        let (port_sender, is_served) = channel();
        let its = (token.clone(), broadcast.clone());
        thread::spawn(move || {
            let opened = privilege::keep_nothing()
                .map_err(|error| format!("privileges cannot be given up: {error}"))
                .and_then(|()| listen(port).map_err(|error| format!("--port {port}: cannot be opened: {error}")));
            let (listener, port) = match opened {
                Ok(opened) => opened,
                Err(problem) => {
                    let _ = port_sender.send(Err(problem));
                    return;
                }
            };
            let shared = Arc::new(Shared::new(files, its.0, port, its.1));
            let _ = port_sender.send(Ok(port));
            serve_all(&listener, &shared);
        });
        let port = is_served.recv().map_err(|_| "the server of the page has ended".to_owned())??;
        Ok(Self { address: format!("http://127.0.0.1:{port}{BASE}#live.{token}"), broadcast })
    }

    /// Keeps serving the page after the run, until the user ends the program.
    pub(crate) fn stay(&self, stop: &Stop) {
        eprintln!("The run is over. Its page stays until Ctrl-C.");
        stop.wait();
    }

    pub(crate) fn wait_for_page(&self, stop: &Stop) -> Result<(), Ended> {
        let changed = &self.broadcast.0.1;
        let listens = |time| {
            let recorded = self.broadcast.recorded();
            let (recorded, _) = changed
                .wait_timeout_while(recorded, time, |recorded| !recorded.has_listened)
                .unwrap_or_else(PoisonError::into_inner);
            recorded.has_listened.then_some(())
        };
        stop.wait_for(Duration::MAX, listens).map(drop)
    }
}

/// Reads the files of a folder and its subfolders into `files`, under their paths with `base` in front.
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

#[derive(Debug, Default, Eq, PartialEq)]
struct Asked {
    method: String,
    target: String,
    host: String,
}

fn serve_all(listener: &TcpListener, shared: &Arc<Shared>) {
    for connection in listener.incoming().flatten() {
        let Ok(number) = shared.admit(&connection) else { continue };
        let shared = Arc::clone(shared);
        thread::spawn(move || {
            let mut listened = false;
            // An error means that the browser closed the connection, so it needs no response.
            let _ = serve(connection, number, &shared, &mut listened);
            shared.dismiss(number, listened);
        });
    }
}

/// Answers one request.
fn serve(connection: TcpStream, number: u64, shared: &Shared, listened: &mut bool) -> io::Result<()> {
    connection.set_nodelay(true)?;
    let mut connection = Patient::new(connection, shared.patience);
    let asked = match read_request(&mut connection)? {
        Ok(asked) => asked,
        Err(why) => return refuse(&mut connection, "400 Bad Request", why),
    };
    connection = Patient::new(connection.connection, shared.patience);
    if !is_listener(&asked, shared) {
        return answer(&mut connection, &asked, shared);
    }
    *listened = shared.listens(number);
    if !*listened {
        return refuse(&mut connection, "503 Service Unavailable", "too many pages listen already");
    }
    // A recording may be sent for hours, so every block of it has its own time limit.
    connection.until = None;
    send_recording(&mut connection, &shared.broadcast)
}

/// A connection with one time limit for the whole request and another for the whole response. A client cannot extend
/// them by sending or reading byte by byte.
struct Patient {
    connection: TcpStream,
    patience: Duration,
    /// End of the time limit; `None` if every block has its own limit.
    until: Option<Instant>,
}

impl Patient {
    fn new(connection: TcpStream, patience: Duration) -> Self {
        Self { connection, patience, until: Some(Instant::now() + patience) }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let Some(until) = self.until else { return Ok(Some(self.patience)) };
        match until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            left => Ok(Some(left)),
        }
    }
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.connection.set_read_timeout(self.left()?)?;
        self.connection.read(into)
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.connection.set_write_timeout(self.left()?)?;
        self.connection.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.connection.flush()
    }
}

/// Reads a request. The outer error is a failed connection; the inner error is the reason to refuse the request.
fn read_request(from: &mut impl Read) -> io::Result<Result<Asked, &'static str>> {
    let mut bytes = Vec::new();
    let mut part = [0; 2048];
    loop {
        let count = from.read(&mut part)?;
        bytes.extend_from_slice(&part[..count]);
        let mut headers = [httparse::EMPTY_HEADER; MOST_REQUEST_LINES];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(httparse::Status::Complete(_)) => {
                let mut hosts = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host"));
                let host = hosts.next();
                if hosts.next().is_some() {
                    return Ok(Err("more than one Host"));
                }
                return Ok(Ok(Asked {
                    method: request.method.unwrap_or_default().to_owned(),
                    target: request.path.unwrap_or_default().to_owned(),
                    host: host.map(|host| String::from_utf8_lossy(host.value).into_owned()).unwrap_or_default(),
                }));
            }
            Ok(httparse::Status::Partial) if count > 0 && bytes.len() < MOST_REQUEST_BYTES => {}
            _ => return Ok(Err("not an HTTP request")),
        }
    }
}

/// Whether the request comes from a page that asks for the recording with the right token.
fn is_listener(asked: &Asked, shared: &Shared) -> bool {
    let target = asked.target.split_once('?');
    shared.hosts.contains(&asked.host)
        && asked.method == "GET"
        && target.is_some_and(|(path, query)| {
            path.strip_prefix(BASE) == Some("live") && is_equal(query, &format!("token={}", shared.token))
        })
}

/// Responds to any request except that for the recording.
fn answer(out: &mut impl Write, asked: &Asked, shared: &Shared) -> io::Result<()> {
    // If the host name belongs to another site but resolves to this server (DNS rebinding), the request is refused.
    if !shared.hosts.contains(&asked.host) {
        return refuse(out, "403 Forbidden", "this server answers at 127.0.0.1 only");
    }
    if asked.method != "GET" {
        return refuse(out, "405 Method Not Allowed", "only GET");
    }
    let path = asked.target.split('?').next().unwrap_or_default();
    if path == "/" {
        return begin(out, "302 Found", &[("Location", BASE), ("Content-Length", "0")]);
    }
    match path.strip_prefix(BASE) {
        Some("live") => refuse(out, "403 Forbidden", "another token"),
        Some(file) => send_file(out, &shared.page, file),
        None => refuse(out, "404 Not Found", "no such file"),
    }
}

/// Compares two strings in a time that does not depend on how many characters match.
fn is_equal(given: &str, wanted: &str) -> bool {
    let difference = given.bytes().zip(wanted.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == wanted.len() && difference == 0
}

/// Sends the recording from its start, until it ends.
fn send_recording(out: &mut impl Write, broadcast: &Broadcast) -> io::Result<()> {
    // The response has no length header: it ends with the connection.
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

/// Writes the head of a response.
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
        shared_at(80)
    }

    fn shared_at(port: u16) -> Shared {
        let page = [("index.html", &b"<p>page"[..]), ("a/b.js", b"1")];
        let page = page.map(|(name, content)| (name.to_owned(), content.to_vec())).into();
        Shared::new(page, "0123".to_owned(), port, Broadcast::default())
    }

    /// A server with this time limit, and its port.
    fn served(patience: Duration) -> (u16, Broadcast) {
        let (listener, port) = listen(0).unwrap();
        let shared = Shared { patience, ..shared_at(port) };
        let broadcast = shared.broadcast.clone();
        thread::spawn(move || serve_all(&listener, &Arc::new(shared)));
        (port, broadcast)
    }

    fn connected(port: u16, request: &str) -> TcpStream {
        let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        connection
    }

    fn got(port: u16, target: &str) -> String {
        let mut connection = connected(port, &format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
        io::read_to_string(&mut connection).unwrap()
    }

    #[test]
    fn many_incomplete_requests_do_not_block_others() {
        let (port, broadcast) = served(Duration::from_secs(60));
        let mut listener =
            connected(port, &format!("GET /chokepoint/live?token=0123 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
        let mut head = [0; 17];
        listener.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200 OK\r\n");
        let begin = Instant::now();
        let halves: Vec<_> = (0..300).map(|_| connected(port, "GET /chokepoint/ HTTP/1.1\r\n")).collect();
        for _ in 0..3 {
            assert!(got(port, "/chokepoint/").ends_with("<p>page"));
        }
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "the server waited for the incomplete requests: {:?}",
            begin.elapsed()
        );
        drop(halves);
        // The connection that receives the recording is still open: the new connections have replaced only others.
        broadcast.clone().write_all(b"recorded").unwrap();
        broadcast.end();
        assert!(io::read_to_string(&mut listener).unwrap().ends_with("\r\n\r\nrecorded"));
    }

    #[test]
    fn the_time_limit_is_for_a_whole_request_and_not_for_each_byte() {
        let (port, _) = served(Duration::from_millis(300));
        let mut connection = connected(port, "GET ");
        let begin = Instant::now();
        let ended = loop {
            // A byte is sent every 50 ms, so a time limit of 300 ms for each byte would never end the connection.
            thread::sleep(Duration::from_millis(50));
            if connection.write_all(b"x").is_err() || begin.elapsed() > Duration::from_secs(20) {
                break begin.elapsed();
            }
        };
        assert!(ended < Duration::from_secs(10), "{ended:?}");
        assert!(got(port, "/chokepoint/").ends_with("<p>page"));
    }

    #[test]
    fn the_number_of_listeners_is_limited() {
        let (port, broadcast) = served(Duration::from_secs(60));
        let request = format!("GET /chokepoint/live?token=0123 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        let answers: Vec<String> = (0..=MOST_LISTENERS)
            .map(|_| connected(port, &request))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|mut connection| {
                let mut head = [0; 12];
                connection.read_exact(&mut head).unwrap();
                String::from_utf8_lossy(&head).into_owned()
            })
            .collect();
        let refused = answers.iter().filter(|answer| *answer == "HTTP/1.1 503").count();
        assert_eq!(refused, 1, "{answers:?}");
        broadcast.end();
    }

    fn answered(request: &str) -> String {
        let mut out = Vec::new();
        match read_request(&mut request.as_bytes()).unwrap() {
            Ok(asked) => answer(&mut out, &asked, &shared()).unwrap(),
            Err(why) => refuse(&mut out, "400 Bad Request", why).unwrap(),
        }
        String::from_utf8(out).unwrap()
    }

    fn get(target: &str) -> String {
        answered(&format!("GET {target} HTTP/1.1\r\nHost: localhost:80\r\n\r\n"))
    }

    #[test]
    fn only_files_of_the_page_are_sent_with_strict_headers() {
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
    fn a_wrong_host_or_token_is_refused() {
        let rebound = answered("GET /chokepoint/ HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
        for query in ["", "?", "?token=", "?token=012", "?token=01234", "?token=0124", "?x&token=0123"] {
            assert!(get(&format!("/chokepoint/live{query}")).starts_with("HTTP/1.1 403"), "{query}");
        }
        assert!(answered("POST /chokepoint/ HTTP/1.1\r\nHost: localhost:80\r\n\r\n").starts_with("HTTP/1.1 405"));
        let twice = answered("GET /chokepoint/ HTTP/1.1\r\nHost: localhost:80\r\nhost: evil.example\r\n\r\n");
        assert!(twice.starts_with("HTTP/1.1 400") && twice.ends_with("more than one Host\n"), "{twice}");
        for nonsense in ["", "\0\0\0\0", "GET /", &"x".repeat(100_000)] {
            assert!(answered(nonsense).starts_with("HTTP/1.1 400"));
        }
    }

    #[test]
    fn a_listener_gets_the_whole_recording() {
        let broadcast = Broadcast::default();
        broadcast.clone().write_all(b"one").unwrap();
        let listener = thread::spawn({
            let broadcast = broadcast.clone();
            move || {
                let mut out = Vec::new();
                send_recording(&mut out, &broadcast).unwrap();
                out
            }
        });
        let mut writer = broadcast.clone();
        writer.write_all(b"two").unwrap();
        writer.flush().unwrap();
        broadcast.end();
        let received = listener.join().unwrap();
        assert!(received.ends_with(b"\r\n\r\nonetwo"), "{}", String::from_utf8_lossy(&received));
    }
}
