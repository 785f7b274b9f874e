/// A mistake in how a command was called: what is wrong and what to say instead. Exit status 64.
struct Usage: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
