//! Invented facts: what a source says, and three ways in which an answer says it again.

/// Facts about one subject, with what else its documents say.
#[derive(Debug)]
pub(crate) struct Domain {
    pub(crate) name: &'static str,
    /// True if its sentences follow one another without a blank.
    pub(crate) unspaced: bool,
    pub(crate) slots: &'static [(&'static str, &'static [&'static str])],
    pub(crate) facts: &'static [Fact],
    /// Sentences that say nothing of the facts but speak of the same things.
    pub(crate) fillers: &'static [&'static str],
}

/// One fact. Words in braces are slots of its domain.
#[derive(Debug)]
pub(crate) struct Fact {
    /// The words of the source; an answer's copy has the same.
    pub(crate) source: &'static str,
    /// Reordered, inflected, some synonyms.
    pub(crate) light: &'static str,
    /// Reworded: names and numbers are kept, most other words are not.
    pub(crate) heavy: &'static str,
}

pub(crate) const fn fact(source: &'static str, light: &'static str, heavy: &'static str) -> Fact {
    Fact { source, light, heavy }
}

pub(crate) const DOMAINS: &[Domain] = &[
    Domain {
        name: "rules of work",
        unspaced: false,
        slots: &[
            ("city", &["Lisbon", "Tampere", "Graz", "Porto", "Malmö", "Leeds", "Utrecht", "Brno"]),
            ("n", &["3", "5", "7", "12", "14", "21", "30", "45"]),
            ("m", &["2", "4", "6", "9", "18", "24", "36", "60"]),
            ("group", &["engineers", "nurses", "drivers", "apprentices", "managers", "cleaners"]),
            ("month", &["January", "March", "April", "June", "September", "November"]),
            ("sum", &["250", "400", "1,200", "1,800", "2,500", "75"]),
        ],
        facts: &[
            fact(
                "Employees in {city} may carry over up to {n} days of annual leave until the end of {month}.",
                "Up to {n} days of leave can be carried over to the end of {month} by employees of the {city} office.",
                "If you work in {city}, you can take {n} unused vacation days with you, but they lapse after {month}.",
            ),
            fact(
                "Remote work from abroad is limited to {n} days a year and needs the approval of the head of {group}.",
                "Working remotely from abroad needs an approval by the head of {group} and is limited to {n} days per year.",
                "You can log in from another country for no more than {n} days annually, once whoever leads the {group} has agreed.",
            ),
            fact(
                "The notice period for {group} with more than {m} months of service is {n} days.",
                "{group} who have served more than {m} months have a notice period of {n} days.",
                "After {m} months on the job, {group} must be told {n} days ahead before the employer lets them go.",
            ),
            fact(
                "Travel costs of {group} are reimbursed within {n} days when receipts are filed by e-mail.",
                "When they file their receipts by e-mail, {group} have travel costs reimbursed in {n} days.",
                "Send in your tickets electronically and, for {group}, the trip is paid back {n} days later at the latest.",
            ),
            fact(
                "New {group} in {city} receive an equipment allowance of {sum} euros after {m} weeks.",
                "After {m} weeks an allowance of {sum} euros for equipment is paid to new {group} at {city}.",
                "Once {m} weeks have passed, {city} hands {group} who just joined {sum} euros to spend on a desk and screen.",
            ),
            fact(
                "A sick note from a doctor is required for {group} from the fourth day of absence.",
                "From the fourth day of absence on, {group} are required to bring a doctor's note.",
                "Anyone among the {group} who stays home ill for longer than three days has to prove it with a medical certificate.",
            ),
        ],
        fillers: &[
            "The works council of {city} meets on the first Monday of every month.",
            "Leave is requested in the portal and confirmed by the direct superior.",
            "Questions about travel are answered by the office in {city}.",
            "The rules for {group} are reviewed every {m} months.",
            "Approval is given in writing and kept in the personnel file.",
            "Absence without notice has to be explained on the day of return.",
            "A yearly talk takes place between {group} and their head in {month}.",
            "The canteen in {city} is open to guests of {group}.",
            "Equipment stays the property of the employer.",
            "Training days do not count as annual leave.",
            "Receipts are kept for ten years.",
            "Working time is recorded to the minute in {city}.",
        ],
    },
    Domain {
        name: "products",
        unspaced: false,
        slots: &[
            (
                "model",
                &[
                    "Kestrel 4",
                    "Orla Mini",
                    "Tundra X2",
                    "Vireo 700",
                    "Sable Pro",
                    "Finch 12",
                    "Heron S",
                ],
            ),
            ("n", &["4", "6", "8", "10", "12", "16", "20", "32"]),
            ("m", &["90", "120", "150", "240", "350", "480", "600", "800"]),
            ("temp", &["-10", "-20", "40", "45", "55", "60", "70"]),
            ("part", &["filter", "pump", "fan", "display", "hinge", "gasket", "nozzle"]),
            ("dec", &["1.4", "2.7", "3.2", "5.5", "7.9", "12.5"]),
        ],
        facts: &[
            fact(
                "The battery of the {model} lasts {n} hours in continuous use and charges in {m} minutes.",
                "In continuous use the {model} has a battery that lasts for {n} hours; charging takes {m} minutes.",
                "You get about {n} hours out of the {model} on one charge, and it is full again after {m} minutes at the socket.",
            ),
            fact(
                "The {part} of the {model} must be replaced after {m} operating hours.",
                "After {m} hours of operation the {model} needs a replacement of its {part}.",
                "Plan to swap the {part} on a {model} once it has been running for {m} hours.",
            ),
            fact(
                "The {model} weighs {dec} kg and withstands temperatures of up to {temp} degrees.",
                "Temperatures up to {temp} degrees are withstood by the {model}, which weighs {dec} kg.",
                "At {dec} kg the {model} is light to carry, and heat does it no harm below {temp} degrees.",
            ),
            fact(
                "Cleaning the {part} with alcohol voids the warranty.",
                "The warranty is void if the {part} is cleaned with alcohol.",
                "Wipe the {part} with spirits and you lose your guarantee.",
            ),
            fact(
                "Up to {n} units of the {model} can be connected to one controller by cable.",
                "One controller can be connected by cable with up to {n} {model} units.",
                "A single control box drives at most {n} of the {model} when they are wired together.",
            ),
        ],
        fillers: &[
            "The {model} is delivered with a cable and a short manual.",
            "The {part} is available as a spare part.",
            "The housing of the {model} is made of recycled aluminium.",
            "A lamp shows that the battery is being charged.",
            "The warranty runs for two years from delivery.",
            "The controller of the {model} is updated over the network.",
            "Do not open the housing while the unit is in operation.",
            "The {part} is checked at the factory for {n} minutes.",
            "Colours of the {model} may differ from the picture.",
            "Noise was measured at a distance of one metre.",
            "Weight is given without packaging.",
        ],
    },
    Domain {
        name: "science",
        unspaced: false,
        slots: &[
            (
                "who",
                &["Okafor", "Lindqvist", "Marchetti", "Tanaka", "Dubois", "Hernandez", "Novak"],
            ),
            ("n", &["24", "38", "56", "112", "240", "318", "1,040", "2,300"]),
            ("pc", &["4", "9", "11", "17", "23", "34", "41", "62"]),
            (
                "species",
                &["barley", "mussels", "zebrafish", "clover", "honeybees", "salmon", "lichen"],
            ),
            ("drug", &["veralutide", "osprecin", "talmiride", "coravex", "benzotril"]),
            ("year", &["2009", "2012", "2015", "2018", "2021", "2023"]),
        ],
        facts: &[
            fact(
                "{who} et al. found that growth of {species} fell by {pc} percent under higher salinity.",
                "Under a higher salinity the growth of {species} was found to fall by {pc} percent ({who} et al.).",
                "Saltier water slowed down {species}: {who} reports that they grew {pc} percent less.",
            ),
            fact(
                "The trial of {drug} enrolled {n} patients between {year} and the following spring.",
                "{n} patients were enrolled in the {drug} trial from {year} to the spring that followed.",
                "Starting in {year}, a total of {n} people were recruited to test {drug}.",
            ),
            fact(
                "Treatment with {drug} reduced the rate of relapse from {pc} percent to half of it within a year.",
                "Within a year, relapse rates were reduced from {pc} percent to half of it by {drug} treatment.",
                "Of those given {drug}, only half as many got ill again; without it, {pc} percent did.",
            ),
            fact(
                "No effect of light on {species} was observed in the control group of {n} samples.",
                "In a control group of {n} samples, light had no observable effect on {species}.",
                "How bright it was made no difference to {species}, judging by the {n} untreated specimens.",
            ),
            fact(
                "{who} measured the temperature of the sediment at {n} stations in {year}.",
                "The sediment temperature was measured by {who} in {year} at {n} stations.",
                "How warm the sea floor gets was recorded in {year} by {who}, who visited {n} sites.",
            ),
        ],
        fillers: &[
            "The samples of {species} were stored at four degrees.",
            "{who} thanks two anonymous reviewers.",
            "Further trials of {drug} are needed to confirm the effect.",
            "Growth was measured once a week with callipers.",
            "The control group received a placebo.",
            "Light was provided by lamps with a spectrum close to daylight.",
            "Patients gave their written consent.",
            "Data of {year} were left out because a station failed.",
            "Salinity was adjusted with sea salt.",
            "The rate of {species} in the catch varied between stations.",
            "{who} and {who2} disagree on the cause.",
        ],
    },
    Domain {
        name: "finance",
        unspaced: false,
        slots: &[
            ("segment", &["Logistics", "Packaging", "Retail", "Marine", "Optics", "Textiles"]),
            ("amt", &["12.4", "38.9", "57.0", "103.6", "210.2", "415.8", "8.3"]),
            ("pc", &["2.1", "3.8", "5.5", "7.4", "9.9", "12.6", "18.0"]),
            ("year", &["2019", "2020", "2021", "2022", "2023", "2024"]),
            ("quarter", &["first", "second", "third", "fourth"]),
            ("country", &["Poland", "Chile", "Vietnam", "Kenya", "Portugal", "Canada"]),
        ],
        facts: &[
            fact(
                "Revenue of the {segment} segment rose by {pc} percent to {amt} million euros in {year}.",
                "In {year} the {segment} segment's revenues were up {pc} percent at {amt} million euros.",
                "{segment} sold more in {year}: {amt} million euros, a gain of {pc} percent on the year before.",
            ),
            fact(
                "The Group closed its plant in {country} and recorded impairments of {amt} million euros.",
                "Impairments of {amt} million euros were recorded when the plant in {country} was closed by the Group.",
                "Shutting the factory in {country} cost the company {amt} million euros in write-downs.",
            ),
            fact(
                "Operating margin in {segment} declined to {pc} percent because of higher freight rates.",
                "Because freight rates were higher, the operating margin of {segment} declined to {pc} percent.",
                "More expensive shipping squeezed {segment}, which kept only {pc} percent of its sales as profit.",
            ),
            fact(
                "Net debt stood at {amt} million euros at the end of the {quarter} quarter of {year}.",
                "At the end of {year}'s {quarter} quarter there was net debt of {amt} million euros.",
                "When the {quarter} quarter of {year} was over, the company still owed {amt} million euros after cash.",
            ),
            fact(
                "The board proposes a dividend of {pc} euros per share for {year}.",
                "For {year}, a dividend per share of {pc} euros is proposed by the board.",
                "Shareholders are to be paid {pc} euros for each share they hold, going by the {year} results.",
            ),
        ],
        fillers: &[
            "The {segment} segment employs staff in {country}.",
            "Revenue is recognised when control passes to the customer.",
            "Figures for {year} were restated.",
            "Freight rates remained volatile in the {quarter} quarter.",
            "The board met seven times during the year.",
            "Net debt does not include leases.",
            "The operating margin is not a measure under the standards.",
            "{country} is an important market for {segment}.",
            "Impairments are tested once a year.",
            "The share is listed in Frankfurt.",
            "Orders in {segment} developed as expected.",
        ],
    },
    Domain {
        name: "code and logs",
        unspaced: false,
        slots: &[
            ("svc", &["ledgerd", "gatekeeper", "mailroom", "indexer", "scheduler", "vaultsync"]),
            ("key", &["max_retries", "idle_timeout", "batch_size", "pool_limit", "cache_ttl"]),
            ("n", &["3", "8", "16", "25", "64", "100", "256", "512"]),
            ("port", &["5432", "7070", "8081", "8443", "9092", "9300"]),
            ("code", &["E104", "E219", "E330", "E417", "E508", "E611"]),
            ("ver", &["1.8", "2.3", "2.11", "3.0", "4.2", "5.1"]),
        ],
        facts: &[
            fact(
                "The default of `{key}` in {svc} is {n}; larger values are refused at startup.",
                "In {svc} the default value of `{key}` is {n}, and values larger than that are refused when starting.",
                "Unless you set `{key}` yourself, {svc} uses {n} and will not boot with anything above it.",
            ),
            fact(
                "{svc} listens on port {port} and accepts connections from the local network only.",
                "Only connections from the local network are accepted by {svc}, listening on port {port}.",
                "You can reach {svc} at {port}, though not from outside your own subnet.",
            ),
            fact(
                "Error {code} means that {svc} could not acquire the lock within {n} seconds.",
                "{svc} reports error {code} if the lock cannot be acquired in {n} seconds.",
                "When you see {code}, {svc} has waited {n} seconds for somebody else to let go.",
            ),
            fact(
                "Since version {ver} the {svc} service writes its log to standard error.",
                "The log of the {svc} service is written to standard error since version {ver}.",
                "From {ver} onwards, {svc} no longer logs into a file but to stderr.",
            ),
            fact(
                "Setting `{key}` to zero disables the limit and is meant for tests.",
                "`{key}` can be set to zero, which disables the limit; this is meant for tests.",
                "There is no upper bound when `{key}` is zero, something you should only do while testing.",
            ),
        ],
        fillers: &[
            "The {svc} service is restarted by the supervisor.",
            "A change of `{key}` needs a reload.",
            "Connections are closed when the peer does not answer.",
            "Error {code} is harmless in most cases.",
            "Logs are rotated at midnight.",
            "See the section on {svc} for its metrics.",
            "The lock file lies next to the socket.",
            "Version {ver} needs a migration of the tables.",
            "Values are read from the environment first.",
            "The {svc} service and {svc2} share one database.",
            "Port numbers can be changed in the settings.",
        ],
    },
    Domain {
        name: "contracts",
        unspaced: false,
        slots: &[
            (
                "party",
                &["Brightwater Ltd", "Halden AG", "Corvus Labs", "Meridian Foods", "Tessera GmbH"],
            ),
            ("n", &["5", "10", "15", "20", "30", "45", "60", "90"]),
            ("pc", &["0.5", "1.5", "2", "3", "8", "12"]),
            ("sum", &["10,000", "25,000", "50,000", "150,000", "500,000", "2,000,000"]),
            ("thing", &["invoices", "samples", "drawings", "licences", "reports", "containers"]),
            ("place", &["Rotterdam", "Vienna", "Dublin", "Zurich", "Tallinn", "Bergen"]),
        ],
        facts: &[
            fact(
                "{party} shall pay {thing} within {n} days of receipt; late payments bear interest of {pc} percent a month.",
                "{thing} shall be paid by {party} within {n} days after receipt, and late payment bears {pc} percent interest a month.",
                "{party} has {n} days to settle {thing}, after which {pc} percent is added every month.",
            ),
            fact(
                "The liability of {party} is limited to {sum} euros in each contract year.",
                "In each contract year the liability of {party} shall be limited to {sum} euros.",
                "However much goes wrong, {party} never has to pay more than {sum} euros over twelve months.",
            ),
            fact(
                "Disputes between the parties are settled by arbitration in {place} under a sole arbitrator.",
                "Arbitration in {place} before a sole arbitrator settles disputes of the parties.",
                "If they fall out, one person sitting in {place} decides instead of a court.",
            ),
            fact(
                "Either party may terminate the agreement with {n} days of notice if delivery of {thing} is delayed.",
                "If the delivery of {thing} is delayed, the agreement may be terminated by either party with a notice of {n} days.",
                "Late {thing} allow both sides to walk away, provided they say so {n} days beforehand.",
            ),
            fact(
                "{party} keeps the {thing} confidential for {n} months after the end of the agreement.",
                "For {n} months after the agreement has ended, {party} is to keep the {thing} confidential.",
                "Even once the deal is over, {party} must not show the {thing} to anybody for another {n} months.",
            ),
        ],
        fillers: &[
            "{party} has its seat in {place}.",
            "Amendments of this agreement are made in writing.",
            "Delivery of {thing} takes place during office hours.",
            "Notice is given by registered letter.",
            "The annexes are part of the agreement.",
            "Payments are made in euros.",
            "The parties name a contact in {place} each.",
            "Interest is calculated by calendar days.",
            "{party} insures the {thing} at its own cost.",
            "Liability for intent remains unaffected.",
            "Titles of sections serve convenience only.",
        ],
    },
    Domain {
        name: "news",
        unspaced: false,
        slots: &[
            ("town", &["Harwick", "Dunmore", "Eastvale", "Port Ellis", "Silverton", "Marlow Bay"]),
            (
                "who",
                &["Amara Singh", "Joan Pritchard", "Luis Ortega", "Peter Voss", "Mia Halloran"],
            ),
            ("n", &["6", "11", "14", "27", "85", "130", "420", "1,600"]),
            ("sum", &["1.2", "3.5", "4.8", "9", "14.5", "22"]),
            ("build", &["library", "bridge", "stadium", "harbour", "museum", "clinic"]),
            ("day", &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]),
        ],
        facts: &[
            fact(
                "The council of {town} voted on {day} to rebuild the {build} for {sum} million pounds.",
                "On {day} {town}'s council voted for rebuilding the {build} at {sum} million pounds.",
                "{town} will get a new {build} after all: {sum} million pounds were granted in a ballot held on {day}.",
            ),
            fact(
                "Mayor {who} said that {n} homes were still without power on {day} evening.",
                "{n} homes still had no power on {day} evening, said mayor {who}.",
                "According to {who}, {n} households sat in the dark as {day} drew to a close.",
            ),
            fact(
                "The fire at the {build} in {town} injured {n} people, none of them seriously.",
                "{n} people were injured in the fire at the {town} {build}, none of them seriously.",
                "{n} visitors got away with light wounds when the {build} of {town} burned.",
            ),
            fact(
                "{who} won the race in {town} ahead of {n} other runners.",
                "In {town} the race was won by {who}, ahead of {n} other runners.",
                "{n} athletes came in behind {who}, who was the fastest through {town}.",
            ),
            fact(
                "Visitors of the {build} will pay no admission on the last {day} of each month.",
                "No admission has to be paid by visitors of the {build} on each month's last {day}.",
                "Getting into the {build} is free once a month, always on the final {day}.",
            ),
        ],
        fillers: &[
            "The {build} of {town} was built a century ago.",
            "Rain is expected in {town} on {day}.",
            "{who} was not available for comment.",
            "The council of {town} meets again next month.",
            "Tickets for the race are sold at the {build}.",
            "Residents of {town} complained about the noise.",
            "The mayor opened the fair on {day}.",
            "Police asked drivers to avoid the {build}.",
            "A spokesman for {town} praised the helpers.",
            "{who} has lived in {town} since childhood.",
            "Power lines near the {build} will be replaced.",
        ],
    },
];
