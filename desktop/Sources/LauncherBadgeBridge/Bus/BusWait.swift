import AppGroup
import AppGroupPlatform

/// Waits for a session bus: for its socket to appear, and for increasing pauses to end, because some buses have no socket file
/// and some files appear unseen. A session in which no bus answers for a long time is over.
final class BusWait {
    private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(60))

    /// The watch for the socket's folder; `nil` if the bus has no socket file.
    private let watch: NewFileWatch?
    private var pause = firstPause
    /// The longest wait.
    private let patience: Duration
    /// When the longest wait is over; never once the bus has answered.
    private(set) var deadline: Deadline

    /// The descriptor to wait for; -1 if there is none.
    var number: Int32 { watch?.number ?? -1 }

    /// - Parameter patience: The longest wait.
    init(_ environment: ProcessEnvironment, patience: Duration) {
        self.patience = patience
        deadline = Deadline(after: patience)
        watch = Self.socket(environment).flatMap { NewFileWatch(folder: Paths.parent(of: $0)) }
    }

    /// Begins to watch. Call it before each attempt to connect, so that no bus is missed in between.
    func arm() {
        if deadline == .never { deadline = Deadline(after: patience) }
        watch?.start()
    }

    /// Whether the longest wait is over.
    var hasGivenUp: Bool { deadline.hasPassed }

    /// How long to wait for the watch. Each pause is longer than the one before, except for the last.
    func nextPause() -> Duration {
        defer { pause = min(pause * 2, Self.longestPause) }
        return min(pause, deadline.rest)
    }

    /// Stops watching, because the bus has answered. The next wait begins with a short pause.
    func end() {
        pause = Self.firstPause
        deadline = .never
        watch?.stop()
    }

    /// Forgets the events of the watch.
    func drain() { watch?.drain() }

    /// The path of the bus's socket; `nil` if it has none.
    static func socket(_ environment: ProcessEnvironment) -> String? { environment.sessionBusSocket }
}
