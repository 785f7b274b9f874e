import AppGroup
import Testing

@testable import LauncherStore

@Suite("Reports of updates")
struct UpdateReportTests {
    private let here: ServerAddress
    private let there: ServerAddress

    init() throws { (here, there) = (try PlanValues.server("here"), try PlanValues.server("there")) }

    /// A catalog with “Rooms”. The user has one version of it.
    ///
    /// - Parameters:
    ///   - kept: The versions on the disk, the newest first.
    ///   - origin: Where it came from; `nil` for a file.
    private func rooms(
        _ versions: [String], installed version: String, kept: [String]? = nil, from origin: ServerAddress?,
        declined: [String] = []
    ) throws -> InstallPlan.Source {
        let catalog = try PlanValues.catalog(of: "Rooms", versions, at: here)
        let app = try PlanValues.app("Rooms", version, kept: kept)
        let entry = try PlanValues.entry(in: catalog, installed: app, from: origin, declined: declined)
        return try PlanValues.source(catalog, [entry])
    }

    private func report(
        _ sources: [InstallPlan.Source], passedOver: [CatalogEntry] = [], namesGroup: Bool = false,
        namesServer: Bool = false
    ) -> UpdateReport {
        UpdateReport(
            InstallPlan(sources: sources, leftOut: []), passedOver: passedOver, namesGroup: namesGroup,
            namesServer: namesServer)
    }

    /// The report on the apps of the first catalog, which the user named.
    private func namedReport(
        _ sources: InstallPlan.Source..., namesGroup: Bool = false, namesServer: Bool = false
    ) -> UpdateReport {
        let plan = InstallPlan(sources: sources, leftOut: [])
        return UpdateReport(
            plan, named: sources[0].view.entries,
            namesServers: plan.needsServer(namesGroup: namesGroup, namesServer: namesServer))
    }

    @Test("If every app has the newest release, everything is up to date, and nothing is told")
    func upToDate() throws {
        let report = report([try rooms(["1.0", "2.0"], installed: "2.0", from: here)])
        #expect(report.answers == ["Everything is up to date."] && report.sentences.isEmpty, "\(report)")
    }

    @Test("If a catalog is not the current one, it is not known whether everything is up to date")
    func unknown() throws {
        let catalog = try PlanValues.catalog(of: "Rooms", ["1.0"], at: here, isCurrent: false)
        let report = report([try PlanValues.source(catalog, [])])
        #expect(report.answers.isEmpty && report.sentences.isEmpty, "\(report)")
    }

    @Test("A release that is no longer offered is told in every format, even if the user named the app")
    func lostRelease() throws {
        let source = try rooms(["1.0"], installed: "2.0", from: here)
        let sentence =
            "Rooms 2.0 is no longer offered to you. It stays installed; to install 1.0 instead: launcher install "
            + "org.example.rooms"
        #expect(report([source]).sentences == [sentence] && report([source]).answers.isEmpty)
        let named = namedReport(source)
        #expect(named.answers.isEmpty && named.sentences == [sentence], "\(named)")
    }

    @Test("A release from which the user went back is told in other words than one that they did not choose")
    func declined() throws {
        let source = try rooms(["1.0", "2.0"], installed: "1.0", kept: ["2.0", "1.0"], from: here)
        let kept = report([source])
        #expect(
            kept.sentences == ["You went back from Rooms 2.0. To get it again: launcher update org.example.rooms"])
        let chosen = report([try rooms(["1.0", "2.0"], installed: "1.0", from: here, declined: ["2.0"])])
        #expect(
            chosen.sentences == [
                "You chose a release older than Rooms 2.0. To get 2.0: launcher update org.example.rooms"
            ])
        #expect(kept.answers.isEmpty && chosen.answers.isEmpty)
        #expect(namedReport(source).sentences == kept.sentences && namedReport(source).answers.isEmpty)
        let wanted = report([try rooms(["1.0", "2.0"], installed: "1.0", from: here)])
        #expect(wanted.answers.isEmpty && wanted.sentences.isEmpty, "\(wanted)")
    }

    @Test("Apps that a server no longer offers come first, even if the user named others")
    func lost() throws {
        let catalog = try PlanValues.catalog(of: "Rooms", ["1.0"], at: here)
        let entry = try PlanValues.entry(in: catalog, installed: PlanValues.app("Rooms", "2.0"), from: here)
        let source = try PlanValues.source(catalog, [entry], lost: [PlanValues.app("Tea", "1.0")])
        let sentence =
            "Tea (org.example.tea) is no longer offered to you. It stays installed; to remove it: launcher remove "
            + "org.example.tea"
        #expect(report([source]).sentences.first == sentence && report([source]).sentences.count == 2)
        #expect(namedReport(source).sentences == report([source]).sentences)
    }

    @Test("The command for missing files names the server if the user named a group or a server")
    func missing() throws {
        let catalog = try PlanValues.catalog(of: "Rooms", ["1.0"], at: here)
        let entry = try PlanValues.entry(in: catalog, installed: nil, from: here)
        let missing = MissingApp(app: try PlanValues.app("Rooms", "1.0"), origin: here)
        let source = try PlanValues.source(catalog, [entry], missing: [missing])
        let sentence =
            "The files of Rooms are missing or damaged. To install it again: launcher install org.example.rooms"
        #expect(report([source]).sentences == [sentence] && report([source]).answers.isEmpty)
        for narrowed in [report([source], namesGroup: true), report([source], namesServer: true)] {
            #expect(narrowed.sentences == ["\(sentence) --server https://here.example"])
        }
        let named = namedReport(source)
        #expect(
            named.answers == ["Rooms is not installed; to install it: launcher install org.example.rooms"]
                && named.sentences.isEmpty, "\(named)")
        for narrowed in [namedReport(source, namesGroup: true), namedReport(source, namesServer: true)] {
            #expect(narrowed.answers == named.answers.map { "\($0) --server https://here.example" })
        }
    }

    @Test("Nothing is told about missing files that another server may have, if the user named one server")
    func missingElsewhere() throws {
        let catalog = try PlanValues.catalog(of: "Tea", ["1.0"], at: here)
        let missing = MissingApp(app: try PlanValues.app("Rooms", "1.0"), origin: nil)
        let source = try PlanValues.source(catalog, [], missing: [missing])
        #expect(report([source]).sentences.first?.contains("none of your servers offers Rooms") == true)
        #expect(report([source], namesServer: true).sentences.isEmpty)
    }

    @Test("One app from elsewhere is named, with its server if there are several, and more are counted")
    func passedOver() throws {
        let rooms = try rooms(["1.0", "2.0"], installed: "1.0", from: nil)
        let catalog = try PlanValues.catalog(of: "Tea", ["2.0"], at: there)
        let tea = try PlanValues.entry(in: catalog, installed: PlanValues.app("Tea", "1.0"), from: here)
        let other = try PlanValues.source(catalog, [tea])
        let entries = rooms.view.entries
        let one = report([rooms], passedOver: entries)
        #expect(
            one.sentences == [
                "1 app from elsewhere has a newer release, Rooms; to take it: launcher update org.example.rooms --replace"
            ])
        let ofSeveral = report([rooms, other], passedOver: entries)
        #expect(
            ofSeveral.sentences.first?.hasSuffix("org.example.rooms --server https://here.example --replace") == true)
        let two = report([rooms, other], passedOver: entries + [tea])
        #expect(
            two.sentences == [
                "2 apps from elsewhere have newer releases; to list them: launcher catalog; to take one: launcher update NAME "
                    + "--replace"
            ])
        #expect(one.answers.isEmpty && ofSeveral.answers.isEmpty && two.answers.isEmpty)
        #expect(namedReport(rooms, other).sentences == ofSeveral.sentences)
        for narrowed in [
            report([rooms], passedOver: entries, namesServer: true), namedReport(rooms, namesServer: true),
            namedReport(rooms, namesGroup: true),
        ] {
            #expect(narrowed.sentences == ofSeveral.sentences)
        }
    }

    @Test("If the version of a named app is unknown, the report tells how to replace it and calls no release newer")
    func unknownVersion() throws {
        let catalog = try PlanValues.catalog(of: "Rooms", ["1.0", "2.0"], at: here)
        var app = try PlanValues.app("Rooms", "1.0")
        app.version = nil
        let entry = try PlanValues.entry(in: catalog, installed: app, from: there)
        let report = namedReport(try PlanValues.source(catalog, [entry]))
        #expect(
            report.sentences == [
                "The version of Rooms is not known; to replace it with 2.0: launcher update org.example.rooms --replace"
            ])
        #expect(report.answers.isEmpty)
    }

    @Test("A user who named an app gets an answer about it, even if other apps are declined, lost or lack files")
    func namedBesideOthers() throws {
        let rooms = try rooms(["1.0", "2.0"], installed: "2.0", from: here)
        let catalog = try PlanValues.catalog(of: "Tea", ["1.0", "2.0"], at: there)
        let tea = try PlanValues.entry(
            in: catalog, installed: PlanValues.app("Tea", "1.0"), from: there, declined: ["2.0"])
        let missing = MissingApp(app: try PlanValues.app("Ink", "1.0"), origin: there)
        let lost = try PlanValues.app("Maps", "1.0")
        let others = try PlanValues.source(catalog, [tea], lost: [lost], missing: [missing])
        let report = namedReport(rooms, others)
        #expect(report.answers == ["Rooms is up to date."] && report.sentences == [lost.lostSentence], "\(report)")
    }

    @Test("A named app from elsewhere can be replaced by an older release, and is up to date if it is the same")
    func namedFromElsewhere() throws {
        let newer = namedReport(try rooms(["1.0"], installed: "2.0", from: there))
        #expect(
            newer.answers == [
                "Rooms is not older than 1.0, which https://here.example has. To install that all the same: launcher install "
                    + "org.example.rooms --server https://here.example --replace"
            ])
        let same = namedReport(try rooms(["1.0", "2.0"], installed: "2.0", from: there))
        #expect(same.answers == ["Rooms is up to date."] && newer.sentences.isEmpty && same.sentences.isEmpty)
    }

    @Test("If the catalog of an app that the user named is not the current one, newer releases may exist")
    func namedInKnownCatalog() throws {
        let catalog = try PlanValues.catalog(of: "Rooms", ["1.0"], at: here, isCurrent: false)
        let entry = try PlanValues.entry(in: catalog, installed: PlanValues.app("Rooms", "1.0"), from: here)
        let report = namedReport(try PlanValues.source(catalog, [entry]))
        #expect(report.answers == ["No newer release of Rooms is known."], "\(report)")
    }
}
