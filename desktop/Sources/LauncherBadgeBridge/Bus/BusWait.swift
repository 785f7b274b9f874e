import AppGroup
import AppGroupPlatform

/// Waits for a session bus: for its socket to appear, and for increasing pauses to end, because some buses have no socket file
/// and some files appear unseen. A session in which no bus answers for a long time is over.
final class BusWait {
    private static let longestPause: Int32 = 60_000

    /// The watch for the socket's folder; `nil` if the bus has no socket file.
    private let watch: NewFileWatch?
    private var pause: Int32 = 1000
    /// The longest wait, in nanoseconds.
    private let patience: Int64
    /// When the wait began, in nanoseconds of the monotonic clock; `nil` once the bus has answered.
    private var start: Int64? = SystemClock.monotonicNanoseconds()

    /// The descriptor to wait for; -1 if there is none.
    var number: Int32 { watch?.number ?? -1 }

    /// - Parameter patience: The longest wait, in seconds.
    init(_ environment: ProcessEnvironment, patience: Int) {
        self.patience = Int64(patience) * 1_000_000_000
        watch = Self.socket(environment).flatMap { NewFileWatch(folder: Paths.parent(of: $0)) }
    }

    /// Begins to watch. Call it before each attempt to connect, so that no bus is missed in between.
    func arm() {
        if start == nil { start = SystemClock.monotonicNanoseconds() }
        watch?.start()
    }

    /// The time that is left to wait, in nanoseconds.
    private var left: Int64 { start.map { $0 + patience - SystemClock.monotonicNanoseconds() } ?? patience }

    /// When the longest wait is over, in microseconds of the monotonic clock; `nil` once the bus has answered.
    var deadline: UInt64? { start.map { UInt64($0 + patience) / 1000 } }

    /// Whether the longest wait is over.
    var hasGivenUp: Bool { left <= 0 }

    /// How long to wait for the watch, in milliseconds. Each pause is longer than the one before, except for the last.
    func nextPause() -> Int32 {
        defer { pause = min(pause * 2, Self.longestPause) }
        return min(pause, Int32(clamping: max(0, left) / 1_000_000 + 1))
    }

    /// Stops watching, because the bus has answered. The next wait begins with a short pause.
    func end() {
        pause = 1000
        start = nil
        watch?.stop()
    }

    /// Forgets the events of the watch.
    func drain() { watch?.drain() }

    /// The path of the bus's socket; `nil` if it has none.
    static func socket(_ environment: ProcessEnvironment) -> String? { environment.sessionBusSocket }
}
