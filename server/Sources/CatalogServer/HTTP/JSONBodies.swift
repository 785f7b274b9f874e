import AppCatalog
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

    /// Bytes that a login may have, which anybody can send: the longest password, each byte of it escaped, and some words.
    static let longestLogin = 8 << 10

    /// The whole body, which is held in memory and so is short, and there in time.
    ///
    /// - Throws: `tooLarge`; `tooSlow` after the context's patience.
    func wholeBody(upTo limit: Int, in context: CatalogContext) async throws -> ByteBuffer {
        let patience = context.patience
        do {
            return try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
                group.addTask { try await body.collect(upTo: limit) }
                group.addTask {
                    try await Task.sleep(for: patience)
                    return nil
                }
                defer { group.cancelAll() }
                guard let whole = try await group.next(), let whole else {
                    throw ServiceError(
                        .tooSlow,
                        "The request did not come whole within \(patience.components.seconds) s; send it again.")
                }
                return whole
            }
        } catch is NIOTooManyBytesError {
            throw ServiceError(.tooLarge, "What is sent here has at most \(limit) bytes.")
        }
    }

    /// The body, which must be JSON of that form.
    func json<Value: Decodable>(
        _ type: Value.Type, upTo limit: Int = longestJSON, in context: CatalogContext
    ) async throws -> Value {
        let buffer = try await wholeBody(upTo: limit, in: context)
        do {
            return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
        } catch {
            throw ServiceError(.malformed, "The body is not the JSON that is wanted here: \(Self.reason(error))")
        }
    }

    /// The body, which must be JSON of that form, without members that the form does not have.
    func administrationBody<Value: AdministrationBody>(
        _ type: Value.Type, in context: CatalogContext
    ) async throws -> Value {
        try await json(OnlyKnownMembers<Value>.self, in: context).value
    }

    private static func reason(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
        }
        return switch error {
        case let error as UnknownMember: "“\(error.name)” is none of \(error.known.joined(separator: ", "))."
        case DecodingError.keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context))."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "something else is expected\(place(context))."
        case DecodingError.dataCorrupted(let context): "it can't be read\(place(context))."
        default: "it can't be read."
        }
    }
}
