/// Whether it would take long to compare or hash a text: the standard library brings a run of combining marks into order in
/// quadratic time, minutes for a megabyte.
enum CombiningMarks {
    /// How many may follow each other. More are needed by no language: Unicode Standard Annex 15, section 13.
    static let most = 30

    static func areTooMany(in text: String) -> Bool {
        // They begin at U+0300, whose first byte in UTF-8 this is.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: run += 1
            default: run = 0
            }
            if run > most { return true }
        }
        return false
    }
}
