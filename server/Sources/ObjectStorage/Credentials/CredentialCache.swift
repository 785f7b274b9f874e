import AppGroup

/// The credentials that are valid now. They come from the first place that has any, in the order of AWS's own tools, and are
/// fetched again before they expire. Simultaneous requests share one fetch.
package actor CredentialCache {
    private let sources: [any CredentialSource]
    private let clock: @Sendable () -> Timestamp
    private var known: ObjectCredentials?
    private var fetch: Task<ObjectCredentials, any Error>?

    init(_ sources: [any CredentialSource], clock: @escaping @Sendable () -> Timestamp) {
        (self.sources, self.clock) = (sources, clock)
    }

    /// Credentials are fetched again this long before they expire, in milliseconds. AWS replaces those of roles at least five
    /// minutes before.
    private static let margin: Int64 = 5 * 60 * 1000

    /// The credentials.
    ///
    /// - Throws: ``ObjectError`` if no place has any that are valid.
    package func current() async throws -> ObjectCredentials {
        if let known, !expires(known, within: Self.margin) { return known }
        do {
            return try await fetched()
        } catch {
            // The old ones may still do, and the next request tries again.
            if let known, !expires(known, within: 0) { return known }
            throw error
        }
    }

    /// Drops credentials that the server has refused as expired, unless others have been fetched since.
    package func drop(_ refused: ObjectCredentials) { if known == refused { known = nil } }

    private func expires(_ credentials: ObjectCredentials, within milliseconds: Int64) -> Bool {
        credentials.expiration.map { $0.milliseconds - clock().milliseconds <= milliseconds } ?? false
    }

    private func fetched() async throws -> ObjectCredentials {
        let task = fetch ?? Task { [sources] in try await Self.first(of: sources) }
        fetch = task
        let result = await task.result
        if fetch == task { fetch = nil }
        let credentials = try result.get()
        guard !expires(credentials, within: 0) else {
            throw ObjectError(
                .expired, "The credentials for S3 have expired, and the place that they come from has no newer ones.")
        }
        known = credentials
        return credentials
    }

    private static func first(of sources: [any CredentialSource]) async throws -> ObjectCredentials {
        for source in sources {
            if let credentials = try await source.credentials() { return credentials }
        }
        throw ObjectError(
            .credentials,
            "There are no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, write ~/.aws/credentials, or give this machine a role."
        )
    }
}
