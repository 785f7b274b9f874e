import AppGroupPlatform
import Synchronization

/// Wakes the loop that talks to the bus, and tells it why. The tasks that follow groups ring it.
final class WakeBell: Sendable {
    /// What changed.
    struct Reasons: OptionSet {
        let rawValue: UInt8
        static let badges = Reasons(rawValue: 1)
        static let entries = Reasons(rawValue: 2)
    }

    private let bell: Bell
    private let pending = Mutex(Reasons())

    /// The descriptor to wait for.
    var number: Int32 { bell.number }

    init() throws(SystemError) { bell = try Bell() }

    func ring(_ reasons: Reasons) {
        pending.withLock { $0.formUnion(reasons) }
        bell.ring()
    }

    /// Everything that changed since the last call.
    func take() -> Reasons {
        bell.wait(milliseconds: 0)
        return pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
    }
}
