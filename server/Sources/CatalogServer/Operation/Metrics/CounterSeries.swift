import CoreMetrics
import Synchronization

/// A number that only grows.
final class CounterSeries: CounterHandler, MetricSeries {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) { value.wrappingAdd(max(0, amount), ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }

    func lines(name: String, labels: String) -> [String] {
        [line(name, labels, "\(value.load(ordering: .relaxed))")]
    }
}
