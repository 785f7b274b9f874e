/// A password that somebody gave, or one that is made up.
enum NewSecret {
    /// - Returns: The password, and its text where it was made here and must be shown.
    static func password(_ given: String?) throws(ServiceError) -> (Password, generated: String?) {
        if let given { return (try Password(new: given), nil) }
        let text = generated()
        return (Password(typed: text), text)
    }

    /// 100 random bits in groups that are easily typed: of letters and digits that are not taken for one another.
    private static func generated() -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let groups = (0..<4).map { _ in String((0..<5).compactMap { _ in alphabet.randomElement() }) }
        return groups.joined(separator: "-")
    }
}
