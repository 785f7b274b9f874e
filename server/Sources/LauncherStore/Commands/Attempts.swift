import AppGroupCommands
import ArgumentParser

/// Several things that a person asked for at once. Each failure is reported when it happens, the rest is still done, and the
/// exit status is that of the first failure. If there is only one thing, its failure is thrown unchanged.
struct Attempts {
    let areSeveral: Bool
    private var first: (any Error)?

    init(count: Int) { areSeveral = count > 1 }

    /// Does one of them; `nil` if it failed and others follow.
    mutating func attempt<Result>(_ work: () throws -> Result) throws -> Result? {
        do {
            return try work()
        } catch {
            try note(error)
            return nil
        }
    }

    /// Notes a failure.
    mutating func note(_ failure: any Error) throws {
        guard areSeveral else { throw failure }
        Talk.say("\(failure)")
        first = first ?? failure
    }

    /// Ends with the status of the first failure, if there was one.
    func end() throws {
        if let first { throw first.asExitCode }
    }
}
