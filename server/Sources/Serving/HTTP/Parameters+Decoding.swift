import Foundation
public import Hummingbird

extension Parameters {
    /// A parameter of a path, percent-decoded. The router splits a path before that, so an encoded slash stays in its parameter.
    ///
    /// - Throws: `malformed` if it is not percent-encoded UTF-8, and `notFound` if it has a zero byte, which no name has and not every
    ///   database can look up.
    public func decoded(_ name: String) throws -> String {
        let text = try require(name)
        guard let decoded = text.removingPercentEncoding else {
            throw ServiceError(
                .malformed, "“\(text.prefix(40))” in the path is not percent-encoded UTF-8; correct the URL.")
        }
        guard !decoded.utf8.contains(0) else { throw ServiceError.notFound }
        return decoded
    }
}

extension ServedContext {
    /// The SHA-256 in the path, the parameter `sha256`.
    ///
    /// - Parameter what: What it names, for the error, such as “a photo”.
    /// - Throws: `malformed`.
    public func digest(naming what: String) throws(ServiceError) -> BlobDigest {
        guard let digest = parameters.get("sha256").flatMap({ BlobDigest($0) }) else {
            throw ServiceError(.malformed, "Name \(what) by its SHA-256, 64 lowercase hexadecimal digits.")
        }
        return digest
    }
}
