import AppGroupPlatform
import TestSupport
import Testing

@Suite("Turns of processes")
struct ProcessTurnTests {
    @Test("A turn lasts until it is ended, and the next one knows whether it had to wait")
    func ends() throws {
        let folder = try TemporaryFolder("turn")
        defer { withExtendedLifetime(folder) {} }
        let path = "\(folder.path)/lock"
        let first = try #require(try ProcessTurn(tryAt: path))
        #expect(try ProcessTurn(tryAt: path) == nil)
        #expect(try ProcessTurn.wait(at: path, patience: .zero) == nil)
        let second = try #require(try ProcessTurn.wait(at: path, patience: .seconds(600)) { first.end() })
        #expect(!first.hasWaited && second.hasWaited)
        #expect(try ProcessTurn(tryAt: path) == nil)
        second.end()
        let third = try #require(try ProcessTurn.wait(at: path, patience: .zero))
        #expect(!third.hasWaited)
    }
}
