import Foundation
import Hummingbird
import NIOCore

extension Response {
    /// A body of JSON, which nobody between may keep.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(value)
        return Response(
            status: status,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    static var noContent: Response { Response(status: .noContent) }
}

extension Request {
    /// Bytes that a body of JSON may have.
    static let longestJSON = 256 << 10

    /// The body, which must be JSON of that form.
    func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: Self.longestJSON)
        } catch is NIOTooManyBytesError {
            throw ServiceError(.tooLarge, "A body of JSON has at most \(Self.longestJSON) bytes here.")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
        } catch {
            throw ServiceError(.malformed, "The body is not the JSON that is wanted here: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context))."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "something else is expected\(place(context))."
        case DecodingError.dataCorrupted(let context): "it can't be read\(place(context))."
        default: "it can't be read."
        }
    }
}
