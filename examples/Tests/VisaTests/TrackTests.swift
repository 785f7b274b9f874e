import ExamplesTestSupport
import Foundation
import Testing

@Suite("visa track and untrack")
struct TrackTests {
    private let person: Person
    private let source = "https://example.org/list.pdf"

    init() throws { person = try Person() }

    @Test("A number can be added and removed with its digits grouped in any way")
    func spaces() throws {
        #expect(try person.visa("track", "210", "0000 0000", "--source", source, "--label", "Anna").status == 0)
        #expect(try person.status().applications.map(\.number) == ["21000000000"])
        #expect(try person.status("2100\u{A0}000 0000").applications.map(\.label) == ["Anna"])
        #expect(try person.visa("untrack", "2100000", "0000").errors == "visa: 21000000000 is no longer tracked.\n")
        let none = try person.visa("status", "--format", "json")
        #expect(none.status == 66 && none.output == #"{"version":1,"applications":[]}"# + "\n", "\(none.output)")
        let table = try person.visa("status")
        #expect(table.status == 66 && table.output.isEmpty && table.errors.contains("visa track"))
    }

    @Test("Missing options are taken from the number added last")
    func defaults() throws {
        try person.track("12345678", "--source", source, "--preset", "ireland")
        try person.track("23456789")
        #expect(try person.status().applications.map(\.source) == [source, source])
        #expect(try person.visa("track", "21000000000").status == 64)
    }

    @Test("Adding a number again keeps what is known about it")
    func again() throws {
        try person.track("21000000000", "--source", source, "--label", "Anna")
        try person.track("21000000001", "--source", "https://example.org/other.pdf")
        try person.track("21000000000", "--label", "Bert")
        let applications = try person.status().applications
        #expect(applications.map(\.label) == [nil, "Bert"])
        #expect(applications.map(\.source) == ["https://example.org/other.pdf", source])
    }

    @Test(
        "Invalid arguments are refused with status 64",
        arguments: [
            (["2100000000"], #"2100000000 does not have the form 2\d{10}. Is it mistyped?"#),
            (["21000000000", "--pattern", "[0-9]{4}"], "21000000000 does not have the form [0-9]{4}"),
            (["21000000000", "--pattern", "("], "“(” is not a regular expression."),
            (["21000000000", "--source", "ftp://example.org/x"], "“ftp://example.org/x” is not an address"),
            (["21000000000", "--source", "https:///x"], "“https:///x” is not an address"),
            (["21000000000", "--service", "https://example.org/"], "“https://example.org/” is not an address"),
            (["21000000000", "--columns", "1,1"], "“1,1” is not a list of columns"),
            (["21000000000", "--columns", "0,2"], "“0,2” is not a list of columns"),
            (["21000000000", "--source", "https://anna:secret@example.org/x.pdf"], "visa stores no passwords"),
            (["21000000000", "--service", "https://anna@example.org/{number}"], "visa stores no passwords"),
            (["OAM-1/DP-2024"], "For another table, use --preset or --pattern."),
            (["abc"], "“abc” is not the number of an application."),
            (["21000000000", "--preset", "london", "--pattern", "2"], "--preset or --pattern, not both"),
        ])
    func refuses(arguments: [String], sentence: String) throws {
        let result = try person.visa.run(["track"] + arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains(sentence))
        #expect(!FileManager.default.fileExists(atPath: person.state.path))
    }

    @Test("An empty text removes a service, a source and a label")
    func removesOptions() throws {
        let service = "https://example.org/{number}"
        try person.track("21000000000", "--source", source, "--service", service, "--label", "Anna")
        try person.track("21000000000", "--label", "", "--source", "")
        var application = try person.status().applications[0]
        #expect(application.label == nil && application.source == nil)
        try person.track("21000000000", "--source", source, "--service", "")
        application = try person.status().applications[0]
        #expect(application.source == source)
        #expect(try !String(contentsOf: person.state, encoding: .utf8).contains(service))
        #expect(try person.visa("track", "21000000000", "--source", "").status == 64)
    }

    @Test("A state file that is a link stays one, and the file that it leads to is changed", arguments: [true, false])
    func linkedState(isRelative: Bool) throws {
        try person.track("21000000000", "--source", source)
        let kept = person.home.appending(path: "kept.json")
        try FileManager.default.moveItem(at: person.state, to: kept)
        try FileManager.default.createSymbolicLink(
            atPath: person.state.path, withDestinationPath: isRelative ? "../../kept.json" : kept.path)
        try person.track("21000000001")
        #expect(try person.status().applications.count == 2)
        #expect(try String(contentsOf: kept, encoding: .utf8).contains("21000000001"))
        let attributes = try FileManager.default.attributesOfItem(atPath: person.state.path)
        #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
        // A link may lead to a file that doesn't exist yet.
        try FileManager.default.removeItem(at: kept)
        try person.track("21000000002", "--source", source)
        #expect(try String(contentsOf: kept, encoding: .utf8).contains("21000000002"))
    }

    @Test("A change of a linked state file deletes what killed changes have left more than a day before")
    func draftsOfLinkedState() throws {
        try person.track("21000000000", "--source", source)
        let kept = person.home.appending(path: "kept.json")
        try FileManager.default.moveItem(at: person.state, to: kept)
        try FileManager.default.createSymbolicLink(at: person.state, withDestinationURL: kept)
        let drafts = ["0123456789abcdef", "fedcba9876543210"].map { "\(kept.path).\($0).new" }
        for draft in drafts { try Data("state".utf8).write(to: URL(filePath: draft)) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(-2 * 86_400)], ofItemAtPath: drafts[0])
        try person.track("21000000001")
        #expect(drafts.map { FileManager.default.fileExists(atPath: $0) } == [false, true])
    }

    @Test("A folder in the place of the state file is reported")
    func folderAsState() throws {
        try FileManager.default.createDirectory(at: person.state, withIntermediateDirectories: true)
        let result = try person.visa("status")
        #expect(result.status == 74)
        #expect(result.errors == "visa: \(person.state.path) is not a regular file.\n")
    }

    @Test("A number without a source or service is refused")
    func source64() throws {
        let result = try person.visa("track", "21000000000")
        #expect(result.status == 64)
        #expect(result.errors == "visa: Say where the table is published: --source URL\n")
    }

    @Test("No number is lost if many processes add numbers at once")
    func manyProcesses() throws {
        try person.track("21000000000", "--source", source)
        let processes = try (1...20).map { index in
            try person.start("track", String(21_000_000_000 + index))
        }
        for process in processes { #expect(try process.result().ending == .exit(0)) }
        #expect(Set(try person.status().applications.map(\.number)).count == 21)
    }

    @Test(
        "A state file that is damaged or from a newer version stays unchanged",
        arguments: ["{", "[]", #"{"version":2}"#])
    func damaged(text: String) throws {
        try person.track("21000000000", "--source", source)
        try Data(text.utf8).write(to: person.state)
        for arguments in [["track", "21000000001", "--source", source], ["status"], ["update"]] {
            let result = try person.visa.run(arguments)
            #expect(result.status == 65)
            #expect(result.errors.contains(person.state.path))
        }
        #expect(try String(contentsOf: person.state, encoding: .utf8) == text)
    }

    @Test("The state file and the cache are closed to other users")
    func permissions() throws {
        try person.track("21000000000", "--source", source)
        for (path, mode) in [("data/visa", 0o700), ("data/visa/state.json", 0o600), ("cache/visa", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: person.home.appending(path: path).path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }
}
