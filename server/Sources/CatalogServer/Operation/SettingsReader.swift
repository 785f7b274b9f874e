import Accounts
import AppGroup
import AppGroupPlatform
import Configuration
import Logging
import ObjectStorage
import PostgresClient
import Serving

/// Reads the settings: an option of the command line overrides the environment, which overrides the file.
struct SettingsReader {
    private let source: SettingsSource<Key>
    private let environment: [String: String]

    /// The names in the file. In the environment, `publicURL` is `CATALOG_PUBLIC_URL`.
    enum Key: String, CaseIterable {
        case data, group, host, port, tlsCertificate, tlsKey, publicURL, trustedProxies, sessionIdleDays
        case sessionMaximumDays, passwordThreads, shutdownSeconds, logLevel
        case database, databaseConnections, databasePooler
        case packageMebibytes, keptReleases, transferSeconds, connections, waitingMebibytes, cacheMebibytes
        case blobs, s3Endpoint, s3Region, s3PathStyle, s3PublicEndpoint, s3CaFile, s3Redirect, blobCacheGibibytes
    }

    /// - Parameters:
    ///   - options: The options of the command line.
    ///   - environment: All environment variables.
    ///   - file: The file that the command line names; otherwise `CATALOG_CONFIG` may name one.
    init(options: [Key: ConfigContent], environment: [String: String], file: String?) async throws {
        self.environment = environment
        source = try SettingsSource(prefix: "catalog", options: options, environment: environment, file: file)
    }

    /// - Parameter needsFolder: Whether a folder must be named even if the catalog is in PostgreSQL.
    /// - Throws: `configuration` for a value of the wrong kind, even if nothing uses the setting yet. Otherwise, a slip would
    ///   be noticed only once the catalog or its packages move.
    func settings(needsFolder: Bool = true) async throws -> Settings {
        let database = try await database()
        let folder = try await source.text(.data) ?? ""
        guard !folder.isEmpty || (database != nil && !needsFolder) else {
            throw ServiceError(.configuration, "Name the folder of the catalog: --data DIR, or CATALOG_DATA.")
        }
        var settings = Settings(folder: folder)
        settings.database = database
        settings.group = try await source.value(.group) { try AppGroup.GroupID($0) }
        settings.serving = try await serving(settings.serving)
        settings.sessionLifetime = SessionLifetime(
            idleDays: try await source.number(.sessionIdleDays, 1...3650) ?? SessionLifetime.standard.idleDays,
            maximumDays: try await source.number(.sessionMaximumDays, 1...3650) ?? SessionLifetime.standard.maximumDays)
        settings.passwordThreads = try await source.number(.passwordThreads, 1...64) ?? settings.passwordThreads
        if let size = try await source.number(.packageMebibytes, 1...1 << 20) {
            settings.packageSize = UInt64(size) << 20
        }
        settings.keptReleases = try await source.number(.keptReleases, 1...10_000)
        if let size = try await source.number(.cacheMebibytes, 16...1 << 20) { settings.cacheSize = size << 20 }
        if let place = try await blobs() { settings.blobs = place }
        settings.redirectsToBucket = try await source.choice(.s3Redirect) ?? false
        if let size = try await source.number(.blobCacheGibibytes, 0...1 << 20), size > 0 {
            settings.blobCacheSize = UInt64(size) << 30
        }
        if case .folder = settings.blobs, settings.redirectsToBucket {
            throw ServiceError(.configuration, "--s3-redirect needs packages in a bucket: --blobs s3://BUCKET/PREFIX.")
        }
        return settings
    }

    /// What every server can be told, where it differs from the usual.
    private func serving(_ usual: ServingSettings) async throws -> ServingSettings {
        var settings = usual
        settings.listen = ListenAddress(
            host: try await source.text(.host) ?? usual.listen.host,
            port: try await source.number(.port, 0...65_535) ?? usual.listen.port)
        settings.publicURL = try await source.value(.publicURL) { try PublicURL($0) }
        let proxies = try await source.list(.trustedProxies)
        settings.trustedProxies = try source.checked(.trustedProxies) { try proxies.map { try AddressRange($0) } }
        let (certificate, key) = (try await source.text(.tlsCertificate), try await source.text(.tlsKey))
        settings.tls = try source.checked(certificate == nil ? .tlsKey : .tlsCertificate) {
            try TLSFiles(certificate: certificate, key: key)
        }
        settings.logLevel = try await source.value(.logLevel) { try Logger.Level(named: $0) } ?? usual.logLevel
        settings.shutdownPatience = try await source.number(.shutdownSeconds, 0...3600) ?? usual.shutdownPatience
        settings.transferSeconds =
            try await source.number(.transferSeconds, ServingSettings.allowedTransferSeconds) ?? usual.transferSeconds
        settings.connections =
            try await source.number(.connections, ServingSettings.allowedConnections) ?? usual.connections
        if let size = try await source.number(.waitingMebibytes, 8...1 << 20) { settings.waitingBytes = size << 20 }
        return settings
    }

    /// The place that is chosen for the packages; `nil` for the catalog's own folder.
    func blobs() async throws -> BlobPlace? {
        let text = try await source.text(.blobs) ?? ""
        let place = try await place(text, of: .blobs)
        return text.isEmpty ? nil : place
    }

    /// Reads a folder, or a bucket with the settings for it.
    ///
    /// - Parameter key: The setting that names it; `nil` if another option does.
    func place(_ text: String, of key: Key? = nil) async throws -> BlobPlace {
        let (endpoint, publicEndpoint) = (try await source.text(.s3Endpoint), try await source.text(.s3PublicEndpoint))
        let (region, authorities) = (try await source.text(.s3Region), try await source.text(.s3CaFile))
        let usesPathStyle = try await source.choice(.s3PathStyle) ?? false
        guard text.contains("://") || text.hasPrefix("s3:") else {
            return .folder(String(Paths.withoutTrailingSlashes(text)))
        }
        let place = try key.map { try source.checked($0) { try ObjectPlace(text) } } ?? ObjectPlace(text)
        var bucket = ObjectSettings(place: place, environment: environment)
        (bucket.endpoint, bucket.publicEndpoint) = (endpoint, publicEndpoint)
        (bucket.region, bucket.authorities) = (region, authorities)
        bucket.usesPathStyle = usesPathStyle
        return .bucket(bucket)
    }

    private func database() async throws -> PostgresCatalogStore.Place? {
        let connections = try await source.number(.databaseConnections, 1...256)
        let isPooled = try await source.choice(.databasePooler)
        guard let address = try await source.value(.database, { try PostgresAddress($0) }) else { return nil }
        var place = PostgresCatalogStore.Place(address: address)
        if let connections { place.connections = connections }
        if let isPooled { place.isPooled = isPooled }
        return place
    }
}
