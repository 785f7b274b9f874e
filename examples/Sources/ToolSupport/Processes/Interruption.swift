import CToolSupport
import Synchronization

/// Control-C in a terminal, its closing, and the signal to end, kept back while something would have to be cleaned up.
public enum Interruption {
    /// Thrown if the user, or the system, wants this process to end.
    public struct Wanted: Error {}

    /// The signal that has come; 0 for none.
    private static let received = Atomic<Int32>(0)

    /// Runs a closure that the first such signal doesn't end. A second one does, unless it comes from the terminal's closing: a
    /// process may get that signal twice.
    ///
    /// - Parameter body: Gets a function to call now and then, on any thread, which throws ``Wanted`` after the signal. If the
    ///   closure rethrows that, this process ends as if the signal had come only then.
    public static func keptBack<Result>(
        _ body: (_ check: @escaping @Sendable () throws -> Void) throws -> Result
    ) throws -> Result {
        received.store(0, ordering: .relaxed)
        let caught = [SIGINT, SIGTERM, SIGHUP].filter { number in
            toolsupport_catch(number) { Interruption.received.store($0, ordering: .relaxed) } != 0
        }
        defer { for number in caught { toolsupport_uncatch(number) } }
        do {
            return try body { if received.load(ordering: .relaxed) != 0 { throw Wanted() } }
        } catch is Wanted {
            let number = received.load(ordering: .relaxed)
            toolsupport_uncatch(number)
            raise(number)
            throw Wanted()
        }
    }
}
