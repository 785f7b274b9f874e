import CoreMetrics
import Testing

@testable import Serving

struct PrometheusRegistryTests {
    @Test func `Counters, gauges and histograms are written in the text format of Prometheus`() {
        let registry = PrometheusRegistry()
        let counter = registry.makeCounter(label: "http.requests", dimensions: [("status", "200"), ("method", "GET")])
        counter.increment(by: 2)
        registry.makeCounter(label: "http.requests", dimensions: [("method", "GET"), ("status", "200")]).increment(
            by: 1)
        registry.makeMeter(label: "active", dimensions: []).set(2.5)
        let timer = registry.makeTimer(label: "wait", dimensions: [])
        for nanoseconds in [400_000, 3_000_000, 3_000_000_000_000] as [Int64] { timer.recordNanoseconds(nanoseconds) }
        let lines = registry.exposition().split(separator: "\n").map(String.init)
        #expect(
            lines.filter { !$0.contains("_bucket") } == [
                "# TYPE active gauge", "active 2.5",
                "# TYPE http_requests_total counter", #"http_requests_total{method="GET",status="200"} 3"#,
                "# TYPE wait_seconds histogram", "wait_seconds_sum 3000.0034", "wait_seconds_count 3",
            ])
        #expect(lines.contains(#"wait_seconds_bucket{le="0.0005"} 1"#))
        #expect(lines.contains(#"wait_seconds_bucket{le="0.005"} 2"#))
        #expect(lines.contains(#"wait_seconds_bucket{le="+Inf"} 3"#))
    }

    @Test func `A label with quotes or line breaks is escaped`() {
        let registry = PrometheusRegistry()
        registry.makeCounter(label: "1 bad\nname", dimensions: [("a b", "x\"\n} 9\n\\")]).increment(by: 1)
        #expect(
            registry.exposition()
                == "# TYPE _1_bad_name_total counter\n_1_bad_name_total{a_b=\"x\\\"\\n} 9\\n\\\\\"} 1\n")
    }

    @Test func `The number of series is limited, however many labels come`() {
        let registry = PrometheusRegistry()
        for number in 0..<10_000 { registry.makeCounter(label: "x", dimensions: [("n", "\(number)")]).increment(by: 1) }
        #expect(registry.exposition().split(separator: "\n").count == PrometheusRegistry.mostSeries + 1)
    }

    @Test func `A metric keeps the kind with which it was first made`() {
        let registry = PrometheusRegistry()
        registry.makeMeter(label: "x_total", dimensions: []).set(1.0)
        registry.makeCounter(label: "x", dimensions: []).increment(by: 1)
        #expect(registry.exposition() == "# TYPE x_total gauge\nx_total 1.0\n")
    }
}
