import CoreMetrics
import Synchronization

/// Collects what is counted and measured, and writes it as Prometheus reads it
/// (prometheus.io/docs/instrumenting/exposition_formats, text format 0.0.4).
///
/// Names and labels are those of swift-metrics, with what Prometheus does not allow replaced by `_`. A family has at most
/// ``mostSeries`` series: whatever else is asked for is counted nowhere, so that nothing that is sent can take the memory.
final class PrometheusRegistry: MetricsFactory {
    private let families = Mutex<[String: MetricFamily]>([:])

    static let mostSeries = 2_000

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(of: label + "_total", .counter, dimensions) { CounterSeries() } ?? CounterSeries()
    }

    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(of: label + "_total", .counter, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(of: label, .gauge, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate {
            return series(of: label, .histogram, dimensions) { HistogramSeries(bounds: HistogramSeries.bytes) }
                ?? HistogramSeries(bounds: HistogramSeries.bytes)
        }
        return series(of: label, .gauge, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(of: label + "_seconds", .histogram, dimensions) { HistogramSeries(bounds: HistogramSeries.seconds) }
            ?? HistogramSeries(bounds: HistogramSeries.seconds)
    }

    // What was counted once stays: a counter of Prometheus never goes back.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// Everything, by name.
    func exposition() -> String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { $0.value.exposition(name: $0.key) }.joined()
    }

    private func series<Series: MetricSeries>(
        of label: String, _ kind: MetricFamily.Kind, _ dimensions: [(String, String)], make: () -> Series
    ) -> Series? {
        let labels = MetricFamily.labels(dimensions)
        return families.withLock { families in
            let name = MetricFamily.name(label)
            var family = families[name] ?? MetricFamily(kind: kind)
            guard family.kind == kind else { return nil }
            if let known = family.series[labels] { return known as? Series }
            guard family.series.count < Self.mostSeries else { return nil }
            let made = make()
            family.series[labels] = made
            families[name] = family
            return made
        }
    }
}
