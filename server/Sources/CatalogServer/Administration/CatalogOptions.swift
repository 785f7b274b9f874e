import ArgumentParser
import Configuration
import Foundation

/// Which catalogue a command is about.
struct CatalogOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file of settings in JSON.", valueName: "FILE")) var config: String?
    @Option(help: ArgumentHelp("The folder of database and packages.", valueName: "DIR")) var data: String?

    /// The settings, with what further options say.
    func settings(with options: [SettingsReader.Key: ConfigContent?] = [:]) async throws -> Settings {
        var all = options.compactMapValues { $0 }
        all[.data] = data.map { .string($0) }
        let environment = ProcessInfo.processInfo.environment
        return try await SettingsReader(options: all, environment: environment, file: config).settings()
    }
}
