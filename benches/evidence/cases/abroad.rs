//! The same in German, Chinese and Japanese.

use super::facts::{Domain, Fact};

const fn fact(source: &'static str, light: &'static str, heavy: &'static str) -> Fact {
    Fact { source, light, heavy }
}

pub(crate) const ABROAD: &[Domain] = &[
    Domain {
        name: "German",
        unspaced: false,
        slots: &[
            ("ort", &["Lübeck", "Kassel", "Passau", "Erfurt", "Siegen", "Potsdam"]),
            ("n", &["3", "7", "10", "14", "21", "28", "45"]),
            ("eur", &["12,50", "35", "48,90", "120", "260", "1.400"]),
            ("gerät", &["Waschmaschine", "Heizung", "Klingel", "Lüftung", "Pumpe", "Antenne"]),
            ("wer", &["Mieter", "Gäste", "Lehrlinge", "Vereine", "Händler"]),
        ],
        facts: &[
            fact(
                "Die Kündigungsfrist für {wer} in {ort} beträgt {n} Tage zum Monatsende.",
                "Für {wer} gilt in {ort} eine Kündigungsfrist von {n} Tagen zum Ende des Monats.",
                "Wer als {wer} in {ort} aussteigen will, muss das {n} Tage vor dem Monatsletzten sagen.",
            ),
            fact(
                "Die Wartung der {gerät} kostet {eur} Euro und wird alle {n} Monate durchgeführt.",
                "Alle {n} Monate wird die {gerät} gewartet, die Kosten betragen {eur} Euro.",
                "Für {eur} Euro sieht sich ein Techniker die {gerät} an, und zwar im Abstand von {n} Monaten.",
            ),
            fact(
                "{wer} erhalten bei einer Störung der {gerät} eine Gutschrift von {eur} Euro.",
                "Bei Störungen der {gerät} wird {wer}n eine Gutschrift über {eur} Euro erteilt.",
                "Fällt die {gerät} aus, bekommen {wer} {eur} Euro zurück.",
            ),
            fact(
                "In {ort} ist das Grillen auf dem Balkon an höchstens {n} Abenden im Jahr gestattet.",
                "Auf Balkonen in {ort} darf an höchstens {n} Abenden jährlich gegrillt werden.",
                "Würstchen draußen zubereiten geht in {ort} nur {n} Mal innerhalb von zwölf Monaten.",
            ),
            fact(
                "Die Kaution für {wer} ist auf {eur} Euro begrenzt und binnen {n} Wochen zurückzuzahlen.",
                "Auf {eur} Euro ist die Kaution der {wer} begrenzt, sie ist in {n} Wochen zurückzuzahlen.",
                "Mehr als {eur} Euro Sicherheit darf von {wer} niemand verlangen; {n} Wochen später muss das Geld wieder da sein.",
            ),
        ],
        fillers: &[
            "Die Verwaltung in {ort} ist montags geschlossen.",
            "Schäden an der {gerät} sind sofort zu melden.",
            "Für {wer} liegt ein Merkblatt im Büro aus.",
            "Die Treppe wird einmal in der Woche gereinigt.",
            "Der Balkon darf nicht verändert werden.",
            "Die Kosten werden einmal im Jahr abgerechnet.",
            "Eine Gutschrift verfällt nach drei Jahren.",
            "Der Hof in {ort} ist kein Parkplatz.",
            "Die {gerät} steht im Keller.",
            "Kündigungen bedürfen der Schriftform.",
            "{wer} und Besucher benutzen den Eingang an der Straße.",
        ],
    },
    Domain {
        name: "Chinese",
        unspaced: true,
        slots: &[
            ("城", &["苏州", "兰州", "厦门", "昆明", "哈尔滨", "桂林"]),
            ("n", &["3", "5", "7", "15", "30", "45", "60"]),
            ("元", &["80", "150", "360", "500", "1200", "2600"]),
            ("物", &["空调", "显示器", "耳机", "洗衣机", "键盘", "路由器"]),
            ("人", &["学生", "教师", "会员", "司机", "老人"]),
        ],
        facts: &[
            fact(
                "{城}分店的{物}在购买后{n}天内可以无理由退货。",
                "在{城}分店购买的{物}，{n}天内可以退货，无需理由。",
                "{城}的顾客买了{物}不满意，{n}天之内都能退。",
            ),
            fact(
                "{人}办理年卡需要缴纳{元}元，有效期为{n}个月。",
                "年卡有效期为{n}个月，{人}办理时缴纳{元}元。",
                "{人}只要付{元}元就能用上{n}个月的卡。",
            ),
            fact(
                "{物}的维修费用不超过{元}元，通常{n}个工作日内完成。",
                "维修{物}通常需要{n}个工作日，费用不超过{元}元。",
                "修一台{物}最多花{元}元，等{n}个工作日就好。",
            ),
            fact(
                "{城}每年向{人}发放{元}元的交通补贴。",
                "{人}每年可获得{城}发放的交通补贴{元}元。",
                "住在{城}的{人}坐车有优惠，一年能拿到{元}元。",
            ),
            fact(
                "{人}借用{物}须提前{n}天提出书面申请。",
                "借用{物}的{人}须在{n}天前书面申请。",
                "想用{物}的话，{人}要早{n}天写好单子交上去。",
            ),
        ],
        fillers: &[
            "{城}分店的营业时间为上午九点至晚上八点。",
            "{物}的说明书可以在网站下载。",
            "{人}请携带有效证件。",
            "退货时请保留原始包装和发票。",
            "年卡遗失后可以补办一次。",
            "维修期间不提供备用设备。",
            "交通补贴不能转让给他人。",
            "{城}的客服中心设在火车站附近。",
            "申请由主管部门审核。",
            "{物}的颜色以实物为准。",
        ],
    },
    Domain {
        name: "Japanese",
        unspaced: true,
        slots: &[
            ("町", &["金沢", "長崎", "函館", "松山", "仙台", "奈良"]),
            ("n", &["2", "5", "7", "10", "14", "30", "90"]),
            ("円", &["300", "800", "1500", "2400", "5000", "12000"]),
            ("品", &["自転車", "カメラ", "車いす", "傘", "会議室", "ロッカー"]),
            ("人", &["会員", "学生", "高齢者", "旅行者", "保護者"]),
        ],
        facts: &[
            fact(
                "{町}では{品}の貸し出しは一回につき{円}円で、{n}日間まで利用できます。",
                "{品}は{町}で一回{円}円、{n}日間まで貸し出しを利用できます。",
                "{町}にお越しの方は、{円}円払えば{品}を{n}日借りられます。",
            ),
            fact(
                "{人}の登録料は{円}円で、{n}日以内に支払う必要があります。",
                "登録料{円}円は、{人}が{n}日以内に支払う必要があります。",
                "{人}になるには{円}円かかり、期限は{n}日です。",
            ),
            fact(
                "{品}の予約は利用日の{n}日前までに取り消せば料金がかかりません。",
                "利用日の{n}日前までなら、{品}の予約を無料で取り消せます。",
                "{品}を使わないと決めたら、{n}日前までに連絡すればお金は取られません。",
            ),
            fact(
                "{町}の{人}は入場料が{円}円割引になります。",
                "入場料は{町}の{人}なら{円}円割引です。",
                "{町}に住む{人}なら、{円}円安く入れます。",
            ),
            fact(
                "{品}を壊した{人}は修理代として{円}円を負担します。",
                "修理代{円}円は、{品}を壊した{人}の負担です。",
                "{人}が{品}を駄目にしたら、{円}円を弁償しなければなりません。",
            ),
        ],
        fillers: &[
            "{町}の窓口は午前九時に開きます。",
            "{品}の置き場所は入口の右側です。",
            "{人}の方は証明書をお持ちください。",
            "予約は電話でも受け付けています。",
            "料金は現金でお支払いください。",
            "修理の間は別の品をお使いいただけます。",
            "{町}の案内所では地図を配っています。",
            "入場は閉館の三十分前までです。",
            "{品}は毎週点検しています。",
            "登録の内容はいつでも変更できます。",
        ],
    },
];

/// A clause that says only half of what its sentence does: the text before it, the clause, the
/// line it cites rightly, and a line that has more of its words.
pub(crate) const CLAUSES: &[[&str; 4]] = &[
    [
        "The refund goes to your card within five working days",
        "counted from the scan of the parcel",
        "The five working days for cards start with that scan, not with the e-mail.",
        "The refund is late: first ask which day the parcel was scanned in.",
    ],
    [
        "The permit is valid for two years",
        "starting on the day of issue",
        "Validity runs from the date printed on the permit.",
        "On the day of issue the office is closed at noon, and the day starts late.",
    ],
    [
        "The sensor was calibrated twice",
        "once before every series of measurements",
        "Calibration precedes a series and is repeated at its end.",
        "Measurements of the first series were lost once the disk had failed.",
    ],
    [
        "Late filings cost forty euros",
        "unless the delay was caused by the post",
        "Postal delays are excused if the stamp proves them.",
        "The post caused a delay of the annual report, and the delay was noted.",
    ],
    [
        "The cache is emptied at midnight",
        "provided that no job is running",
        "Clean-up waits while jobs are active.",
        "A job that is running late is provided with a second worker.",
    ],
    [
        "Members enter for free",
        "as long as they show their card",
        "Without a card at the door everybody pays, members too.",
        "Show the card of the shop to collect points as long as stocks last.",
    ],
    [
        "The subsidy covers half of the cost",
        "up to the ceiling set by the region",
        "A regional maximum applies to each subsidy.",
        "The ceiling of the hall was set up by craftsmen of the region.",
    ],
    [
        "The vaccine is kept cold",
        "even during transport to the clinics",
        "The cold chain is not interrupted on the way to a clinic.",
        "Transport to the clinics takes two days during winter.",
    ],
];
