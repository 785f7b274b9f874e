import AppGroup
import Testing

@testable import LauncherStore

@Suite("Plans")
struct InstallPlanTests {
    /// The choice that a plan makes for “Rooms” if a server has version 2.0.
    private func choice(installed: AppRecord?, from origin: ServerAddress?) throws -> InstallPlan.Choice {
        let catalog = try PlanValues.catalog(of: "Rooms", ["1.0", "2.0"], at: PlanValues.server("here"))
        let entry = try PlanValues.entry(in: catalog, installed: installed, from: origin)
        return try InstallPlan(sources: [PlanValues.source(catalog, [entry])], leftOut: []).choice(
            "rooms", version: nil)
    }

    @Test("An app from another server is replaced only if the user agrees to a question that names both")
    func elsewhere() throws {
        let choice = try choice(installed: PlanValues.app("Rooms", "2.0"), from: PlanValues.server("there"))
        #expect(
            choice.question == "Rooms (org.example.rooms) came from https://there.example. Replace it with 2.0 from "
                + "https://here.example?")
        let refusal = #expect(throws: AppGroupError.self) { _ = try choice.order(isAgreed: false) }
        #expect(
            refusal?.description
                == "Rooms (org.example.rooms) came from https://there.example, so it is not replaced without "
                + "asking; to get it from https://here.example, add --replace.")
        #expect(refusal?.code == .appTaken)
        #expect(try choice.order(isAgreed: true).replacing)
    }

    @Test("An app from a file and one that was registered by hand are replaced only if the user agrees")
    func withoutServer() throws {
        let file = try choice(installed: PlanValues.app("Rooms", "1.0"), from: nil)
        #expect(file.question?.hasPrefix("Rooms (org.example.rooms) was installed from a file. Replace it") == true)
        let app = AppRecord(
            id: "org.example.rooms", name: "Rooms", launch: .terminal("/bin/true"),
            registered: Timestamp(milliseconds: 0))
        let byHand = try choice(installed: app, from: nil)
        #expect(byHand.question?.hasPrefix("Rooms (org.example.rooms) was registered by hand. Replace it") == true)
        for choice in [file, byHand] {
            #expect(throws: AppGroupError.self) { _ = try choice.order(isAgreed: false) }
        }
    }

    @Test("An app from another server is replaced only if the user agrees, even if its files are missing")
    func missingFromElsewhere() throws {
        let choice = try choice(installed: nil, from: PlanValues.server("there"))
        #expect(
            choice.question == "Rooms (org.example.rooms) came from https://there.example. Replace it with 2.0 from "
                + "https://here.example?")
        let refusal = #expect(throws: AppGroupError.self) { _ = try choice.order(isAgreed: false) }
        #expect(refusal?.code == .appTaken)
        #expect(try choice.order(isAgreed: true).replacing)
    }

    @Test("A new app, one of the same server, and one from a file with the very same bytes need no agreement")
    func unasked() throws {
        let here = try PlanValues.server("here")
        let choices = [
            try choice(installed: nil, from: nil), try choice(installed: PlanValues.app("Rooms", "1.0"), from: here),
            try choice(installed: PlanValues.app("Rooms", "2.0"), from: nil),
        ]
        #expect(choices.map(\.question) == [nil, nil, nil])
        #expect(try choices.map { try $0.order(isAgreed: false).replacing } == [false, false, true])
    }

    @Test("Without names, only apps of the server with the newer release are updated, and none whose user declined it")
    func updates() throws {
        let (here, there) = (try PlanValues.server("here"), try PlanValues.server("there"))
        func source(
            of name: String, installed: AppRecord?, from origin: ServerAddress?, declined: [String] = []
        ) throws -> InstallPlan.Source {
            let catalog = try PlanValues.catalog(of: name, ["1.0", "2.0"], at: here)
            let entry = try PlanValues.entry(in: catalog, installed: installed, from: origin, declined: declined)
            return try PlanValues.source(catalog, [entry])
        }
        let sources = [
            try source(of: "Rooms", installed: PlanValues.app("Rooms", "1.0"), from: here),
            try source(of: "Tea", installed: PlanValues.app("Tea", "2.0"), from: here),
            try source(of: "Ink", installed: PlanValues.app("Ink", "1.0"), from: there),
            try source(of: "Maps", installed: PlanValues.app("Maps", "1.0"), from: nil),
            try source(of: "Visa", installed: PlanValues.app("Visa", "1.0"), from: here, declined: ["2.0"]),
            try source(of: "Fund", installed: PlanValues.app("Fund", "1.0", kept: ["2.0", "1.0"]), from: here),
            try source(of: "Posters", installed: nil, from: nil),
        ]
        let updates = InstallPlan(sources: sources, leftOut: []).updates
        #expect(updates.map { "\($0.entry.package.name) \($0.release.name)" } == ["Rooms 2.0"])
        #expect(updates.map(\.replacing) == [false])
    }
}
