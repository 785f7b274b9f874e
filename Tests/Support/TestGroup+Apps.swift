package import AppGroup
import Foundation

extension TestGroup {
    /// The family, with a connection and a clock of its own.
    package func registry(clock: TestClock, _ variables: [String: String] = [:]) -> Registry {
        var environment = environment
        environment.variables.merge(variables) { $1 }
        return Registry(group: id, environment: environment) { clock.now }
    }

    /// Another family of the same user.
    package func registry(of group: GroupID) -> Registry { Registry(group: group, environment: environment) }

    /// An app whose program is installed: `org.example.<name>`.
    package func app(_ name: String, schemes: [URLScheme] = []) throws -> AppDescription {
        AppDescription(
            id: try AppID("org.example.\(name)"), name: try AppName(name.capitalized), schemes: schemes,
            launch: .terminal(try makeProgram(name), "%u"))
    }

    /// Takes an app's program away.
    package func uninstall(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(folder)/bin/\(name)")
    }

    /// The bytes of the store and its log, with their times: the same after a call that wrote nothing.
    package func trace() throws -> [String] {
        try ["", "-wal"].map { suffix in
            let file = "\(database)\(suffix)"
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            return
                "\(attributes[.modificationDate] ?? "") \(try Data(contentsOf: URL(fileURLWithPath: file)).hashValue)"
        }
    }

    /// Runs `body` while somebody else holds the writer's lock.
    package func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        var lock = try WriterLock(path: lock)
        try lock.acquire(patience: .seconds(10))
        defer { lock.release() }
        return try body()
    }
}

/// What a call throws.
package func failure(_ call: () throws -> Void) -> AppGroupError? {
    do {
        try call()
        return nil
    } catch {
        return error as? AppGroupError
    }
}
