import ToolProgram

/// The form of a table: what its numbers look like, and which columns hold what.
struct TableForm: Hashable, Codable {
    /// A regular expression that matches a whole number; nil if anything may be a number.
    var pattern: String?
    var columns = Columns()

    /// Places in a row. The first column is 1.
    struct Columns: Hashable, Codable {
        var number = 1
        var status = 2
        var date: Int? = 3
    }

    /// The most columns that a table may have.
    static let columnLimit = 100

    /// Checks that a number has this form.
    ///
    /// - Throws: A ``ToolError`` if it doesn't, or if the pattern is not a regular expression.
    func check(_ number: ApplicationNumber) throws {
        guard let pattern else { return }
        guard try Self.expression(pattern).wholeMatch(in: number.plain) != nil else {
            throw ToolError.usage(
                "\(number) does not have the form \(pattern). Is it mistyped? "
                    + "For another table, use --preset or --pattern.")
        }
    }

    /// Compiles a regular expression in Swift's syntax.
    static func expression(_ pattern: String) throws -> Regex<AnyRegexOutput> {
        do { return try Regex(pattern) } catch {
            throw ToolError.usage("“\(pattern)” is not a regular expression.")
        }
    }
}

/// The form of a table that somebody publishes.
enum Preset: String, CaseIterable {
    /// A list of batch numbers: eleven digits that begin with a 2, the status, and a date such as `14-Jun-12`.
    case london
    /// The weekly decisions of the visa office in Dublin: the application number, which has eight digits, and the
    /// decision beside it; no date. The address of the PDF changes every week.
    case ireland

    var form: TableForm {
        switch self {
        case .london: TableForm(pattern: #"2\d{10}"#)
        case .ireland: TableForm(pattern: #"\d{8}"#, columns: .init(date: nil))
        }
    }
}
