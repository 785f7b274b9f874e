public import Hummingbird

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
