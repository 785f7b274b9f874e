import Foundation

/// A password in the clear, which is never written anywhere: it has no description.
struct Password: Sendable {
    let bytes: [UInt8]

    /// Characters.
    static let minimumLength = 8
    /// Bytes.
    static let maximumSize = 1024

    /// What somebody typed where he logs in, whatever it is. Two ways to write one letter are the same password.
    init(typed text: String) { bytes = Array(text.precomposedStringWithCanonicalMapping.utf8) }

    /// A new one, which must be long enough to serve.
    init(new text: String) throws(ServiceError) {
        self.init(typed: text)
        guard text.count >= Self.minimumLength else {
            throw ServiceError(.invalid, "A password has at least \(Self.minimumLength) characters.")
        }
        guard bytes.count <= Self.maximumSize else {
            throw ServiceError(.invalid, "A password has at most \(Self.maximumSize) bytes.")
        }
    }
}

extension Password: CustomStringConvertible, CustomReflectable {
    var description: String { "(a password)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
