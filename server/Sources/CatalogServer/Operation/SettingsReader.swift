import AppGroup
import AppGroupPlatform
import Configuration
import Foundation
import Logging

/// Reads the settings: an option of the command line overrides the environment, which overrides the file.
struct SettingsReader {
    private let reader: ConfigReader

    /// The names in the file. In the environment, `publicURL` is `CATALOG_PUBLIC_URL`.
    enum Key: String, CaseIterable {
        case data, group, host, port, tlsCertificate, tlsKey, publicURL, trustedProxies, sessionIdleDays
        case sessionMaximumDays, passwordThreads, shutdownSeconds, logLevel
        case packageMebibytes, keptReleases, transferSeconds, connections, waitingMebibytes, cacheMebibytes
    }

    /// The variable that names the file.
    static let fileVariable = "CATALOG_CONFIG"

    /// - Parameters:
    ///   - options: The options of the command line.
    ///   - environment: All environment variables.
    ///   - file: The file that the command line names; otherwise the environment may name one.
    init(options: [Key: ConfigContent], environment: [String: String], file: String?) async throws {
        let values = options.map { (AbsoluteConfigKey([$0.key.rawValue]), ConfigValue($0.value, isSecret: false)) }
        let prefix = ConfigKey("catalog")
        var providers: [any ConfigProvider] = [
            InMemoryProvider(values: Dictionary(values) { $1 }),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: prefix),
        ]
        if let file = file ?? environment[Self.fileVariable] { providers.append(try Self.provider(file)) }
        reader = ConfigReader(providers: providers)
    }

    func settings() async throws -> Settings {
        guard let folder = try await text(.data), !folder.isEmpty else {
            throw ServiceError(.configuration, "Name the folder of the catalog: --data DIR, or CATALOG_DATA.")
        }
        var settings = Settings(folder: folder)
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
        if let size = try await number(.cacheMebibytes, 16...1 << 20) { settings.cacheSize = size << 20 }
        settings.transferSeconds = try await number(.transferSeconds, 1...3600) ?? settings.transferSeconds
        settings.connections = try await number(.connections, 16...1_000_000) ?? settings.connections
        if let size = try await number(.waitingMebibytes, 8...1 << 20) { settings.waitingBytes = size << 20 }
        if let level = try await text(.logLevel) {
            guard let level = Logger.Level(rawValue: level) else {
                throw ServiceError(.configuration, "“\(level)” is not a log level; use debug, info, warning or error.")
            }
            settings.logLevel = level
        }
        return settings
    }

    private func tlsFiles() async throws -> Settings.TLSFiles? {
        switch (try await text(.tlsCertificate), try await text(.tlsKey)) {
        case (let certificates?, let key?):
            return Settings.TLSFiles(certificates: certificates, privateKey: key)
        case (nil, nil): return nil
        default: throw ServiceError(.configuration, "TLS needs both --tls-certificate and --tls-key.")
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
                "\(key.rawValue) must be \(range.lowerBound) to \(range.upperBound), not \(number).")
        }
        return number
    }

    private func read<Value>(_ key: Key, _ value: () async throws -> Value?) async throws -> Value? {
        do {
            return try await value()
        } catch {
            throw ServiceError(.configuration, "The value of \(key.rawValue) can't be understood: \(error)")
        }
    }

    /// The largest file of settings, in bytes.
    private static let longestFile = 1 << 20

    /// Refuses unknown names: such a slip would silently have no effect.
    private static func provider(_ path: String) throws(ServiceError) -> any ConfigProvider {
        let bytes: [UInt8]
        do {
            bytes = try Files.contents(of: path, limit: longestFile)
        } catch {
            throw ServiceError(.configuration, "The configuration \(path) can't be read: \(error.message)")
        }
        let values: [String: FileValue]
        do {
            values = try JSONDecoder().decode([String: FileValue].self, from: Data(bytes))
        } catch {
            throw ServiceError(
                .configuration,
                "The configuration \(path) is not a JSON object of texts, numbers and lists of texts; correct it.")
        }
        let known = Set(Key.allCases.map(\.rawValue))
        if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
            throw ServiceError(
                .configuration,
                "The configuration \(path) has the unknown name “\(unknown)”; use one of \(known.sorted().joined(separator: ", "))."
            )
        }
        return InMemoryProvider(
            values: Dictionary(
                uniqueKeysWithValues: values.map { key, value in
                    (AbsoluteConfigKey([key]), ConfigValue(value.content, isSecret: false))
                }))
    }
}

/// A value in the file of settings.
private struct FileValue: Decodable {
    let content: ConfigContent

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            content = .int(number)
        } else if let number = try? container.decode(Double.self) {
            content = .double(number)
        } else if let text = try? container.decode(String.self) {
            content = .string(text)
        } else {
            content = .stringArray(try container.decode([String].self))
        }
    }
}
