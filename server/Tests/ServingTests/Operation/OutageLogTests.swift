import Logging
import Serving
import ServerTestSupport
import TestSupport
import Testing

struct OutageLogTests {
    private struct Broken: Error {}

    private let lines = Guarded([String]())

    private var outages: OutageLog {
        OutageLog(Logger(into: lines), broken: "The map can't be made", mended: "The map can be made again")
    }

    @Test func `The log names an outage once when it begins and once when it ends, and then the next one`() {
        let outages = outages
        outages.worked()
        #expect(lines.value.isEmpty)
        for _ in 0..<2 {
            for _ in 0..<3 { outages.failed(Broken()) }
            for _ in 0..<3 { outages.worked() }
        }
        #expect(lines.value.map { $0.contains("can't be made") } == [true, false, true, false], "\(lines.value)")
        #expect(lines.value.map { $0.contains("Broken()") } == [true, false, true, false], "\(lines.value)")
    }

    @Test func `An attempt tells what it returns and whether it failed, but not that it was canceled`() async {
        let outages = outages
        #expect(await outages.attempt { 1 } == 1)
        #expect(await outages.attempt { () throws -> Int in throw CancellationError() } == nil)
        #expect(lines.value.isEmpty)
        #expect(await outages.attempt { () throws -> Int in throw Broken() } == nil)
        #expect(await outages.attempt { () throws -> Int in throw CancellationError() } == nil)
        #expect(lines.value.count == 1, "\(lines.value)")
        #expect(await outages.attempt { 2 } == 2)
        #expect(lines.value.count == 2, "\(lines.value)")
    }
}
