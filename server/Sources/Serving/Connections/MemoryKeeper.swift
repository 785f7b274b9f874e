import AppGroupPlatform
public import ServiceLifecycle

/// Gives memory back to the system after connections took much of it. The C library keeps what was freed; without this, one busy
/// minute would occupy memory for as long as the server runs.
public struct MemoryKeeper: Service {
    private let tally: ConnectionTally

    static let interval = Duration.seconds(2)
    /// A smaller peak is not worth a search for free memory, in bytes.
    static let smallPeak = 8 << 20

    /// - Parameter tally: Knows how much memory connections took.
    public init(tally: ConnectionTally) { self.tally = tally }

    /// Gives memory back until the server stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var peak = 0
            await repeating(every: Self.interval, atOnce: false) {
                peak = max(peak, tally.takePeak())
                guard peak - tally.memory >= Self.smallPeak else { return }
                peak = 0
                try? await DiskWork.run { ThisProcess.returnFreeMemory() }
            }
        }
    }
}
