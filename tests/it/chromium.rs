//! A real browser for tests: headless Chromium, controlled through a pipe.
//!
//! The protocol is Chromium's own (DevTools): JSON messages that end with a NUL, on the file
//! descriptors 3 and 4, which a shell lays onto our pipes.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// The names of Chromium on various systems.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The time that a message of the browser may take.
const LIMIT: Duration = Duration::from_mins(2);

/// A browser with one page open.
pub(crate) struct Browser {
    child: Child,
    commands: ChildStdin,
    answers: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// True if the page last asked for is there.
    is_loaded: bool,
    /// False if the page's scripts do not run, nor what would wait for a frame.
    has_scripts: bool,
    /// Every address that was asked for.
    pub(crate) requests: Vec<String>,
    /// The complaints of the browser, such as violations of the page's policy.
    pub(crate) complaints: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser; `None`, with a printed line, if there is none.
    pub(crate) fn start() -> Option<Self> {
        let Some(name) = NAMES.into_iter().find(|name| is_there(name)) else {
            eprintln!("skipped: no chromium, see `.ci/run`");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let line = "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
             --no-first-run --disable-background-networking --hide-scrollbars \
             --user-data-dir=\"$1\" --remote-debugging-pipe 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args(["-c", line, name, profile.path().to_str().unwrap()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let commands = child.stdin.take().unwrap();
        let answers = listen(child.stdout.take().unwrap());
        let mut browser = Self {
            child,
            commands,
            answers,
            session: None,
            last: 0,
            is_loaded: false,
            has_scripts: true,
            requests: Vec::new(),
            complaints: Vec::new(),
            _profile: profile,
        };
        let page = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let target = json!({"targetId": page["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", &target);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Network", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Makes the window so wide and high, in pixels, and the surroundings dark or light.
    pub(crate) fn size(&mut self, width: u32, height: u32, dark: bool) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", &media);
    }

    /// Opens a file and waits until all of it is there.
    pub(crate) fn open(&mut self, path: &Path) {
        let url = format!("file://{}", path.display());
        self.is_loaded = false;
        self.call("Page.navigate", &json!({"url": url}));
        while !self.is_loaded {
            self.next();
        }
    }

    /// Runs no script of the pages opened from now on.
    pub(crate) fn stop_scripts(&mut self) {
        self.call("Emulation.setScriptExecutionDisabled", &json!({"value": true}));
        self.has_scripts = false;
    }

    /// Returns the value of an expression in the page.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let ask = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.call("Runtime.evaluate", &ask);
        assert!(answer["exceptionDetails"].is_null(), "{expression:.200}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Clicks with the mouse in the middle of the first element that `selector` finds.
    pub(crate) fn click(&mut self, selector: &str) {
        self.evaluate(&format!(
            "document.querySelector({selector:?}).scrollIntoView({{block: 'center'}})"
        ));
        self.settle();
        let find = format!(
            "(() => {{ const at = document.querySelector({selector:?}).getClientRects()[0]; \
             return [at.x + at.width / 2, at.y + at.height / 2]; }})()"
        );
        let place = self.evaluate(&find);
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let mouse = json!({"type": kind, "x": place[0], "y": place[1], "button": "left",
                "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &mouse);
        }
        self.settle();
    }

    /// Presses a key by its name.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            _ => 0,
        };
        let text = match key {
            "Enter" => "\r",
            "Escape" | "Tab" => "",
            character => character,
        };
        for kind in ["keyDown", "keyUp"] {
            let press = json!({"type": kind, "key": key, "code": key, "text": text,
                "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", &press);
        }
        self.settle();
    }

    /// Waits until what was done is drawn.
    fn settle(&mut self) {
        if !self.has_scripts {
            self.call("Page.captureScreenshot", &json!({}));
            return;
        }
        self.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => \
             done(1))))",
        );
    }

    /// Whatever a command answers.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        let mut message = json!({"id": id, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut text = String::new();
        write!(text, "{message}\0").unwrap();
        self.commands.write_all(text.as_bytes()).unwrap();
        loop {
            let answer = self.next();
            if answer["id"] == json!(id) {
                let error = answer["error"]["message"].as_str().unwrap_or_default();
                if error.contains("navigated") {
                    // The page was left meanwhile; the one that came is asked.
                    return self.call(method, params);
                }
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    fn next(&mut self) -> Value {
        let message = self.answers.recv_timeout(LIMIT).expect("the browser ended or hangs");
        match message["method"].as_str() {
            Some("Page.loadEventFired") => self.is_loaded = true,
            Some("Network.requestWillBeSent") => {
                let url = message["params"]["request"]["url"].as_str();
                self.requests.push(url.unwrap_or_default().to_owned());
            }
            Some("Log.entryAdded") => {
                let text = message["params"]["entry"]["text"].as_str();
                self.complaints.push(text.unwrap_or_default().to_owned());
            }
            _ => {}
        }
        message
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads the browser's messages on a thread, so that waiting for one can end.
fn listen(answers: ChildStdout) -> Receiver<Value> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answers = BufReader::new(answers);
        let mut message = Vec::new();
        while answers.read_until(0, &mut message).is_ok_and(|read| read > 0) {
            message.pop();
            let read = serde_json::from_slice(&message).unwrap();
            message.clear();
            if sender.send(read).is_err() {
                return;
            }
        }
    });
    receiver
}

fn is_there(name: &str) -> bool {
    let run =
        Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}
