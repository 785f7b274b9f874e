import TestSupport
import Testing

@testable import AppGroup

struct AppSearchTests {
    private static func app(_ name: AppName, id: AppID = "org.example.q", schemes: [URLScheme] = []) -> AppEntry {
        var record = AppRecord(
            id: id, name: name, launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
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

    @Test("Exact comes before prefix, word and fuzzy, and the given order decides within a tier")
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
            ("caf", true), ("cafe", false), ("lists", false), ("ist", true), ("Reading lists", false),
        ])
    func parts(typed: String, isFound: Bool) {
        let app = Self.app("Reading list, cafe\u{301}", id: "org.example.reader")
        #expect(AppQuery.matches(typed, in: [app]).map(\.name) == (isFound ? [app.name] : []))
    }
}
