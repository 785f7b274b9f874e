import AppCatalog
import AppGroupPlatform
import ArgumentParser
import Configuration

/// Which catalog a command is about.
struct CatalogOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A settings file in JSON.", valueName: "FILE")) var config: String?
    @Option(help: ArgumentHelp("The folder for the database and the packages.", valueName: "DIR")) var data: String?

    /// The settings, with further options of the command line.
    func settings(with options: [SettingsReader.Key: ConfigContent?] = [:]) async throws -> Settings {
        var all = options.compactMapValues { $0 }
        all[.data] = data.map { .string($0) }
        let environment = ProcessEnvironment.current.variables
        return try await SettingsReader(options: all, environment: environment, file: config).settings()
    }

    /// Opens the catalog for one command, and closes it afterwards.
    func administering<Value: Sendable>(
        _ body: (AdministrationService) async throws -> Value
    ) async throws -> Value {
        let settings = try await settings()
        let store = try SQLiteCatalogStore(folder: settings.folder, group: nil)
        let hasher = PasswordHasher(width: 1)
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

/// Where a new password comes from: standard input, the person at the terminal, or a random generator.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Take the password from the first line of standard input.") var passwordStdin = false

    /// The given password; `nil` if one is to be generated.
    func text(for name: UserName) throws -> String? {
        if passwordStdin {
            guard let line = readLine(), !line.isEmpty else {
                throw ServiceError(.invalid, "There is no password on standard input.")
            }
            return line
        }
        guard let typed = try PasswordPrompt.ask("Password for \(name) (Enter generates one): "), !typed.isEmpty else {
            return nil
        }
        guard try PasswordPrompt.ask("Repeat the password: ") == typed else {
            throw ServiceError(.invalid, "The two passwords differ; nothing was changed.")
        }
        return typed
    }

    /// Reports what was done, and the password if it was generated. It is never shown again.
    func report(_ deed: String, _ answer: PasswordAnswer) {
        Report.say(deed + (answer.password.map { ": \($0) (shown only now)" } ?? "") + ".")
    }
}

/// Asks for a password at the terminal without showing what is typed.
enum PasswordPrompt {
    /// The typed line without its end; `nil` if standard input or standard error is not a terminal. Throws if nothing was typed,
    /// or Ctrl-C.
    static func ask(_ question: String) throws -> String? {
        guard StandardStream.input.isTerminal, StandardStream.error.isTerminal,
            let line = SecretLine.ask(
                question, at: StandardStream.input.rawValue, say: { StandardStream.error.write(Array($0.utf8)) })
        else { return nil }
        guard let line else {
            throw ServiceError(.invalid, "No password was typed; nothing was changed.")
        }
        return line
    }
}
