import TestSupport
import Testing

@testable import AppGroup

struct AppSearchTests {
    private static func app(
        _ name: AppName, id: AppID = "org.example.q", schemes: [URLScheme] = [], isHidden: Bool = false
    ) -> AppEntry {
        var record = AppRecord(
            id: id, name: name, launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
        record.preferences.isHidden = isHidden
        record.claims = schemes.map { AppRecord.SchemeClaim($0) }
        return AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
    }

    @Test(
        "An app matches in the best possible tier",
        arguments: [
            ("Mail", "mail", AppSearch.Tier.exact), ("Mail", " MAIL ", .exact), ("Mail", "ma", .prefix),
            ("Big Mail", "ma", .word), ("Big Mail", "mail big", .word), ("Mail", "ml", .fuzzy),
            ("Big Mail", "bgml", .fuzzy), ("Big Mail", "big x", nil), ("Mail", "mailx", nil), ("Mail", "", nil),
            ("Mail", "  ", nil), ("Übersicht", "über", .prefix), ("日本語", "本語", .fuzzy), ("Big-Mail", "mail", .word),
        ] as [(AppName, String, AppSearch.Tier?)])
    func tiers(name: AppName, typed: String, tier: AppSearch.Tier?) {
        #expect(AppSearch.tier(of: Self.app(name), for: typed) == tier)
    }

    @Test(
        "An app matches by its identifier and schemes as by its name",
        arguments: [
            ("org.example.reader", .exact), ("reader", .exact), ("rea", .prefix), ("feed", .exact), ("org.", nil),
        ] as [(String, AppSearch.Tier?)])
    func identity(typed: String, tier: AppSearch.Tier?) {
        let app = Self.app("News", id: "org.example.Reader", schemes: ["feed"])
        #expect(AppSearch.tier(of: app, for: typed) == tier)
    }

    @Test(
        "A letter is found without its marks, whatever its script, and however it is composed",
        arguments: [
            ("muller", "Café Müller"), ("CAFE", "Café Müller"), ("viet", "Việt Tin"), ("istanbul", "İstanbul"),
            ("ilik", "Ilık"), ("مهم", "مُهِمّ"), ("strasse", "Straße"), ("lodz", "Łódź"), ("smorrebrod", "Smørrebrød"),
            ("aether", "Æther"), ("dorde", "Đorđe"), ("счетчик", "Счётчик"), ("αθηνα", "Αθήνα"),
            ("cafe\u{301}", "Cafe"), ("café", "CAFE\u{301}"), ("שלום", "שָׁלוֹם"), ("か\u{3099}く", "がく"),
        ] as [(String, AppName)])
    func marks(typed: String, name: AppName) {
        #expect(AppQuery.matches(typed, in: [Self.app(name)]).map(\.name) == [name])
        #expect(AppSearch([Self.app(name)]).matches(typed).map(\.name) == [name])
    }

    @Test(
        "A mark that is a vowel, or makes another letter, is never left out",
        arguments: [
            ("कु", "कमल"), ("कुमार", "कमार"), ("กี่", "กา"), ("ไม้", "ไมค์"), ("か\u{3099}く", "かく"), ("がく", "かく"),
        ] as [(String, AppName)])
    func vowels(typed: String, name: AppName) {
        #expect(AppQuery.matches(typed, in: [Self.app(name)]).isEmpty)
        #expect(AppSearch([Self.app(name)]).matches(typed).isEmpty)
    }

    @Test("A name that matches with its marks comes before one that matches only without")
    func marksFirst() {
        let names: [AppName] = ["Resume", "Resumes", "My resume", "Résumé", "Résumés", "My résumé"]
        let search = AppSearch(names.map { Self.app($0) })
        #expect(search.matches("é").map(\.name).last == "My resume")
        #expect(
            search.matches("résumé").map(\.name)
                == ["Résumé", "Résumés", "My résumé", "Resume", "Resumes", "My resume"])
        #expect(
            search.matches("resume").map(\.name)
                == ["Resume", "Resumes", "My resume", "Résumé", "Résumés", "My résumé"])
        #expect(AppQuery.matches("é", in: ["E-mail", "Élan"].map { Self.app($0) }).map(\.name) == ["Élan"])
        #expect(
            AppQuery.matches("müller", in: ["Muller", "Müller GmbH"].map { Self.app($0) }).map(\.name) == [
                "Müller GmbH"
            ])
        #expect(AppQuery.matches("muller", in: ["Emuller", "Müller"].map { Self.app($0) }).map(\.name) == ["Müller"])
    }

    @Test("A mark alone finds nothing", arguments: ["\u{301}", "\u{64F}"])
    func onlyMark(typed: String) {
        #expect(AppSearch([Self.app("Cafe"), Self.app("Café")]).matches(typed).isEmpty)
        #expect(AppQuery.matches(typed, in: [Self.app("Cafe"), Self.app("Café")]).isEmpty)
    }

    /// Apps with the last segments of their identifiers, and with names in another language.
    private static let translated: [(AppID, AppName, [URLScheme])] = [
        ("org.example.inbox-old", "Inbox-Archiv", []), ("org.example.inbox", "Posteingang", ["mail"]),
        ("org.example.mail", "Briefe", []), ("org.example.post", "Mail-Zähler", []),
        ("org.example.x", "Briefmarken", ["briefe"]),
    ]

    @Test(
        "A command and a menu understand the same words in the same way",
        arguments: [
            ("inbox", ["Posteingang"]), ("archiv inbox", ["Inbox-Archiv"]), ("inb", ["Inbox-Archiv", "Posteingang"]),
            ("mail", ["Posteingang"]), ("briefe", ["Briefe"]), ("post", ["Mail-Zähler"]),
            ("brief", ["Briefe", "Briefmarken"]),
            ("org.example.mail", ["Briefe"]), ("zahl", ["Mail-Zähler"]), ("zähl", ["Mail-Zähler"]),
            ("  INBOX ", ["Posteingang"]),
        ] as [(String, [AppName])])
    func agreement(typed: String, names: [AppName]) {
        let apps = Self.translated.map { Self.app($0.1, id: $0.0, schemes: $0.2) }
        #expect(AppQuery.matches(typed, in: apps).map(\.name) == names)
        #expect(TieredSearch(apps, terms: SearchTerms.init).tiers(typed).first?.map(\.name) == names)
    }

    @Test("The whole name of a hidden app is kept only from parts of other names, and only if that is wanted")
    func keptName() {
        let apps = [Self.app("Müller", isHidden: true), Self.app("Müllers Bar"), Self.app("Frau Müller")]
        #expect(AppQuery.matches("müller", in: apps).map(\.name) == ["Müllers Bar"])
        for typed in ["müller", "muller"] {
            #expect(AppQuery.matches(typed, in: apps) { _ in true }.map(\.name) == ["Müller"])
        }
        let other = Self.app("Muller")
        #expect(AppQuery.matches("muller", in: apps + [other]) { _ in true }.map(\.name) == ["Muller"])
        #expect(AppQuery.matches("müller", in: apps + [other]) { _ in true }.map(\.name) == ["Müller"])
    }

    @Test("A name that begins with a space, or contains two, is found by what it is")
    func spaces() {
        let apps = ["A  B", " C", "A B C"].map { Self.app($0) }
        #expect(AppQuery.matches("a  b", in: apps).map(\.name) == ["A  B"])
        #expect(AppQuery.matches(" c", in: apps).map(\.name) == [" C"])
    }

    @Test("Exact comes before prefix, word and fuzzy, and the given order decides among equals")
    func order() {
        let names: [AppName] = ["T e a", "Green tea", "Teapot", "Iced tea", "Tea", "Teabag", "Coffee"]
        let search = AppSearch(names.map { Self.app($0) })
        #expect(search.matches("tea").map(\.name) == ["Tea", "Teapot", "Teabag", "Green tea", "Iced tea", "T e a"])
        #expect(search.matches("").map(\.name) == names)
    }

    @Test(
        "Any part of a name or identifier finds an app, in whole characters and whatever form its accents have",
        arguments: [
            ("ading l", true), ("ADING", true), ("example.RE", true), ("caf\u{E9}", true), ("cafe\u{301}", true),
            ("caf", true), ("cafe", true), ("list, cafe", true), ("lists", false), ("ist", true),
            ("Reading lists", false),
        ])
    func parts(typed: String, isFound: Bool) {
        let app = Self.app("Reading list, cafe\u{301}", id: "org.example.reader")
        #expect(AppQuery.matches(typed, in: [app]).map(\.name) == (isFound ? [app.name] : []))
    }
}
