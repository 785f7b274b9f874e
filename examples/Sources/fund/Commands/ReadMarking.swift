import AppGroupText
import ArgumentParser
import ToolProgram

/// How `news read` and `mail read` mark what has these numbers, or all of it.
struct ReadMarking {
    let numbers: [Int64]
    let all: Bool

    /// - Parameters:
    ///   - isPart: Whether options choose a part of all.
    ///   - names: The names of these options.
    func validate(isPart: Bool, names: String) throws {
        guard all != !numbers.isEmpty else { throw ValidationError("Give either numbers or --all.") }
        guard all || !isPart else { throw ValidationError("\(names) need --all.") }
    }

    /// Marks it, and says how much was unread.
    ///
    /// - Parameters:
    ///   - noun: What one of them is called.
    ///   - find: Throws if nothing has a number.
    ///   - markAll: Marks all of it, and returns how many were unread.
    func run(
        in store: Store, _ kind: Store.Readable, noun: String, find: (Int64) throws -> Void, markAll: () throws -> Int
    ) throws {
        // Look up all of them before marking one, so that a wrong one changes nothing.
        for number in numbers { try find(number) }
        let marked = try all ? markAll() : store.markAsRead(numbers, kind)
        console.say("\(Quantity(marked, noun)) marked as read.")
        try Membership.announce(store)
    }
}
