import Synchronization

/// A value that one thread at a time may use.
///
/// A class around a mutex, since a failed expectation looks into everything that it names, and must not look into a mutex.
package final class Guarded<Value: Sendable>: Sendable, CustomReflectable {
    private let mutex: Mutex<Value>

    package init(_ value: Value) { mutex = Mutex(value) }

    package var customMirror: Mirror { Mirror(self, children: ["value": value]) }

    /// The value, now.
    package var value: Value { mutex.withLock { $0 } }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try mutex.withLock { value in try body(&value) }
    }
}
