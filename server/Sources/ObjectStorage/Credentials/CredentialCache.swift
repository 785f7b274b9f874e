package import AppGroup
package import Downloading

/// A place where credentials may be found.
protocol CredentialSource: Sendable {
    /// The credentials; `nil` if this place is not set up to have any.
    ///
    /// - Throws: ``ObjectError`` if the place should have credentials but does not give them.
    func credentials() async throws -> ObjectCredentials?
}

/// The credentials that are valid now. They come from the first place that has any, in the order of AWS's own tools, and are
/// renewed before they expire. Simultaneous requests share one fetch, and wait for it only if the old ones are about to expire.
package actor CredentialCache {
    private let sources: [any CredentialSource]
    private let clock: @Sendable () -> Timestamp
    private var known: ObjectCredentials?
    private var fetch: Task<ObjectCredentials, any Error>?
    /// When a renewal may be tried again while the old ones are still valid.
    private var nextRenewal = Timestamp(milliseconds: 0)

    init(_ sources: [any CredentialSource], clock: @escaping @Sendable () -> Timestamp) {
        (self.sources, self.clock) = (sources, clock)
    }

    /// Credentials are renewed this long before they expire, in milliseconds. AWS has newer ones for roles at least five minutes
    /// before.
    private static let early: Int64 = 5 * 60 * 1000
    /// Requests wait for the renewal from then on.
    private static let late: Int64 = 60 * 1000
    /// The pause between two renewals, since a place may fail for a while, or have nothing newer yet.
    private static let pause: Int64 = 10 * 1000

    /// The credentials.
    ///
    /// - Throws: ``ObjectError`` if no place has any that are valid.
    package func current() async throws -> ObjectCredentials {
        guard let known, !expires(known, within: 0) else { return try await renew().value }
        guard expires(known, within: Self.early), fetch != nil || clock() >= nextRenewal else { return known }
        let renewal = renew()
        guard expires(known, within: Self.late) else { return known }
        // If that fails, the old ones still do.
        return (try? await renewal.value) ?? known
    }

    /// Drops credentials that the server has refused as expired, unless others have been fetched since.
    package func drop(_ refused: ObjectCredentials) { if known == refused { known = nil } }

    private func expires(_ credentials: ObjectCredentials, within milliseconds: Int64) -> Bool {
        credentials.expiration.map { $0.milliseconds - clock().milliseconds <= milliseconds } ?? false
    }

    /// The fetch that is under way, or a new one.
    private func renew() -> Task<ObjectCredentials, any Error> {
        if let fetch { return fetch }
        let task = Task {
            defer {
                fetch = nil
                nextRenewal = Timestamp(milliseconds: clock().milliseconds + Self.pause)
            }
            let found = try await found()
            known = found
            return found
        }
        fetch = task
        return task
    }

    private func found() async throws -> ObjectCredentials {
        for source in sources {
            guard let credentials = try await source.credentials() else { continue }
            guard credentials.areWellFormed else {
                throw ObjectError(
                    .credentials,
                    "The credentials for S3 contain a control character, such as the end of a line; correct them.")
            }
            guard !expires(credentials, within: 0) else {
                throw ObjectError(
                    .expired,
                    "The credentials for S3 have expired, and the place that they come from has no newer ones.")
            }
            return credentials
        }
        throw ObjectError(
            .credentials,
            "There are no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, write ~/.aws/credentials, or give this machine a role."
        )
    }
}

extension CredentialCache {
    /// Looks for credentials in the order of AWS's own tools: the environment, a token for a role, a profile, the container, the
    /// machine.
    ///
    /// - Parameter web: How the server of roles is reached. The container's and the machine's addresses are reached directly.
    package init(
        _ environment: [String: String], region: String, web: WebClient, clock: @escaping @Sendable () -> Timestamp
    ) {
        var (web, near) = (web, web)
        web.patience.total = 60
        near.proxy = .none
        near.patience = Patience(silence: 5)
        (near.patience.connecting, near.patience.total) = (2, 20)
        self.init(
            [
                EnvironmentCredentials(environment: environment),
                WebIdentityCredentials(environment: environment, region: region, web: web),
                ProfileCredentials(environment: environment),
                ContainerCredentials(environment: environment, web: near),
                MachineCredentials(environment: environment, web: near),
            ], clock: clock)
    }
}
