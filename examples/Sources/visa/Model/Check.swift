/// How a look for a number ended.
struct Check: Codable, Equatable {
    enum Outcome: String, Codable {
        case found
        /// Everything was read, and the number is not in it.
        case notFound
        /// The table could not be fetched.
        case unreachable
        /// What was fetched is no PDF, or can't be read as a whole.
        case unreadable
    }

    var at: Moment
    var outcome: Outcome
    /// Why it failed, as a sentence.
    var reason: String?
    /// The number of the update that it was part of.
    var update: Int
    /// Whether it brought something new.
    var isChange = false

    /// The exit status of a command that ends with it.
    var status: Int32 {
        switch outcome {
        case .found: 0
        case .notFound: 66
        case .unreachable: 69
        case .unreadable: 65
        }
    }
}
