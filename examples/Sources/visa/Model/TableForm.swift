/// What a table looks like: which numbers it holds, and in which columns its words stand.
struct TableForm: Hashable, Codable {
    /// What a whole number looks like, as a regular expression; nil where anything may be one.
    var pattern: String?
    var columns = Columns()

    /// Places in a row, from 1.
    struct Columns: Hashable, Codable {
        var number = 1
        var status = 2
        var date: Int? = 3
    }

    /// The most columns that a table may have.
    static let columnLimit = 100

    /// - Throws: a ``VisaError`` that says what is wrong with a pattern.
    func check(_ number: ApplicationNumber) throws {
        guard let pattern else { return }
        guard try Self.expression(pattern).wholeMatch(in: number.description) != nil else {
            throw VisaError.usage("\(number) is not a number of this form, \(pattern): look for a slip.")
        }
    }

    /// A regular expression as Swift understands them.
    static func expression(_ pattern: String) throws -> Regex<AnyRegexOutput> {
        do { return try Regex(pattern) } catch {
            throw VisaError.usage("“\(pattern)” is no regular expression.")
        }
    }
}
