import Synchronization

/// Reports how much of a file has been sent, and ends the transfer if the receiver of the report throws an error.
final class SendingWatch: Sendable {
    private let progress: @Sendable (Int) throws -> Void
    private let sent = Atomic(0)
    private let failure = Mutex<(any Error)?>(nil)

    /// - Parameter progress: Gets the number of bytes.
    init(_ progress: @escaping @Sendable (Int) throws -> Void) { self.progress = progress }

    /// Notes how many bytes have been read from the file.
    func note(_ count: Int) { sent.store(count, ordering: .relaxed) }

    /// Tells the number, and returns whether the sending is to end.
    func isEnded() -> Bool {
        do { try progress(sent.load(ordering: .relaxed)) } catch {
            failure.withLock { $0 = error }
            return true
        }
        return false
    }

    /// Why the sending was ended; nil if it was not.
    var error: (any Error)? { failure.withLock { $0 } }
}
