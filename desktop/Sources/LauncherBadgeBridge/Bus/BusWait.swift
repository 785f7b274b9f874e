import AppGroup
import AppGroupPlatform

/// Waits for a session bus: for its socket to appear, and because some buses have no socket file and some files appear
/// unseen, also for increasing pauses to end.
final class BusWait {
    private static let longestPause: Int32 = 60_000

    /// The watch for the socket's folder; `nil` if the bus has no socket file.
    private let watch: NewFileWatch?
    private var pause: Int32 = 1000

    /// The descriptor to wait for; -1 if there is none.
    var number: Int32 { watch?.number ?? -1 }

    init(_ environment: ProcessEnvironment) {
        watch = Self.socket(environment).flatMap { NewFileWatch(folder: Paths.parent(of: $0)) }
    }

    /// Begins to watch. Call it before each attempt to connect, so that no bus is missed in between.
    func arm() { watch?.start() }

    /// How long to wait for the watch, in milliseconds. Each pause is longer than the one before.
    func nextPause() -> Int32 {
        defer { pause = min(pause * 2, Self.longestPause) }
        return pause
    }

    /// Stops watching, because the bus is there. The next wait begins with a short pause.
    func end() {
        pause = 1000
        watch?.stop()
    }

    /// Forgets the events of the watch.
    func drain() { watch?.drain() }

    /// The path of the bus's socket; `nil` if it has none.
    static func socket(_ environment: ProcessEnvironment) -> String? { environment.sessionBusSocket }
}
