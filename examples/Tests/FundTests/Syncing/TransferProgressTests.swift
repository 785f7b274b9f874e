import AppGroupText
import RemoteFiles
import Testing

@testable import fund

@Suite("The line that shows how far files are")
struct TransferProgressTests {
    private static let states: [TransferState] = [
        .done(name: "a"), .moving(45, of: 100), .moving(3_400_000, of: nil), .resuming, .waiting,
    ]

    @Test("The line has the files that move, and how many are done")
    func whole() {
        let names = ["a", "b\u{1B}", "c", "d", "e"]
        let line = TransferProgress.text(names, "fetched", Self.states, columns: 80)
        #expect(line.description == "1 of 5 fetched · b␛ 45 % · c 3.4 MB · d goes on")
    }

    @Test(
        "The line is cut where the terminal ends, even if its characters take two columns or none",
        arguments: ["基金費用", "report", "👩‍👩‍👧 e\u{301}"], [0, 1, 2, 25, 26, 40])
    func cut(name: String, columns: Int) {
        let names = Self.states.map { _ in name }
        let line = TransferProgress.text(names, "fetched", Self.states, columns: columns)
        #expect(line.width <= columns, "\(line)")
        #expect(columns == 0 ? line.description.isEmpty : line.description.hasSuffix("…"), "\(line)")
    }
}
