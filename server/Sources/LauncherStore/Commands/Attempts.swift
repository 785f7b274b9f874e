import AppGroup
import AppGroupCommands
import ArgumentParser

/// Several things that a person asked for at once. Each failure is reported when it happens, the rest is still done, and the
/// exit status is that of the first failure. If there is only one thing, its failure is thrown unchanged.
struct Attempts {
    let areSeveral: Bool
    private var first: (any Error)?

    init(count: Int) { areSeveral = count > 1 }

    /// Does one of them; `nil` if it failed and others follow.
    ///
    /// - Parameter name: What tells it from the others, if its failures don't.
    mutating func attempt<Result>(named name: String? = nil, _ work: () throws -> Result) throws -> Result? {
        do {
            return try work()
        } catch {
            try note(error, of: name)
            return nil
        }
    }

    /// Notes a failure.
    mutating func note(_ failure: any Error, of name: String? = nil) throws {
        guard areSeveral else { throw failure }
        let sentence = "\(failure)"
        let prefix = name.map { PlainText.harmless($0) }.flatMap { sentence.contains($0) ? nil : "\($0): " } ?? ""
        Talk.say(prefix + sentence)
        first = first ?? failure
    }

    /// Ends with the status of the first failure, if there was one.
    func end() throws {
        if let first { throw first.asExitCode }
    }
}
