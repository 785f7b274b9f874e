import XMLReading

/// Answers of S3. Their elements are known by their names, without namespaces and attributes.
extension XMLTree {
    /// How much an answer may demand.
    private static let limits = XMLLimits(bytes: 4 << 20, depth: 16, text: 64 << 10)

    /// Reads an answer.
    ///
    /// - Returns: Nil if the answer is not well-formed, such as a page in HTML from a proxy, or if it demands too much. A
    ///   failure's status then says all that is known.
    init?(answer bytes: [UInt8]) {
        guard let tree = try? XMLTree(bytes, limits: Self.limits) else { return nil }
        self = tree
    }

    /// The text of the first child with a name.
    func text(_ name: String) -> String? { self[name]?.text }
}
