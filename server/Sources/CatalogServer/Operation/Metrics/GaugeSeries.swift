import CoreMetrics
import Synchronization

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
