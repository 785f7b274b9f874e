import AppGroup
import AppGroupText
import Logging
import Serving
import ServiceLifecycle

/// Warns if the clock of this machine differs from that of the database. Each server decides by its own clock when sessions and links
/// end, so all of them should agree.
struct ClockWatch: Service {
    let ledger: any SharedLedger
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    private static let interval = Duration.seconds(600)

    /// The largest difference without a warning, in milliseconds.
    private static let largest: Int64 = 60_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isRight = true
            await repeating(every: Self.interval) {
                guard let ahead = try? await ahead() else { return }
                let wasRight = isRight
                isRight = abs(ahead) <= Self.largest
                if wasRight, !isRight { logger.warning("\(Self.sentence(ahead))") }
            }
        }
    }

    /// The number of milliseconds that this machine's clock is certainly ahead of the database's clock; negative if it is behind.
    func ahead() async throws -> Int64 {
        let before = clock().milliseconds
        let moment = try await ledger.moment().milliseconds
        let after = clock().milliseconds
        return before > moment ? before - moment : min(0, after - moment)
    }

    private static func sentence(_ ahead: Int64) -> String {
        let minutes = (abs(ahead) + 30_000) / 60_000
        return "The clock of this machine is \(Quantity(Int(minutes), "minute")) "
            + "\(ahead > 0 ? "ahead of" : "behind") that of the database, so sessions and links end at other times than at other servers. "
            + "Set it."
    }
}
