/// Why a form cannot be read: a sentence.
struct MultipartError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
