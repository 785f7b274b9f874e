public import Logging
import Synchronization

/// Says once that something fails, and once that it works again, however often it is tried meanwhile.
public final class OutageLog: Sendable {
    private let logger: Logger
    private let broken: Logger.Message
    private let mended: Logger.Message
    private let isBroken = Mutex(false)

    /// - Parameters:
    ///   - broken: What to say with the first error, such as “The map can't be made”.
    ///   - mended: What to say with the first success after that, such as “The map can be made again”.
    public init(_ logger: Logger, broken: Logger.Message, mended: Logger.Message) {
        (self.logger, self.broken, self.mended) = (logger, broken, mended)
    }

    /// It failed.
    public func failed(_ error: any Error) {
        isBroken.withLock { isBroken in
            if !isBroken { logger.error(broken, metadata: ["error": "\(error)"]) }
            isBroken = true
        }
    }

    /// It worked.
    public func worked() {
        isBroken.withLock { isBroken in
            if isBroken { logger.info(mended) }
            isBroken = false
        }
    }

    /// Tries it. That it was cut short because the task was canceled says nothing about it.
    ///
    /// - Returns: What `body` returns; `nil` if it did not get that far.
    @discardableResult
    public func attempt<Value>(_ body: () async throws -> Value) async -> Value? {
        do {
            let value = try await body()
            worked()
            return value
        } catch is CancellationError {
            return nil
        } catch {
            failed(error)
            return nil
        }
    }
}
