//! Quotes in scripts without blanks and in scripts written from right to left.

use pincite::evidence::texts::Texts;

use super::cases::{Case, Expected};

/// A passage, and quotes of it with what their answer should be.
struct Passage {
    script: &'static str,
    text: &'static str,
    honest: &'static [&'static str],
    dishonest: &'static [&'static str],
}

const PASSAGES: &[Passage] = &[
    Passage {
        script: "chinese",
        text: "员工每周可以在家工作三天。经理应在五个工作日内答复申请,但试用期员工不得远程办公。\n公司\
               不承担家庭网络费用,除非事先书面同意。",
        honest: &[
            "员工每周可以在家工作三天",
            "员工每周可以在家工作三天。经理应在五个工作日内答复申请，但试用期员工不得远程办公",
            "员工 每周 可以\n在家工作三天",
            "员工每周可以……在五个工作日内答复申请",
        ],
        dishonest: &[
            "员工每周可以在家工作五天",
            "试用期员工可以远程办公",
            "公司承担家庭网络费用,除非事先书面同意",
            "员工……三天……申请……费用",
            "试用期员工……得远程办公。公司承担",
        ],
    },
    Passage {
        script: "japanese",
        text: "従業員は週に三日まで在宅で勤務できる。管理者は五営業日以内に申請へ回答する。試用期間中の\
               従業員は在宅勤務を行うことができない。",
        honest: &[
            "従業員は週に三日まで在宅で勤務できる",
            "管理者は五営業日以内に申請へ回答する",
            "従業員は週に三日まで[…]勤務できる。管理者は五営業日以内に",
        ],
        dishonest: &[
            "従業員は週に五日まで在宅で勤務できる",
            "試用期間中の従業員は在宅勤務を行うことができる",
            "管理者は十営業日以内に申請へ回答する",
        ],
    },
    Passage {
        script: "arabic",
        text: "يجوز للموظفين العمل من المنزل ثلاثة أيام في الأسبوع بعد موافقة المدير. لا يجوز للموظفين \
               الجدد العمل عن بعد خلال فترة التجربة، ويجب على المدير الرد على الطلب خلال خمسة أيام.",
        honest: &[
            "يجوز للموظفين العمل من المنزل ثلاثة أيام في الأسبوع",
            "يَجوز للموظفين العَمَل من المنزل ثلاثة أيام",
            "يجوز للموظفين العمل من المنزل … بعد موافقة المدير",
            "يجب على المدير الرد على الطلب خلال خمسة أيام",
        ],
        dishonest: &[
            "يجوز للموظفين العمل من المنزل خمسة أيام في الأسبوع",
            "يجوز للموظفين القدامى العمل عن بعد خلال فترة التجربة",
            "يجوز ... العمل ... التجربة ... المدير",
        ],
    },
    Passage {
        script: "hebrew",
        text: "עובדים רשאים לעבוד מהבית שלושה ימים בשבוע באישור המנהל. עובדים חדשים אינם רשאים לעבוד \
               מרחוק בתקופת הניסיון, ודו\"ח חודשי יוגש למנכ\"ל החברה.",
        honest: &[
            "עובדים רשאים לעבוד מהבית שלושה ימים בשבוע",
            "ודו״ח חודשי יוגש למנכ״ל החברה",
            "עובדים רשאים לעבוד … בשבוע באישור המנהל",
        ],
        dishonest: &[
            "עובדים רשאים לעבוד מהבית חמישה ימים בשבוע",
            "עובדים חדשים רשאים לעבוד מרחוק בתקופת הניסיון",
        ],
    },
];

/// One document a passage, and its cases.
pub(super) fn cases() -> (Texts, Vec<Case>) {
    let texts = Texts::of(PASSAGES.iter().map(|passage| Some(passage.text.to_owned())));
    let all = PASSAGES.iter().enumerate();
    let cases = all.flat_map(|(document, passage)| {
        let case = move |quote: &&str, kind: &str, expected| {
            let mode = format!("{}_{kind}", passage.script);
            Case { mode, expected, document, quote: (*quote).to_owned() }
        };
        let honest = passage.honest.iter().map(move |q| case(q, "honest", Expected::Found));
        let dishonest =
            passage.dishonest.iter().map(move |q| case(q, "dishonest", Expected::Warned));
        honest.chain(dishonest)
    });
    (texts, cases.collect())
}
