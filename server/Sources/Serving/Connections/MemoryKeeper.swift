import AppGroupPlatform
public import ServiceLifecycle

/// Gives memory back to the system after connections took much of it. The C library keeps what was freed; without this, one busy
/// minute would occupy memory for as long as the server runs.
public struct MemoryKeeper: Service {
    private let tally: ConnectionTally

    static let interval = Duration.seconds(2)

    /// - Parameter tally: Knows how much memory connections took.
    public init(tally: ConnectionTally) { self.tally = tally }

    /// Gives memory back until the server stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var ebb = MemoryEbb()
            await repeating(every: Self.interval, atOnce: false) {
                guard ebb.isDue(peak: tally.takePeak(), now: tally.memory) else { return }
                try? await DiskWork.run { ThisProcess.returnFreeMemory() }
            }
        }
    }
}

/// When ``MemoryKeeper`` gives memory back: as soon as much of a peak has gone, and once more each time the rest of it has stopped
/// falling. Connections may end one after the other, and those whose clients read no answers leave more than the estimate.
struct MemoryEbb {
    /// A smaller peak is not worth a search for free memory, in bytes.
    static let smallPeak = 8 << 20

    /// The most since much of a peak has gone.
    private var peak = 0
    /// What connections took when the last fall had ended; `.max` until it has.
    private var floor = 0
    private var last = 0

    /// Whether to give memory back now. Call it after each interval.
    ///
    /// - Parameters:
    ///   - recent: The most that connections took since the last call, in bytes.
    ///   - now: What they take now.
    mutating func isDue(peak recent: Int, now: Int) -> Bool {
        defer { last = now }
        peak = max(peak, recent)
        if peak - now >= Self.smallPeak {
            (peak, floor) = (0, .max)
            return true
        }
        guard now < floor, now >= last else { return false }
        floor = now
        return true
    }
}
