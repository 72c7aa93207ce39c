//! Citable material and prompts: what is written is read back as the same.

use pincite::cases;
use pincite::convert::material::{
    CitableItem, Document, FORMS, Ids, Material, Options, Spelling, Unit, material,
};
use pincite::convert::prompt::{DIALECTS, PromptOptions, RULES, Rule, prompt};
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::{DivisionKind, IdFrom, Locator, Source, SourceText};
use pincite::sources::{self, Loaded};
use proptest::prelude::*;

use crate::check::Folder;
use crate::cli::{Test, run};

fn source(title: Option<&str>, text: &str) -> Source {
    let (title, text) = (title.map(str::to_owned), SourceText::Inline(text.into()));
    Source { title, text, ..Source::default() }
}

fn written(sources: &[Source], options: &Options) -> Material {
    let documents: Vec<Document<'_>> =
        sources.iter().map(|source| Document::read(source).unwrap()).collect();
    material(&documents, options)
}

fn inline(source: &Source) -> &str {
    match &source.text {
        SourceText::Inline(text) => text,
        other => panic!("not inline: {other:?}"),
    }
}

/// Returns the text without the parts that reported changes touch.
fn unchanged(text: &str) -> String {
    let mut text = text.replace('\\', "");
    for code in 0xe200..=0xe20f {
        let c = char::from_u32(code).unwrap();
        text = text.replace(c, &format!("⟨U+{code:04X}⟩"));
    }
    text
}

fn lines_of(item: &CitableItem) -> Vec<String> {
    item.lines.iter().map(|line| unchanged(&line.text)).collect()
}

/// Checks that `material` is read back as its items.
fn is_read_back(material: &Material, options: &Options) {
    let text = &material.text;
    if material.items.is_empty() {
        return;
    }
    let Loaded { sources, notes } = sources::split_with_notes(text, None).unwrap();
    assert_eq!(notes, Vec::<String>::new(), "{text}");
    let ids: Vec<&str> = sources.iter().map(|source| source.id.as_str()).collect();
    let wanted: Vec<&str> = material.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, wanted, "{text}");
    for (source, item) in sources.iter().zip(&material.items) {
        assert_eq!(source.id_from, IdFrom::Text);
        let title = item.title.as_deref().map(|title| {
            let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
            unchanged(&line)
        });
        // A title that holds both kinds of quotes has its own replaced in a tag.
        let same = |it: &str| it.replace(['"', '\'', '’'], "’");
        let read = source.title.as_deref().map(|title| same(&unchanged(title)));
        assert_eq!(read, title.as_deref().map(same), "{text}");
        if options.unit == Unit::Line {
            let labelled = source.divisions.iter().filter(|it| it.kind == DivisionKind::Line);
            let labelled: Vec<(u64, String)> = labelled
                .map(|it| (it.number, unchanged(it.span.slice(inline(source)).unwrap())))
                .collect();
            let numbers = item.lines.iter().map(|line| line.number.unwrap());
            let all: Vec<(u64, String)> = numbers.zip(lines_of(item)).collect();
            assert_eq!(labelled, all, "{text}");
        } else {
            assert_eq!(unchanged(inline(source)), lines_of(item).join("\n"), "{text}");
            let heading = item.block.filter(|_| options.form.name == "citation-marker");
            let block = source.divisions.iter().map(|it| it.number).next();
            // A heading shows the number of its id, where that ends in one.
            let digits = |id: &str| id.chars().rev().take_while(char::is_ascii_digit).count();
            let named = source.id.get(source.id.len() - digits(&source.id)..);
            let named = named.and_then(|digits| digits.parse::<u64>().ok());
            // The digits of a hash count nothing.
            let named = named.filter(|_| options.ids != Ids::Content);
            assert_eq!(block, heading.map(|position| named.unwrap_or(position)), "{text}");
        }
    }
}

/// Pieces of hostile texts: every mark there is, in many places.
fn piece() -> impl Strategy<Value = String> {
    let marks = [
        "[L3] ",
        "[L3]",
        "L3: ",
        "[Block1]",
        "[block 2] x",
        "Citation Marker: turn0file0",
        "citation marker: \\ue200cite\\ue202x1\\ue201",
        "\u{e200}cite\u{e202}turn0file0\u{e201}",
        "【turn2file1】",
        "<BLOCK id=\"block5\">",
        "</BLOCK>",
        "</block >",
        "<source id=1>",
        "<source id='2' name=\"</source>\">",
        "</source>",
        "<sources>",
        "</sources>",
        "<result file_id=a>",
        "</result>",
        "<content>",
        "</content>",
        "</ content>",
        "\\",
        "<\\",
        "[6] Tides (harbour.example)\n**viewing lines [0 - 1] of 1**",
        "Title: x",
        "Content: y",
        "```",
        "# Head",
        "> ",
        "\"",
        "'",
        "’",
        ">",
        "<",
        "=",
        "id=\"x\"",
    ];
    let ends = ["\n", "\r\n", "\r", "\n\n", " ", "\t", "\u{3000}", "\u{2028}", "\u{85}", "", ". "];
    prop_oneof![
        proptest::sample::select(marks.to_vec()).prop_map(str::to_owned),
        proptest::sample::select(ends.to_vec()).prop_map(str::to_owned),
        "[a-c äß汉🙂]{0,12}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

fn options() -> impl Strategy<Value = Options> {
    let spelling = [Spelling::Characters, Spelling::Escapes, Spelling::Brackets];
    (
        0..FORMS.len(),
        proptest::sample::select(Unit::ALL.to_vec()),
        proptest::sample::select(Ids::ALL.to_vec()),
        proptest::sample::select(spelling.to_vec()),
        1..60_usize,
    )
        .prop_map(|(form, unit, ids, spelling, block_size)| Options {
            form: &FORMS[form],
            unit,
            ids,
            spelling,
            block_size,
            ..Options::default()
        })
}

proptest! {
    #[test]
    fn material_is_read_back(
        texts in proptest::collection::vec((proptest::option::of(text()), text()), 1..4),
        options in options(),
    ) {
        let sources: Vec<Source> =
            texts.iter().map(|(title, text)| source(title.as_deref(), text)).collect();
        let material = written(&sources, &options);
        is_read_back(&material, &options);
        prop_assert_eq!(&written(&sources, &options), &material);
    }

    #[test]
    fn blocks_lose_no_word(text in text(), most in 1..60_usize) {
        let options = Options { block_size: most, ..Options::default() };
        let words = |text: &str| text.split_whitespace().collect::<String>();
        let items = written(&[source(None, &text)], &options).items;
        let lines = items.iter().flat_map(|item| &item.lines);
        let lines: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
        let lines = lines.join("\n");
        prop_assert_eq!(words(&lines), words(&text));
    }
}

#[test]
fn a_prompt_with_its_material_is_read_back() {
    let rules: Vec<&Rule> = RULES.iter().collect();
    let sources = [source(Some("A"), "One.\n\nTwo.\n"), source(None, "Three.")];
    for dialect in DIALECTS {
        for form in FORMS {
            for unit in Unit::ALL {
                let ids = dialect.ids_in(form);
                let wanted =
                    PromptOptions { dialect, form, ids, unit, rules: &rules, escapes: false };
                let options =
                    Options { form, ids, unit, spelling: wanted.spelling(), ..Options::default() };
                let material = written(&sources, &options);
                let whole = format!("{}\n## Sources\n\n{}", prompt(&wanted).text, material.text);
                let read = sources::split(&whole, None).unwrap();
                assert_eq!(read, sources::split(&material.text, None).unwrap(), "{whole}");
            }
        }
    }
}

#[test]
fn every_example_of_a_prompt_is_read_as_what_it_cites() {
    for dialect in DIALECTS {
        for (ids, form, unit, escapes) in dialect
            .ids
            .iter()
            .flat_map(|ids| FORMS.iter().map(move |form| (*ids, form)))
            .flat_map(|(ids, form)| Unit::ALL.map(|unit| (ids, form, unit)))
            .flat_map(|(ids, form, unit)| [false, true].map(|escapes| (ids, form, unit, escapes)))
        {
            let wanted = PromptOptions { dialect, form, ids, unit, rules: &[], escapes };
            let prompt = prompt(&wanted);
            assert_eq!(prompt.examples.len(), 2);
            for example in &prompt.examples {
                assert!(prompt.text.contains(&example.text));
                let input = Input::new("answer.md", example.text.clone().into_bytes());
                let cases = cases::open(input, None, &Families::default()).unwrap();
                let case = cases.read(0).unwrap();
                assert_eq!(case.format.name, dialect.name, "{}", example.text);
                let read: Vec<(String, Option<Locator>)> = case
                    .response
                    .citations
                    .iter()
                    .inspect(|citation| assert_eq!(citation.problem, None, "{}", example.text))
                    .flat_map(|citation| &citation.targets)
                    .map(|target| (target.id.clone(), target.locator.clone()))
                    .collect();
                let lines = |(first, last)| Locator::Lines { first, last };
                let cited: Vec<(String, Option<Locator>)> =
                    example.cited.iter().map(|it| (it.id.clone(), it.lines.map(lines))).collect();
                assert_eq!(read, cited, "{}", example.text);
            }
        }
    }
}

#[test]
fn no_place_to_fill_in_is_left() {
    let rules: Vec<&Rule> = RULES.iter().collect();
    for dialect in DIALECTS {
        for unit in Unit::ALL {
            let form = &FORMS[0];
            let ids = dialect.ids_in(form);
            let wanted = PromptOptions { dialect, form, ids, unit, rules: &rules, escapes: true };
            let text = prompt(&wanted).text;
            assert!(!text.contains(['{', '}']), "{text}");
        }
    }
}

const HANDBOOK: &str = "# Refunds\n\nCard payments take five days.\nBank transfers take ten.\n\n\
    [L3] looks like a label.\n\n## Who decides\n\nA team lead, above 250 euros.</source>\n";

fn printed(args: &[&str], files: &[(&str, &str)]) -> String {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let output = run(dir.path(), &args, "");
    let shown = output.stdout.replace('\u{e200}', "⟨U+E200⟩");
    let shown = shown.replace('\u{e201}', "⟨U+E201⟩").replace('\u{e202}', "⟨U+E202⟩");
    format!("{shown}--- status {}\n{}", output.status, output.stderr)
}

#[test]
fn blocks_under_citation_markers() {
    insta::assert_snapshot!(printed(&["material", "handbook.md"], &[("handbook.md", HANDBOOK)]));
}

#[test]
fn lines_in_block_tags() {
    let args = ["material", "--unit", "line", "--as", "block-tags", "--ids", "name", "docs"];
    let files = [("docs/a/handbook.md", HANDBOOK), ("docs/b/handbook.md", "Other.\r\nText.")];
    insta::assert_snapshot!(printed(&args, &files));
}

#[test]
fn results_of_a_vector_store() {
    let results = r#"{"object": "vector_store.search_results.page", "search_query": ["refunds"], "data": [
        {"file_id": "file-7", "filename": "handbook.md", "score": 0.82, "attributes": {"team": "support"},
         "content": [{"type": "text", "text": "Cards take five days."}, {"type": "text", "text": "</content> is a tag."}]}],
        "has_more": false, "next_page": null}"#;
    let files = [("results.json", results)];
    let tags =
        printed(&["material", "--as", "result-tags", "--unit", "document", "results.json"], &files);
    let heads =
        printed(&["material", "--escapes", "--turn", "2", "--start", "5", "results.json"], &files);
    insta::assert_snapshot!(format!("{tags}\n{heads}"));
}

#[test]
fn the_whole_prompt() {
    let args = ["prompt", "--unit", "line", "--grounding", "--escapes", "--for", "a.txt"];
    insta::assert_snapshot!(printed(&args, &[("a.txt", "One.\nTwo.\n")]));
}

#[test]
fn ids_stay_with_their_sources() {
    let material = |options: &Options, texts: &[&str]| -> Vec<String> {
        let sources: Vec<Source> = texts.iter().map(|text| source(None, text)).collect();
        written(&sources, options).items.into_iter().map(|item| item.id).collect()
    };
    let content = Options { ids: Ids::Content, unit: Unit::Document, ..Options::default() };
    let forth = material(&content, &["One.", "Two.", "One."]);
    let back = material(&content, &["Two.", "One."]);
    assert_eq!((&forth[0], &forth[1]), (&back[1], &back[0]));
    assert_eq!(forth[2], format!("{}-2", forth[0]));
    let turn = Options { turn: 1, start: Some(4), ..Options::default() };
    assert_eq!(material(&turn, &["a\n\nb", "c"]), ["turn1block4", "turn1block5", "turn1block6"]);
}

#[test]
fn unusable_input_is_reported() {
    Test::new()
        .file("a.txt", "A.\n")
        .args(["prompt", "--dialect", "numbered", "--ids", "turn", "--for", "a.txt"])
        .status(2)
        .stderr(
            "pincite: cannot use `--ids turn`: the dialect `numbered` cannot cite these ids\n\
             hint: use `number`\n",
        )
        .run();
    Test::new()
        .file("empty/.keep", "")
        .args(["material", "empty"])
        .status(2)
        .stderr(
            "pincite: empty holds no text files\n\
             pincite: cannot use empty: no citable text found\n",
        )
        .run();
    Test::new()
        .file("a.txt", "A.\n")
        .args(["material", "--as", "source-tags", "--source", "policy=a.txt"])
        .stdout("<source id=\"policy_block1\" name=\"a.txt\">\nA.\n</source>\n")
        .run();
}

/// Returns the rows of a file as the program reads them: `id: text` of each source.
fn rows_in(name: &str, content: &str, more: &[&str]) -> (String, String) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(name), content).unwrap();
    let args = ["material", "--as", "source-tags", name];
    let args: Vec<String> = args.iter().chain(more).map(|&it| it.to_owned()).collect();
    let output = run(dir.path(), &args, "");
    (output.stdout, output.stderr)
}

#[test]
fn rows_of_stores_and_tables_are_sources() {
    let rows = r#"[{"id": "a", "text": "Five days."}, {"id": "b", "text": "Six."}]"#;
    let lines = "{\"id\": \"a\", \"text\": \"Five days.\"}\n{\"id\": \"b\", \"text\": \"Six.\"}\n";
    let chroma = r#"{"ids": [["a", "b"]], "documents": [["Five days.", "Six."]], "metadatas": [[null, null]]}"#;
    let own = r#"[{"ref": "a", "words": "Five days."}, {"ref": "b", "words": "Six."}]"#;
    let (expected, _) = rows_in("rows.json", rows, &[]);
    assert!(expected.contains("Five days.") && !expected.contains('{'), "{expected}");
    let columns = ["--fields", "id=ref,text=words"];
    for (name, content, more) in [
        ("rows.jsonl", lines, &[][..]),
        ("chroma.json", chroma, &[]),
        ("rows.csv", "id,text\na,Five days.\nb,Six.\n", &[]),
        ("rows.tsv", "id\ttext\na\tFive days.\nb\tSix.\n", &[]),
        ("own.json", own, &columns),
        ("own.csv", "ref,words\na,Five days.\nb,\"Six.\"\n", &columns),
        (
            "own.jsonl",
            "{\"ref\":\"a\",\"words\":\"Five days.\"}\n{\"ref\":\"b\",\"words\":\"Six.\"}\n",
            &columns,
        ),
    ] {
        assert_eq!(rows_in(name, content, more), (expected.clone(), String::new()), "{name}");
    }
}

#[test]
fn a_list_that_is_not_understood_is_an_error() {
    let own = r#"[{"ref": "a", "words": "Five days."}]"#;
    for (name, content, more, why) in [
        ("own.json", own, &[][..], "a list of objects that is not known as one of sources"),
        (
            "own.jsonl",
            "{\"ref\":\"a\"}\n",
            &[],
            "a list of objects that is not known as one of sources",
        ),
        (
            "own.json",
            own,
            &["--fields", "text=chunk"],
            "row 1 has no column `chunk`; it has `ref` and `words`",
        ),
        ("own.csv", "ref,words\na,x\n", &["--fields", "text=chunk"], "row 1 has no column `chunk`"),
    ] {
        let (shown, message) = rows_in(name, content, more);
        assert!(
            shown.is_empty() && message.contains(why) && message.contains("--fields"),
            "{name}: {message}"
        );
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("own.json"), own).unwrap();
    std::fs::write(dir.path().join("a.md"), "Five days.[1]").unwrap();
    let args = ["show", "a.md", "own.json"].map(str::to_owned);
    assert_eq!(run(dir.path(), &args, "").status, 2);
    let named = ["show", "a.md", "--source", "1=own.json"].map(str::to_owned);
    assert_eq!(run(dir.path(), &named, "").status, 0);
    let columns = ["show", "a.md", "own.json", "--fields", "text=words"].map(str::to_owned);
    let shown = run(dir.path(), &columns, "");
    assert!(
        shown.stdout.contains("Five days.") && !shown.stdout.contains("ref"),
        "{}",
        shown.stdout
    );
}

#[test]
fn the_number_of_a_block_is_that_of_its_id() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.txt"), "One.\n\nTwo.\n").unwrap();
    std::fs::write(dir.path().join("b.txt"), "Three.\n\nFour.\n").unwrap();
    for (args, ids) in [
        (&[][..], ["block0", "block1", "block2", "block3"]),
        (&["--start", "7"], ["block7", "block8", "block9", "block10"]),
        (&["--ids", "number"], ["1", "2", "3", "4"]),
        (&["--ids", "name"], ["a_block1", "a_block2", "b_block1", "b_block2"]),
    ] {
        let own = ["material", "--escapes", "a.txt", "b.txt"];
        let args: Vec<String> = own.iter().chain(args).map(|&it| it.to_owned()).collect();
        let shown = run(dir.path(), &args, "").stdout;
        let found: Vec<(String, String)> = shown
            .split("Citation Marker: ")
            .skip(1)
            .map(|item| {
                let id = item.split("\\ue202").nth(1).unwrap().split("\\ue201").next().unwrap();
                let block = item.split("[Block").nth(1).unwrap().split(']').next().unwrap();
                (id.to_owned(), block.to_owned())
            })
            .collect();
        assert_eq!(found.len(), 4, "{shown}");
        for ((id, block), expected) in found.iter().zip(ids) {
            assert!(id.ends_with(expected) && id.ends_with(block.as_str()), "{id} over {block}");
        }
    }
}

#[test]
fn a_finding_names_the_line_of_the_file_that_holds_the_material() {
    for (arguments, mark) in [
        ("--dialect markers", "\u{e200}cite\u{e202}turn0block1\u{e201}"),
        ("--dialect numbered", "[2]"),
        ("--dialect lenticular --unit line", "【turn0file1†L3】"),
        ("--unit line --as source-tags --ids number", "[2]"),
    ] {
        let folder = Folder::new(&[
            ("docs/a.md", "# Ferries\n\nThe ferry leaves at eight.\n"),
            ("docs/b.md", "# Shops\n\nThe shop opens at nine.\n"),
        ]);
        let arguments = format!("prompt {arguments} --for docs/");
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        let prompt = run(folder.path(), &arguments, "").stdout;
        folder.write("prompt.txt", &prompt);
        folder.write("answer.md", &format!("The shop opens at ten. {mark}\n"));
        let output = folder.check("answer.md prompt.txt").stdout;
        let at = prompt.lines().position(|line| line.ends_with("The shop opens at nine."));
        let place = format!("--> prompt.txt:{}", at.unwrap() + 1);
        let found = output.lines().find(|line| line.contains("--> prompt.txt:")).unwrap();
        assert!(found == place || found.starts_with(&format!("{place}:")), "{output}");
    }
}
