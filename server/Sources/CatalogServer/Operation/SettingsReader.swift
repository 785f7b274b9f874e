import AppGroup
import Configuration
import Foundation
import Logging
import SystemPackage

/// Reads the settings: an option of the command line wins over the environment, and that over the file.
struct SettingsReader {
    private let reader: ConfigReader

    /// The names in a file; in the environment `publicURL` is `CATALOG_PUBLIC_URL`.
    enum Key: String, CaseIterable {
        case data, group, host, port, tlsCertificate, tlsKey, publicURL, trustedProxies, sessionIdleDays
        case sessionMaximumDays, passwordThreads, shutdownSeconds, logLevel
        case packageMebibytes, keptReleases, transferSeconds
    }

    /// The variable that names the file.
    static let fileVariable = "CATALOG_CONFIG"

    /// - Parameters:
    ///   - options: What the command line says.
    ///   - environment: All variables.
    ///   - file: The file that the command line names; else the environment may name one.
    init(options: [Key: ConfigContent], environment: [String: String], file: String?) async throws {
        let values = options.map { (AbsoluteConfigKey([$0.key.rawValue]), ConfigValue($0.value, isSecret: false)) }
        let prefix = ConfigKey("catalog")
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: Dictionary(values) { $1 }),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: prefix),
        ]
        if let file = file ?? environment[Self.fileVariable] { providers.append(try await Self.provider(file)) }
        reader = ConfigReader(providers: providers)
    }

    func settings() async throws -> Settings {
        guard let folder = try await text(.data), !folder.isEmpty else {
            throw ServiceError(.configuration, "Say where the catalogue lies: --data DIR, or CATALOG_DATA.")
        }
        var settings = Settings(folder: FilePath(folder))
        settings.group = try await text(.group).map { try AppGroup.GroupID($0) }
        if let host = try await text(.host) { settings.host = host }
        settings.port = try await number(.port, 0...65_535) ?? settings.port
        settings.tls = try await tlsFiles()
        settings.publicURL = try await text(.publicURL).map { try PublicURL($0) }
        settings.trustedProxies = try await list(.trustedProxies).map {
            try AddressRange($0.trimmingCharacters(in: .whitespaces))
        }
        settings.sessionLifetime = SessionLifetime(
            idleDays: try await number(.sessionIdleDays, 1...3650) ?? SessionLifetime.standard.idleDays,
            maximumDays: try await number(.sessionMaximumDays, 1...3650) ?? SessionLifetime.standard.maximumDays)
        settings.passwordThreads = try await number(.passwordThreads, 1...64) ?? settings.passwordThreads
        settings.shutdownPatience = try await number(.shutdownSeconds, 0...3600) ?? settings.shutdownPatience
        if let size = try await number(.packageMebibytes, 1...1 << 20) { settings.packageSize = UInt64(size) << 20 }
        settings.keptReleases = try await number(.keptReleases, 1...10_000)
        settings.transferSeconds = try await number(.transferSeconds, 1...3600) ?? settings.transferSeconds
        if let level = try await text(.logLevel) {
            guard let level = Logger.Level(rawValue: level) else {
                throw ServiceError(.configuration, "“\(level)” is no level of the log: debug, info, warning or error.")
            }
            settings.logLevel = level
        }
        return settings
    }

    private func tlsFiles() async throws -> Settings.TLSFiles? {
        switch (try await text(.tlsCertificate), try await text(.tlsKey)) {
        case (let certificates?, let key?):
            return Settings.TLSFiles(certificates: FilePath(certificates), privateKey: FilePath(key))
        case (nil, nil): return nil
        default: throw ServiceError(.configuration, "TLS wants both --tls-certificate and --tls-key.")
        }
    }

    private func text(_ key: Key) async throws -> String? {
        try await read(key) { try await reader.fetchString(forKey: ConfigKey([key.rawValue])) }
    }

    private func list(_ key: Key) async throws -> [String] {
        try await read(key) { try await reader.fetchStringArray(forKey: ConfigKey([key.rawValue])) } ?? []
    }

    private func number(_ key: Key, _ range: ClosedRange<Int>) async throws -> Int? {
        let number = try await read(key) { try await reader.fetchInt(forKey: ConfigKey([key.rawValue])) }
        if let number, !range.contains(number) {
            throw ServiceError(
                .configuration,
                "\(key.rawValue) is \(range.lowerBound) to \(range.upperBound), not \(number).")
        }
        return number
    }

    private func read<Value>(_ key: Key, _ value: () async throws -> Value?) async throws -> Value? {
        do {
            return try await value()
        } catch {
            throw ServiceError(.configuration, "What is configured as \(key.rawValue) can't be understood: \(error)")
        }
    }

    /// A name in the file that means nothing is refused: it is a slip, and what it was to say would not happen.
    private static func provider(_ path: String) async throws -> any ConfigProvider {
        let contents: Any
        do {
            contents = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw ServiceError(
                .configuration, "The configuration \(path) can't be read as JSON: \(error.localizedDescription)")
        }
        let known = Set(Key.allCases.map(\.rawValue))
        guard let values = contents as? [String: Any] else {
            throw ServiceError(.configuration, "The configuration \(path) is no object of JSON.")
        }
        if let stranger = values.keys.sorted().first(where: { !known.contains($0) }) {
            throw ServiceError(
                .configuration,
                "The configuration \(path) has “\(stranger)”, which means nothing; there are \(known.sorted().joined(separator: ", "))."
            )
        }
        return try await FileProvider<JSONSnapshot>(filePath: FilePath(path))
    }
}
