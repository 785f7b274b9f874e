import CoreMetrics
import Synchronization

/// A number that only increases.
final class CounterSeries: CounterHandler, MetricSeries {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) { value.wrappingAdd(max(0, amount), ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }

    func lines(name: String, labels: String) -> [String] {
        [line(name, labels, "\(value.load(ordering: .relaxed))")]
    }
}

/// A number that goes up and down.
final class GaugeSeries: MeterHandler, RecorderHandler, FloatingPointCounterHandler, MetricSeries {
    private let value = Mutex(0.0)

    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func record(_ number: Int64) { set(Double(number)) }
    func record(_ number: Double) { set(number) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func reset() { set(0.0) }

    func lines(name: String, labels: String) -> [String] { [line(name, labels, "\(value.withLock { $0 })")] }
}

/// A distribution of durations or sizes, in fixed buckets.
final class HistogramSeries: TimerHandler, RecorderHandler, MetricSeries {
    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
    static let bytes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// - Parameter bounds: The upper bounds of the buckets, ascending. A further bucket takes the rest.
    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let step = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[step] += 1
            state.sum += value
        }
    }

    func lines(name: String, labels: String) -> [String] {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        var lines: [String] = []
        for (count, bound) in zip(counts, bounds.map { "\($0)" } + ["+Inf"]) {
            total += count
            lines.append(line(name + "_bucket", labels + (labels.isEmpty ? "" : ",") + "le=\"\(bound)\"", "\(total)"))
        }
        return lines + [line(name + "_sum", labels, "\(sum)"), line(name + "_count", labels, "\(total)")]
    }
}
