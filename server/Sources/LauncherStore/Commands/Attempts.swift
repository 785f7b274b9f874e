import AppGroupTerminal
import ArgumentParser

/// What becomes of several things that a person asked for at once: each failure is said when it comes, the rest is done, and
/// the status is that of the first failure. The failure of the only one is thrown as it is.
struct Attempts {
    let areSeveral: Bool
    private var first: (any Error)?

    init(count: Int) { areSeveral = count > 1 }

    /// Does one of them; `nil` where it failed and others are to follow.
    mutating func attempt<Result>(_ work: () throws -> Result) throws -> Result? {
        do {
            return try work()
        } catch {
            try note(error)
            return nil
        }
    }

    /// Takes note of one that failed.
    mutating func note(_ failure: any Error) throws {
        guard areSeveral else { throw failure }
        Talk.say("\(failure)")
        first = first ?? failure
    }

    /// Ends with the status of the first failure, where there was one.
    func end() throws {
        if let first { throw first.asExitCode }
    }
}
