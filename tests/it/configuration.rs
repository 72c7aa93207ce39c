//! The user's own `config.toml`: its place, its contents, and the messages about wrong lines.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use pincite::config::{ScreenSettings, default_file, parse_user_file};
use pincite::tui::Options;
use pincite::tui::commands::COMMANDS;
use pincite::tui::keymap::{Key, Keymap, PRESET_NAMES, Section};

fn pincite(home: &Path, arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    command.args(arguments).env_clear().env("XDG_CONFIG_HOME", home).current_dir(home);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(home.to_str().unwrap(), "~");
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// Returns a configuration folder with this file.
fn home(config: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("pincite")).unwrap();
    fs::write(home.path().join("pincite/config.toml"), config).unwrap();
    home
}

fn options(config: &str) -> Result<Options, String> {
    let settings = parse_user_file(config, "config.toml").map_err(|it| it.to_string())?;
    Options::new(&settings, &|_| None, false).map_err(|it| it.to_string())
}

fn fault(config: &str) -> String {
    options(config).unwrap_err()
}

#[test]
fn the_path_follows_xdg() {
    let home = home("");
    assert_eq!(pincite(home.path(), &["config", "path"]).0, "~/pincite/config.toml\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pincite"));
    let output = command.args(["config", "path"]).env_clear().env("HOME", "/h").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "/h/.config/pincite/config.toml\n");
}

#[test]
fn the_default_file_says_what_is_in_force_without_one() {
    let empty = home("");
    let (written, _, status) = pincite(empty.path(), &["config", "default"]);
    assert_eq!((written.as_str(), status), (default_file().as_str(), 0));
    let values = |shown: String| -> Vec<String> {
        shown.lines().map(|line| line.split("  # ").next().unwrap().to_owned()).collect()
    };
    let without = pincite(empty.path(), &["config", "show"]);
    let with = home(&written);
    let with = pincite(with.path(), &["config", "show"]);
    assert_eq!((without.1.as_str(), with.1.as_str()), ("", ""));
    assert!(without.0.contains("wrap = true  # default\n"), "{}", without.0);
    assert!(with.0.contains("wrap = true  # ~/pincite/config.toml:"), "{}", with.0);
    assert_eq!(values(without.0), values(with.0));
}

#[test]
fn what_is_in_force_is_shown_with_its_origin() {
    let home =
        home("theme = \"light\"\n\n[layout]\nratio = 60\n\n[keys.browse]\n\"<f5>\" = \"redraw\"\n");
    let (shown, _, _) = pincite(home.path(), &["config", "show"]);
    assert!(shown.contains("theme = \"light\"  # ~/pincite/config.toml:1:9\n"), "{shown}");
    assert!(
        shown.contains(
            "[layout]\nsplit = \"auto\"  # default\nratio = 60  # ~/pincite/config.toml:4:9\n"
        ),
        "{shown}"
    );
    assert!(
        shown.contains("[keys.browse]\n\"<f5>\" = \"redraw\"  # ~/pincite/config.toml:7:1\n"),
        "{shown}"
    );
    let keys = pincite(home.path(), &["keys"]).0;
    assert!(keys.contains("f5 ctrl-l"), "{keys}");
}

#[test]
fn a_wrong_line_says_where_it_is_and_what_is_near() {
    let near = [
        (
            "them = \"dark\"\n",
            "config.toml:1:1: unknown key `them` at the top of the file; did you mean `theme`?",
        ),
        (
            "[layout]\n  wrp = true\n",
            "config.toml:2:3: unknown key `wrp` in [layout]; did you mean `wrap`?",
        ),
        (
            "wrap = true\n",
            "config.toml:1:1: unknown key `wrap` at the top of the file; it belongs in [layout]",
        ),
        ("icons = \"asci\"\n", "config.toml:1:9: unknown value `asci`; did you mean `ascii`?"),
        ("[layout]\nratio = 95\n", "config.toml:2:9: expected a whole number from 10 to 90"),
        ("mouse = 1\n", "config.toml:1:9: expected `true` or `false`"),
        (
            "theme = \"gruvbox-drak\"\n",
            "config.toml:1:9: unknown theme `gruvbox-drak`; did you mean `gruvbox-dark`?",
        ),
        ("keymap = \"vi\"\n", "config.toml:1:10: unknown keymap `vi`; did you mean `vim`?"),
        (
            "[keys.browse]\n\"j\" = \"donw\"\n",
            "config.toml:2:1: unknown command `donw`; did you mean `down`?",
        ),
        ("[keys.browse]\n\"<foo>\" = \"down\"\n", "config.toml:2:1: `<foo>` is not a key"),
        ("[keys.browse]\n\"<d-e>\" = \"down\"\n", "config.toml:2:1: `<d-e>` is not a key"),
        (
            "[keys.browse]\n\"<ctrl-d>\" = \"down\"\n\"<c-d>\" = \"up\"\n",
            "config.toml:3:1: `<c-d>` is the same key as `<ctrl-d>` before it",
        ),
        (
            "[check]\nselect = []\n",
            "config.toml:1:2: unknown key `check` at the top of the file; it belongs in `pincite.toml`, next to the answers",
        ),
        ("editor = \"'\"\n", "config.toml:1:10: missing closing quote"),
    ];
    for (config, expected) in near {
        let message = fault(config);
        assert!(message.ends_with(expected), "{config:?}\n{message}\n{expected}");
    }
    let wrong = home("thme = 1\n");
    fs::write(wrong.path().join("a.md"), "no citation").unwrap();
    let (_, message, status) = pincite(wrong.path(), &["keys"]);
    assert_eq!(status, 2);
    assert!(
        message.starts_with("pincite: cannot read ~/pincite/config.toml:1:1: unknown key `thme`"),
        "{message}"
    );
}

#[test]
fn a_file_of_others_is_not_used() {
    let home = home("editor = \"evil\"\n");
    let path = home.path().join("pincite/config.toml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    let (_, message, status) = pincite(home.path(), &["config", "show"]);
    assert_eq!(status, 2);
    assert!(message.contains("everybody may write it"), "{message}");
}

#[test]
fn the_file_next_to_the_data_sets_the_look_and_never_a_command_or_a_key() {
    let home = home("");
    fs::write(home.path().join("answer.md"), "nothing cited").unwrap();
    let path = home.path().join("pincite.toml");
    for line in [
        "editor = \"evil\"",
        "open-command = \"evil\"",
        "clipboard = \"evil\"",
        "keymap = \"vim\"",
        "mouse = false",
        "hyperlinks = \"always\"",
        "[review]\nreviewer = \"bob\"",
        "[keys.browse]\n\"q\" = \"supports\"",
    ] {
        fs::write(&path, format!("{line}\n")).unwrap();
        let (_, message, status) = pincite(home.path(), &["show", "answer.md"]);
        assert_eq!(status, 2, "{line}");
        assert!(message.contains("only your own file can set it"), "{line}: {message}");
    }
    let look = "theme = \"light\"\nicons = \"ascii\"\n\n[layout]\ntab-width = 8\n\n[review]\nadvance = false\n";
    fs::write(&path, look).unwrap();
    assert_eq!(pincite(home.path(), &["show", "answer.md"]).2, 0);
}

#[test]
fn the_nearer_setting_wins() {
    let own =
        parse_user_file("theme = \"dark\"\n[layout]\nratio = 60\nwrap = false\n", "own").unwrap();
    let near = parse_user_file("[layout]\nratio = 30\n", "near").unwrap();
    let both = near.over(own).with_option("theme", Some("light"));
    assert_eq!(both.text("theme"), "light");
    assert_eq!((both.number("layout.ratio"), both.is_on("layout.wrap")), (30, false));
    assert_eq!(both.place("layout.ratio"), Some("near:2:9"));
    assert_eq!(ScreenSettings::default().number("layout.ratio"), 48);
}

#[test]
fn every_preset_reaches_every_command() {
    let default = Keymap::built_in().unwrap();
    for name in PRESET_NAMES {
        let preset = Keymap::preset(name).unwrap().unwrap();
        assert_eq!(preset.without_key(&default), [], "{name}");
        for entry in preset.entries() {
            let is_known = COMMANDS.iter().any(|command| command.name == entry.command);
            assert!(is_known, "{name}: {}", entry.command);
        }
    }
    let vim = Keymap::preset("vim").unwrap().unwrap();
    let h = Key::parse("h").unwrap();
    assert_eq!(vim.command(Section::Browse, h), Some("left"));
    assert_eq!(vim.keys_of(Section::Browse, "undo").next(), Some("u"));
}

#[test]
fn own_keys_come_first_and_a_command_without_a_key_is_named() {
    let options =
        options("[keys.browse]\n\"<f5>\" = \"next\"\n\"x\" = \"down\"\n\"q\" = \"\"\n").unwrap();
    let keys = |command| options.keymap.keys_of(Section::Browse, command).next();
    assert_eq!((keys("next"), keys("down")), (Some("f5"), Some("x")));
    assert_eq!(options.notices, ["`x` is now down; does-not-support has no key"]);
    let q = Key::parse("q").unwrap();
    assert_eq!(options.keymap.command(Section::Browse, q), None);
}

#[test]
fn a_setting_that_the_inspector_refuses_is_not_shown_as_in_force() {
    for (config, why) in [
        ("theme = \"nope\"\n", "config.toml:1:9: unknown theme `nope`"),
        ("keymap = \"vi\"\n", "config.toml:1:10: unknown keymap `vi`"),
        ("editor = \"a 'b\"\n", "config.toml:1:10: "),
    ] {
        let home = home(config);
        for args in [vec!["config", "show"], vec!["demo", "--screenshot", "-"]] {
            let (stdout, stderr, status) = pincite(home.path(), &args);
            assert_eq!((stdout.as_str(), status), ("", 2), "{args:?}");
            assert!(stderr.contains(why), "{args:?}: {stderr}");
        }
    }
}

#[test]
fn a_picture_shows_the_settings_of_the_user() {
    let drawn = |config: &str, args: &[&str]| {
        let home = home(config);
        let args = [&["demo", "--screenshot", "-", "--size", "120x30"], args].concat();
        let (picture, stderr, status) = pincite(home.path(), &args);
        assert_eq!((stderr.as_str(), status), ("", 0), "{config}");
        picture
    };
    let plain = drawn("", &[]);
    let config = "theme = \"gruvbox-dark\"\n[layout]\nsplit = \"stacked\"\n[keys.browse]\n\"w\" = \"next\"\n";
    let own = drawn(config, &[]);
    assert!(own.contains("38;2;") && !plain.contains("38;2;"), "{own}");
    // The panes are one above the other: the head of the second is on a row of its own.
    let sides = |picture: &str| picture.lines().filter(|line| line.contains('│')).count();
    assert_ne!(sides(&own), sides(&plain));
    assert_eq!(drawn(config, &["--keys", "w"]), drawn(config, &["--keys", "n"]));
    // An option goes before the file.
    assert!(!drawn(config, &["--theme", "mono"]).contains("38;2;"));
}
