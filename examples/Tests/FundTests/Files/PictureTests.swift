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
