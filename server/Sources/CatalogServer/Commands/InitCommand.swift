import Accounts
import AppCatalog
import AppGroupCommands
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
        // Without a group and a database, nothing is made, and it does not matter who would have made it.
        if settings.group != nil || Files.exists(settings.databaseFile) { try settings.refuseRoot() }
        let hasher = PasswordHasher(.current, width: 1)
        let store = try await NewCatalog(settings: settings, hasher: hasher, first: first).open(insists: true)
        await hasher.shutDown()
        try await store.close()
    }
}

/// Opens the catalog, and makes it first if there is none.
struct NewCatalog {
    let settings: Settings
    let hasher: PasswordHasher
    let first: FirstAdministratorOptions
    /// Whether a generated password may be shown: it must not get into a journal, which others read.
    var mayShowPassword = true

    /// - Parameter insists: Whether an existing catalog without an enabled administrator gets one, too, and an administrator who
    ///   is not needed is an error.
    func open(insists: Bool) async throws -> any CatalogStore {
        // Before anything is made, so that a refused catalog, name or password leaves nothing behind.
        var account: NewUser?
        let existing = try await settings.openExistingCatalog()
        if existing == nil {
            try await settings.refuseNewCatalog()
            if settings.group != nil {
                account = try first.account(mayGenerate: mayShowPassword)
            } else if insists {
                throw Misuse("Name the group of the new catalog, such as --group com.example.tools.")
            }
        }
        // Without a group, opening only says that there is no catalog.
        if existing != nil || settings.group != nil { try StorageFolder.make(settings.folder) }
        let store = if let existing { existing } else { try await settings.openCatalog(group: settings.group) }
        let service = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        try await FirstAdministrator(
            service: service, options: first, account: account, insists: insists, mayShowPassword: mayShowPassword
        ).makeIfNeeded()
        return store
    }
}

/// The administrator of a new catalog, who adds all other users.
struct FirstAdministrator {
    let service: AdministrationService
    let options: FirstAdministratorOptions
    /// The administrator; `nil` if the person who runs the command has not been asked yet.
    let account: NewUser?
    /// See ``NewCatalog``.
    let insists: Bool
    let mayShowPassword: Bool

    /// Adds the administrator unless the catalog has one already, or other users who need none. A generated password is shown
    /// once, to the person who runs the command.
    func makeIfNeeded() async throws {
        guard try await isNeeded() else {
            guard options.isGiven else { return }
            let already = "The catalog already has an administrator"
            if insists {
                throw ServiceError(
                    .taken,
                    "\(already); nothing was changed. To add another one: catalog-server user add NAME "
                        + "--role administrator")
            }
            return ServerProgram.catalog.say("\(already); --administrator and --password-stdin have no effect.")
        }
        let new = try account ?? options.account(mayGenerate: mayShowPassword)
        let answer = try await service.add(new, by: .command(), confirming: {})
        options.password.report("\(new.name) is the first administrator", answer)
    }

    private func isNeeded() async throws -> Bool {
        if try await service.store.users(after: nil, limit: 1).isEmpty { return true }
        guard insists || options.isGiven else { return false }
        return try await !service.hasAdministrator()
    }
}

/// Who administers a new catalog.
struct FirstAdministratorOptions: ParsableArguments {
    @Option(help: "The group that a new catalog is for, such as com.example.tools.") var group: String?
    @Option(help: ArgumentHelp("The first administrator of a new catalog (default: admin).", valueName: "NAME"))
    var administrator: String?
    @OptionGroup var password: PasswordOptions

    /// Whether an administrator was given.
    var isGiven: Bool { administrator != nil || password.passwordStdin }

    /// The administrator, whose password a person may be asked for. Throws if the name or the password is not allowed, and if the
    /// password would have to be generated although it may not be shown.
    func account(mayGenerate: Bool) throws -> NewUser {
        let name = try UserName(new: administrator ?? "admin")
        let text = try password.text(for: "\(name)")
        if let text { _ = try Password(new: text) }
        guard text != nil || mayGenerate else {
            throw ServiceError(
                .configuration,
                "There is no administrator yet, and a generated password must not get into the journal. Add one as the server's "
                    + "user and with its settings, such as: sudo -u catalog-server catalog-server init --config FILE "
                    + "--group GROUP --administrator NAME")
        }
        return NewUser(name: "\(name)", role: .administrator, password: text)
    }
}
