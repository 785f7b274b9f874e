public import Hummingbird
import HTTPTypes
public import Serving

/// The part of a file that a request carries.
public struct UploadPart: Hashable, Sendable {
    /// Where the part begins, in bytes; `nil` starts the upload over.
    public let offset: UInt64?
    /// How many bytes it has.
    public let count: UInt64
    /// How many bytes the file has.
    public let total: UInt64

    /// Whether it is the entire file.
    public var isWhole: Bool { count == total }

    /// Reads the head of a request: `Content-Range` (RFC 9110, 14.4) names a part; without it, the body is the entire file. With
    /// `bytes */TOTAL`, there is no body, and the file is complete if all of its bytes have arrived.
    ///
    /// - Throws: `lengthRequired` without `Content-Length`, and `malformed` if the two fields differ.
    public init(of request: Request) throws(ServiceError) {
        guard let text = request.headers[.contentLength], let count = UInt64(text) else {
            throw ServiceError(.lengthRequired, "State the length of the upload in Content-Length.")
        }
        self.count = count
        guard let header = request.headers[.contentRange] else {
            (offset, total) = (nil, count)
            return
        }
        guard let range = UploadRange(header), range.count == count else {
            throw ServiceError(
                .malformed,
                "“\(header)” does not match the request; use bytes FIRST-LAST/TOTAL for a part of \(count) bytes."
            )
        }
        (offset, total) = (range.first, range.total)
    }
}
