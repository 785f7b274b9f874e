import GRDB

extension Row {
    /// A column whose text is one of an enumeration's words.
    func word<Word: RawRepresentable>(_ column: String) throws -> Word where Word.RawValue == String {
        let text: String = self[column]
        guard let word = Word(rawValue: text) else { throw unreadable(column, text) }
        return word
    }

    func digest(_ column: String) throws -> BlobDigest {
        let text: String = self[column]
        guard let digest = BlobDigest(text) else { throw unreadable(column, text) }
        return digest
    }

    private func unreadable(_ column: String, _ text: String) -> ServiceError {
        ServiceError(
            .inputOutput,
            "The catalogue's database holds “\(text.prefix(80))” as \(column), which nobody should have written.")
    }
}
