import AppCatalog
import Foundation
import Hummingbird
import NIOCore

extension Response {
    /// An answer with a JSON body that no cache may keep.
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
    /// The largest JSON body, in bytes.
    static let longestJSON = 256 << 10

    /// The largest body of a login, in bytes. Anybody can send one. It fits the longest password with each byte escaped.
    static let longestLogin = 8 << 10

    /// The whole body, which is held in memory.
    ///
    /// - Throws: `tooLarge`, or `tooSlow` after the context's patience.
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
                        "The request did not arrive completely within \(patience.components.seconds) s; send it again.")
                }
                return whole
            }
        } catch is NIOTooManyBytesError {
            throw ServiceError(.tooLarge, "The body can have at most \(limit) bytes here.")
        }
    }

    /// The body, decoded from JSON.
    func json<Value: Decodable>(
        _ type: Value.Type, upTo limit: Int = longestJSON, in context: CatalogContext
    ) async throws -> Value {
        let buffer = try await wholeBody(upTo: limit, in: context)
        do {
            return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
        } catch {
            throw ServiceError(.malformed, "The body is not the JSON that is expected here: \(Self.reason(error))")
        }
    }

    /// The body, decoded from JSON. Unknown members are refused.
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
        case let error as UnknownMember: "“\(error.name)” is not one of \(error.known.joined(separator: ", "))."
        case DecodingError.keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context))."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "the type is wrong\(place(context))."
        case DecodingError.dataCorrupted(let context): "it can't be read\(place(context))."
        default: "it can't be read."
        }
    }
}

/// A body without unknown members.
struct OnlyKnownMembers<Body: AdministrationBody>: Decodable {
    let value: Body

    /// - Throws: ``UnknownMember`` for the first unknown member in alphabetical order, or a decoding error.
    init(from decoder: any Decoder) throws {
        let known = Body.CodingKeys.allCases.map(\.stringValue)
        let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
        if let name = names.filter({ !known.contains($0) }).min() { throw UnknownMember(name: name, known: known) }
        value = try Body(from: decoder)
    }

    /// The name of any member.
    private struct MemberName: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

/// A member that a body must not have.
struct UnknownMember: Error {
    let name: String
    /// The members that it may have.
    let known: [String]
}
