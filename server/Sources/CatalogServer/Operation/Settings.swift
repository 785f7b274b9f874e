import AppGroup
import Logging
import SystemPackage

/// How this server is run.
struct Settings: Sendable {
    /// Where database and packages lie.
    var folder: FilePath
    /// The family of a new catalogue.
    var group: AppGroup.GroupID?
    var host = "127.0.0.1"
    /// 0 takes a free one, which the log names.
    var port = 8080
    /// Files in PEM form; without them there is no TLS.
    var tls: TLSFiles?
    /// Where users reach it, such as `https://tools.example.com`; `nil` to take it from what they ask for.
    var publicURL: PublicURL?
    /// Who may say by `X-Forwarded-*` whom he speaks for.
    var trustedProxies: [AddressRange] = []
    var sessionLifetime = SessionLifetime.standard
    /// How many passwords are hashed at once, at 128 MiB each.
    var passwordThreads = 2
    /// Seconds that requests have to end when the server is told to.
    var shutdownPatience = 10
    var logLevel = Logger.Level.info
    /// Bytes of a package.
    var packageSize: UInt64 = UploadLimits.standard.size
    /// How many releases of a package that all its users get stay in each channel for each platform; `nil` for all.
    var keptReleases: Int?
    /// Seconds after which a transfer is ended that has moved less than a kibibyte in each, and a request that is wanted whole
    /// and is not.
    var transferSeconds = 30

    init(folder: FilePath) { self.folder = folder }

    struct TLSFiles: Hashable, Sendable {
        var certificates: FilePath
        var privateKey: FilePath
    }
}
