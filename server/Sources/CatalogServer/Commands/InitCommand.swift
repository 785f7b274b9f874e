import Accounts
import AppCatalog
import AppGroupPlatform
import ArgumentParser
import Configuration
import Serving

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create a catalog and its first administrator, without running the server.")

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var first: FirstAdministratorOptions

    func run() async throws {
        let settings = try await catalog.settings(with: [.group: first.group.map { .string($0) }])
        let hasher = PasswordHasher(width: 1)
        let store = try await NewCatalog(settings: settings, hasher: hasher, first: first).open()
        await hasher.shutDown()
        try await store.close()
    }
}

/// Opens the catalog, and makes it first if there is none.
struct NewCatalog {
    let settings: Settings
    let hasher: PasswordHasher
    let first: FirstAdministratorOptions

    func open() async throws -> any CatalogStore {
        try StorageFolder.make(settings.folder)
        let store = try await settings.openCatalog(group: settings.group)
        let service = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        try await FirstAdministrator(service: service, options: first).makeIfNeeded()
        return store
    }
}

/// The administrator of a new catalog, who adds all other users.
struct FirstAdministrator {
    let service: AdministrationService
    let options: FirstAdministratorOptions

    /// Adds the administrator unless the catalog has users already. A generated password is shown once, to the person who runs
    /// the command.
    func makeIfNeeded() async throws {
        guard try await service.store.users(after: nil, limit: 1).isEmpty else {
            if options.administrator != nil || options.password.passwordStdin {
                Report.say("The catalog already has users; --administrator and --password-stdin have no effect.")
            }
            return
        }
        let name = try UserName(options.administrator ?? "admin")
        let text = try options.password.text(for: "\(name)")
        let answer = try await service.add(
            NewUser(name: "\(name)", role: .administrator, password: text), by: .command())
        options.password.report("\(name) is the first administrator", answer)
    }
}

/// Who administers a new catalog.
struct FirstAdministratorOptions: ParsableArguments {
    @Option(help: "The group that a new catalog is for, such as com.example.tools.") var group: String?
    @Option(help: ArgumentHelp("The first administrator of a new catalog (default: admin).", valueName: "NAME"))
    var administrator: String?
    @OptionGroup var password: PasswordOptions
}
