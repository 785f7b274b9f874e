import ArgumentParser

/// The form of a table that is published somewhere.
enum Preset: String, CaseIterable, ExpressibleByArgument {
    /// A list of batch numbers: eleven digits that begin with a 2, the status, and a date such as `14-Jun-12`.
    case london
    /// The weekly decisions of the visa office in Dublin: the application number, which is eight digits long, and the
    /// decision beside it; no date. The address of the PDF changes every week.
    case ireland

    var form: TableForm {
        switch self {
        case .london: TableForm(pattern: #"2\d{10}"#)
        case .ireland: TableForm(pattern: #"\d{8}"#, columns: .init(date: nil))
        }
    }
}
