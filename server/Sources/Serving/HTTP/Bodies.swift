import AppGroupText
public import Foundation
public import Hummingbird
public import NIOCore

extension Response {
    /// An answer with a JSON body that no cache may keep.
    public static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        json(encoded: try JSON.encode(value), status: status)
    }

    /// An answer with JSON that is encoded already.
    public static func json(encoded body: Data, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// An answer without a body.
    public static var noContent: Response { Response(status: .noContent) }
}

extension Request {
    /// The largest JSON body, in bytes.
    public static let longestJSON = 256 << 10

    /// The largest body of a login, in bytes. Anybody can send one. It fits the longest password with each byte escaped.
    public static let longestLogin = 8 << 10

    /// The largest body of a change of a password, in bytes. Any user can send one. It fits the longest passwords with each
    /// byte escaped: two in JSON, or three in a form.
    public static let longestPasswordChange = 16 << 10

    /// The whole body, which is held in memory. A client that announces too much is not asked for it.
    ///
    /// If it may be larger than ``longestJSON``, each further 16 KiB that are allowed give it another second to arrive.
    ///
    /// - Throws: `tooLarge`, `malformed` if the end is missing, or `tooSlow` after the context's patience.
    public func wholeBody(upTo limit: Int, in context: some ServedContext) async throws -> ByteBuffer {
        let tooLarge = ServiceError(.tooLarge, "The body can have at most \(limit) bytes here.")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        let patience = context.patience + .seconds(max(0, limit - Self.longestJSON) >> 14)
        try await continueIfAsked(on: context.channel)
        do {
            return try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
                group.addTask { try await arriving.collect(upTo: limit) }
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
            throw tooLarge
        }
    }

    /// The body, decoded from JSON.
    public func json<Value: Decodable>(
        _ type: Value.Type, upTo limit: Int = longestJSON, in context: some ServedContext
    ) async throws -> Value {
        try await wholeBody(upTo: limit, in: context).decodedJSON(type)
    }
}

extension ByteBuffer {
    /// The bytes, decoded from JSON.
    ///
    /// - Throws: `malformed`, with a sentence about what is wrong where.
    public func decodedJSON<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(readableBytesView))
        } catch let error as ServiceError {
            throw error
        } catch {
            throw ServiceError(unexpectedJSON: reason(error))
        }
    }

    private func reason(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context))."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "the type is wrong\(place(context))."
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "the value is not allowed\(place(context))."
        default: unreadable
        }
    }

    /// Why nothing is decoded. Foundation takes a number that can't be the whole number that it must be for a mistake in the JSON,
    /// and does not say where it is, so this names the numbers that may be meant.
    private var unreadable: String {
        guard let value = JSONValue(reading: readableBytesView) else { return "it is not valid JSON." }
        var places: [String] = []
        value.findFractions(at: [], in: &places)
        return "a number is not whole or too large at \(places.joined(separator: " or "))."
    }
}

extension JSONValue {
    /// Finds the first numbers that are not whole, or too large for whole numbers.
    fileprivate func findFractions(at path: [String], in places: inout [String]) {
        guard places.count < 5 else { return }
        switch self {
        case .object(let members):
            for (name, value) in members { value.findFractions(at: path + [name], in: &places) }
        case .array(let elements):
            for (index, value) in elements.enumerated() { value.findFractions(at: path + ["\(index)"], in: &places) }
        case .double: places.append("\(path.joined(separator: ".").prefix(80))")
        case .string, .integer, .bool, .null: break
        }
    }
}

extension ServiceError {
    /// - Parameter reason: What is wrong with the body of a request, as the end of a sentence.
    package init(unexpectedJSON reason: String) {
        self.init(.malformed, "The body is not the JSON that is expected here: \(reason)")
    }
}

extension Request {
    /// The fields of a form (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter limit: The largest body, in bytes.
    public func form<Fields: Decodable>(
        _ type: Fields.Type, upTo limit: Int = longestLogin, in context: some ServedContext
    ) async throws -> Fields {
        let text = String(buffer: try await wholeBody(upTo: limit, in: context))
        do {
            return try URLEncodedFormDecoder().decode(type, from: text)
        } catch {
            throw ServiceError(.malformed, "The form is incomplete; reload the page and fill it in again.")
        }
    }
}
