import AppGroupPlatform
import AppGroupText
public import CoreMetrics
import Synchronization

/// Collects metrics, and writes them in the text format of Prometheus, version 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats).
///
/// Names and labels are those of swift-metrics; characters that Prometheus does not allow become `_`. A metric has at most
/// ``mostSeries`` series. Further ones are not counted, so that no client can exhaust the memory.
public final class PrometheusRegistry: MetricsFactory {
    private let families = Mutex<[String: MetricFamily]>([:])

    static let mostSeries = 2_000

    /// A registry without metrics.
    public init() {}

    /// A number that only increases; its name gets the ending `_total`.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(of: label + "_total", .counter, dimensions) { CounterSeries() } ?? CounterSeries()
    }

    /// A number that only increases; its name gets the ending `_total`.
    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
        -> any FloatingPointCounterHandler
    {
        series(of: label + "_total", .counter, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    /// A number that goes up and down.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(of: label, .gauge, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    /// A distribution of sizes, or a number that goes up and down.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate {
            return series(of: label, .histogram, dimensions) { HistogramSeries(bounds: HistogramSeries.bytes) }
                ?? HistogramSeries(bounds: HistogramSeries.bytes)
        }
        return series(of: label, .gauge, dimensions) { GaugeSeries() } ?? GaugeSeries()
    }

    /// A distribution of durations; its name gets the ending `_seconds`.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(of: label + "_seconds", .histogram, dimensions) { HistogramSeries(bounds: HistogramSeries.seconds) }
            ?? HistogramSeries(bounds: HistogramSeries.seconds)
    }

    // Series stay: a counter of Prometheus never decreases.
    /// Does nothing.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing.
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// All metrics, ordered by name.
    public func exposition() -> String {
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

/// All series of one metric.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    let kind: Kind
    /// By their labels, as ``labels(_:)`` writes them.
    var series: [String: any MetricSeries] = [:]

    init(kind: Kind) { self.kind = kind }

    func exposition(name: String) -> String {
        let lines = series.sorted { $0.key < $1.key }.flatMap { $0.value.lines(name: name, labels: $0.key) }
        return (["# TYPE \(name) \(kind.rawValue)"] + lines).joined(separator: "\n") + "\n"
    }

    /// The name in the syntax of Prometheus: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
    static func name(_ label: String) -> String {
        let name = String(String.UnicodeScalarView(label.unicodeScalars.map { isAllowed($0) ? $0 : "_" }))
        return name.first?.isNumber ?? true ? "_" + name : name
    }

    /// `name="value",…` without braces, ordered by name.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.sorted { $0.0 < $1.0 }.map { "\(name($0.0))=\"\(escaped($0.1))\"" }.joined(separator: ",")
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) || scalar == "_"
            || scalar == ":"
    }

    private static func escaped(_ value: String) -> String {
        value.escaping(["\\": "\\\\", "\"": "\\\"", "\n": "\\n"])
    }
}

/// One series of a metric.
protocol MetricSeries: AnyObject, Sendable {
    /// - Parameter labels: As ``MetricFamily/labels(_:)`` writes them.
    func lines(name: String, labels: String) -> [String]
}

extension MetricSeries {
    func line(_ name: String, _ labels: String, _ value: String) -> String {
        labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)"
    }
}

/// Metrics of the process, under the names that Prometheus's own libraries use.
public enum ProcessMetrics {
    /// In the text format.
    public static func exposition() -> String {
        guard let bytes = ThisProcess.residentBytes else { return "" }
        return """
            # TYPE process_resident_memory_bytes gauge
            process_resident_memory_bytes \(bytes)

            """
    }
}
