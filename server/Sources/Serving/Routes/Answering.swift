import Synchronization

/// An answer that is being written. It ends once, even if nobody ever writes it because the client is gone: then it ends with this
/// object.
final class Answering: Sendable {
    private let whenEnded: Mutex<(@Sendable (_ cut: Bool) -> Void)?>

    /// - Parameter whenEnded: Called once, with whether a part of the answer is missing.
    init(whenEnded: @escaping @Sendable (_ cut: Bool) -> Void) { self.whenEnded = Mutex(whenEnded) }

    deinit { end(cut: true) }

    /// Ends the answer, unless it has ended.
    func end(cut: Bool) { whenEnded.withLock { $0.take() }?(cut) }
}
