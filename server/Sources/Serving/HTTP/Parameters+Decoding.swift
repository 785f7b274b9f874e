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
