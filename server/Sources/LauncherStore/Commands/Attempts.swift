import AppGroup
import AppGroupCommands
import ArgumentParser

/// Several things that a person asked for at once. Each failure is reported when it happens, the rest is still done, and the
/// exit status is that of the first failure. If there is only one thing, its failure is thrown unchanged.
struct Attempts {
    let areSeveral: Bool
    private var first: (any Error)?
    /// The first failure without a line of its own in the report for other programs.
    private var firstWithoutLine: (any Error)?

    init(count: Int) { areSeveral = count > 1 }

    /// Does one of them; `nil` if it failed and others follow.
    ///
    /// - Parameters:
    ///   - name: What tells it from the others, if its failures don't.
    ///   - hasLine: Whether the work itself reports its failure to other programs.
    mutating func attempt<Result>(
        named name: String? = nil, hasLine: Bool = false, _ work: () throws -> Result
    ) throws -> Result? {
        do {
            return try work()
        } catch {
            try note(error, of: name, hasLine: hasLine)
            return nil
        }
    }

    /// Notes a failure.
    mutating func note(_ failure: any Error, of name: String? = nil, hasLine: Bool = false) throws {
        guard areSeveral else { throw failure }
        let sentence = "\(failure)"
        let prefix = name.map { PlainText.harmless($0) }.flatMap { sentence.contains($0) ? nil : "\($0): " } ?? ""
        Ending(of: failure, from: RootCommand.self).print { Talk.say(prefix + $0) }
        first = first ?? failure
        if !hasLine { firstWithoutLine = firstWithoutLine ?? failure }
    }

    /// Ends with the status of the first failure, if there was one.
    func end() throws {
        if let first { throw ToldFailures(status: first.asExitCode, withoutLine: firstWithoutLine) }
    }
}

/// Failures that people have been told already.
struct ToldFailures: Error {
    let status: ExitCode
    /// The first one that has no line of its own in the report for other programs.
    let withoutLine: (any Error)?
}

extension Error {
    /// The exit status of an error that was reported already.
    var asExitCode: ExitCode { ExitCode(Ending(of: self, from: RootCommand.self).status.rawValue) }
}
