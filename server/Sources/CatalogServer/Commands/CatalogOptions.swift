import Accounts
import AppCatalog
import AppGroupCommands
import AppGroupPlatform
import ArgumentParser
import Configuration
import Serving

/// Which catalog a command is about.
struct CatalogOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A settings file in JSON.", valueName: "FILE")) var config: String?
    @Option(help: ArgumentHelp("The folder for the database and the packages.", valueName: "DIR")) var data: String?
    @OptionGroup var database: DatabaseOptions

    /// The settings, with further options of the command line.
    ///
    /// - Parameter needsFolder: Whether a folder must be named even if the catalog is in PostgreSQL.
    func settings(
        with options: [SettingsReader.Key: ConfigContent?] = [:], needsFolder: Bool = true
    ) async throws -> Settings {
        var all = options.compactMapValues { $0 }
        all[.data] = data.map { .string($0) }
        all.merge(database.contents) { $1 }
        let environment = ProcessEnvironment.current.variables
        return try await SettingsReader(options: all, environment: environment, file: config)
            .settings(needsFolder: needsFolder)
    }

    /// Opens the catalog for one command, and closes it afterwards.
    func administering<Value: Sendable>(
        _ body: (AdministrationService) async throws -> Value
    ) async throws -> Value {
        let settings = try await settings(needsFolder: false)
        let store = try await settings.openCatalogBesideServer()
        let hasher = PasswordHasher(.current, width: 1)
        let service = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(service))
        } catch {
            result = .failure(error)
        }
        await hasher.shutDown()
        try await store.close()
        return try result.get()
    }
}

/// Where the catalog's database is, if not in the folder.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep the catalog in PostgreSQL instead of SQLite: postgres://HOST/DATABASE, with the password in ~/.pgpass.",
            valueName: "URL"))
    var database: String?
    @Option(help: ArgumentHelp("How many connections to PostgreSQL to use (default: 8).", valueName: "N"))
    var databaseConnections: Int?
    @Flag(help: "The URL is that of pgbouncer in transaction mode.") var databasePooler = false

    /// What was given.
    var contents: [SettingsReader.Key: ConfigContent] {
        var contents: [SettingsReader.Key: ConfigContent] = [:]
        contents[.database] = database.map { .string($0) }
        contents[.databaseConnections] = databaseConnections.map { .int($0) }
        if databasePooler { contents[.databasePooler] = .string("yes") }
        return contents
    }
}

extension PasswordOptions {
    /// Reports what was done, and the password if it was generated. It is never shown again.
    func report(_ deed: String, _ answer: PasswordAnswer) {
        ServerProgram.catalog.say(deed + (answer.password.map { ": \($0) (shown only now)" } ?? "") + ".")
    }

    /// The same, and prints a generated password alone, so that a script can read it, unless standard output is a terminal.
    func reportToScripts(_ deed: String, _ answer: PasswordAnswer) {
        report(deed, answer)
        guard let password = answer.password, !StandardStream.output.isTerminal else { return }
        StandardOutput.printLine(password)
    }
}
