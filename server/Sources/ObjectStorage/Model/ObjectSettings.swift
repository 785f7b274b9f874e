import AppGroupPlatform
import Downloading
import Serving

/// How to reach a bucket.
public struct ObjectSettings: Sendable {
    /// The bucket, and the folder in it.
    public var place: ObjectPlace
    /// The server's URL; `nil` for Amazon S3.
    public var endpoint: String?
    /// The server's URL for clients that are sent there; `nil` if it is the same.
    public var publicEndpoint: String?
    /// The region, which is part of each signature; `nil` for the one that the environment or the configuration of AWS names.
    public var region: String?
    /// Whether URLs have the bucket in the path rather than in the host.
    public var usesPathStyle = false
    /// A file in PEM form with authorities to trust in addition to the system's.
    public var authorities: String?
    /// All environment variables, which may contain or name credentials.
    public var environment: [String: String]

    /// Settings for a bucket of Amazon S3.
    public init(place: ObjectPlace, environment: [String: String]) {
        (self.place, self.environment) = (place, environment)
    }

    /// The certificates in the file of authorities.
    ///
    /// - Throws: `configuration` if it cannot be read.
    func trusted() throws(ServiceError) -> Authorities {
        guard let authorities else { return .environment }
        do {
            return .system(and: try Files.contents(of: authorities, limit: 16 << 20))
        } catch {
            throw ServiceError(.configuration, "The certificates \(authorities) can't be read: \(error.message)")
        }
    }
}
