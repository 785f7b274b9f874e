import Logging
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

struct RefusalLogTests {
    @Test func `Every refused request is counted, and a flood gets few lines and the number of the others`() {
        let lines = Guarded<[String]>([])
        let (log, logger) = (RefusalLog(), Logger(into: lines))
        let (error, start) = (ServiceError(.headersTooLarge, "Too long."), ContinuousClock.now)
        for _ in 0..<1000 { log.record(error, from: "192.0.2.7", at: start, in: logger) }
        #expect(lines.withLock { $0.count } == RefusalLog.mostLines)
        log.record(ServiceError(.malformed, "No HTTP."), from: nil, at: start + .seconds(61), in: logger)
        log.record(error, from: "192.0.2.7", at: start + .seconds(62), in: logger)
        let last = lines.withLock { Array($0.suffix(2)) }
        #expect(last.count == 2 && last[0].contains(#""omitted":990"#) && !last[1].contains("omitted"), "\(last)")
        #expect(
            log.exposition == """
                # TYPE http_server_refused_requests_total counter
                http_server_refused_requests_total{status="400"} 1
                http_server_refused_requests_total{status="431"} 1001

                """)
    }
}
