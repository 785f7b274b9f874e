import Foundation
import TestSupport
import Testing

@Suite("Pictures of files")
struct PictureTests {
    /// - Parameter programs: Scripts of the shell that stand for the programs that draw.
    private static func investor(_ programs: [String: String]) async throws -> Investor {
        let anna = try Investor(programs: programs)
        try await anna.succeed("new", "Equity")
        return anna
    }

    @Test("A part of a picture, which a program leaves if it fails, is not kept for other programs")
    func partOfPicture() async throws {
        let anna = try await Self.investor([
            "rsvg-convert": """
            while [ "$1" != -o ]; do shift; done
            printf '\\211PNG\\r\\n\\032\\n%32s' '' > "$2"
            exit 1
            """
        ])
        try anna.write("<svg/>", to: "data/fund/Equity/a.svg")
        let result = try await anna.fund("preview", "--picture", "a.svg")
        #expect(result.ending == .exit(69) && result.errors.contains("No picture of Equity/a.svg can"), "\(result)")
        let pictures = anna.home.appending(path: "cache/thumbnails/normal").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: pictures).isEmpty)
    }

    @Test("After a signal to end, fund preview doesn't wait for the program that draws")
    func signalWhileDrawing() async throws {
        let anna = try await Self.investor([
            "rsvg-convert": """
            kill -TERM "$PPID"
            for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 1; done
            touch "$HOME/waited"
            """
        ])
        try anna.write("<svg/>", to: "data/fund/Equity/a.svg")
        let result = try await anna.fund("preview", "--picture", "a.svg")
        #expect(result.ending == .signal(SIGTERM), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: anna.home.appending(path: "waited").path))
    }

    @Test("After its terminal is closed, fund preview deletes the text of a document, even if it is told twice")
    func closedTerminal() async throws {
        let anna = try await Self.investor([
            "soffice": """
            while [ "$1" != --outdir ]; do shift; done
            echo text > "$2/report.pdf"
            kill -HUP "$PPID"
            kill -HUP "$PPID"
            """
        ])
        try anna.write("a document", to: "data/fund/Equity/report.docx")
        let temporary = anna.home.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
        // The program would inherit it if the tests ignore the signal, as under nohup.
        let result = try await anna.shell(
            "exec env --default-signal=HUP \"$fund\" preview --picture Equity/report.docx", ["TMPDIR": temporary.path])
        #expect(result.ending == .signal(SIGHUP), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }
}
