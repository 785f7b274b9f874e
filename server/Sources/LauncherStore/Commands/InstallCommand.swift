import AppGroup
import AppGroupCommands
import AppPackage
import ArgumentParser

struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "install", "Install apps from your catalogs, or from package files.",
        discussion: """
            An argument that ends in .ipa or contains a slash is a file; anything else is an app in a catalog: its \
            id, its name, or part of its name. An interrupted download resumes where it stopped.

            An app from a file joins the group that --group names, or else the one that the package names, or else $APP_GROUP, \
            or else the only group on this machine. The badge, history and fields of an older version stay. To go \
            back: launcher rollback
            """)

    @Option(
        name: [.long, .short],
        help: "The group, such as com.example.tools (default for a file: the package's own group; see above).",
        completion: .groups)
    var group: String?
    @OptionGroup var servers: ServerOptions
    @Argument(help: "Apps in a catalog, or package files.", completion: .file(extensions: ["ipa"])) var what: [String]
    @Option(
        name: .customLong("to"),
        help: "The release to install instead of the newest: its version, its build, or its digest.")
    var release: String?
    @Flag(help: "Replace an app that was registered by hand or came from elsewhere, without asking.") var replace =
        false
    @Option(help: "How many older versions to keep on disk for “launcher rollback”.")
    var keep = Registry.defaultKeptVersions
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if keep < 0 { throw ValidationError("--keep is \(keep); it must be 0 or more versions.") }
        if release != nil, what.count > 1 { throw ValidationError("--to works for a single app; name only that one.") }
        if release != nil, what.contains(where: Self.isFile) {
            throw ValidationError("--to chooses a release from a catalog; leave it out if you install a file.")
        }
    }

    func run() async throws {
        try await progress.follow { report in
            var attempts = Attempts(count: what.count)
            for file in what where Self.isFile(file) {
                let package = try attempts.attempt(named: file) { try Package(path: file, checking: .structure) }
                guard let package else { continue }
                try attempts.attempt(named: file, hasLine: true) { try install(package, report) }
            }
            let apps = what.filter { !Self.isFile($0) }
            do {
                if !apps.isEmpty { try await install(apps, &attempts, report) }
            } catch {
                try attempts.note(error)
            }
            try attempts.end()
        }
    }

    private func install(_ apps: [String], _ attempts: inout Attempts, _ report: ProgressReport?) async throws {
        let folders = try ClientFolders()
        let catalogs = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders),
            group: try group.map { try GroupID($0) })
        let (sources, leftOut) = try await catalogs.sources(forList: false)
        let plan = InstallPlan(sources: sources, leftOut: leftOut)
        var orders: [CatalogInstaller.Order] = []
        for app in apps {
            let order = try attempts.attempt { try plan.choice(app, version: release).order(askingUnless: replace) }
            if let order { orders.append(order) }
        }
        try await CatalogInstaller(folders: folders, keptVersions: keep, now: .now, report: report)
            .carryOut(orders, &attempts, then: catalogs, sources)
    }

    static func isFile(_ word: String) -> Bool { word.contains("/") || word.lowercased().hasSuffix(".ipa") }

    private func install(_ package: Package, _ report: ProgressReport?) throws {
        let (id, size) = (package.bundle.info.id, package.fileSize)
        report?.note(.install, id, done: size, total: size)
        do {
            let sentences = try install(package)
            for sentence in sentences { Talk.say(sentence) }
            report?.note(.installed, id, done: size, total: size, sentence: sentences.joined(separator: " "))
        } catch {
            report?.note(.failed, id, done: 0, total: size, sentence: "\(error)")
            throw error
        }
    }

    /// - Returns: What happened, in sentences for a person.
    private func install(_ package: Package) throws -> [String] {
        try PackageInstaller.checkFits(package)
        let named = group == nil ? package.bundle.info.group.map { Registry(group: $0) } : nil
        var options = GroupOptions()
        options.group = group
        let installer = PackageInstaller(registry: try named ?? options.registryToFill())
        let id = package.bundle.info.id
        let replacing = try replace || mayReplace(id, in: installer.registry)
        let digest = try package.digest()
        let name = package.bundle.info.version?.description ?? "\(digest.short)"
        return try installer.choosing(digest, named: name, of: id) { note in
            try installer.install(package, digest: digest, keptVersions: keep, replacing: replacing) { _ in note() }
        }
    }

    /// Asks if the package would replace an app that was registered by hand. If the answer is no, the package is refused later.
    private func mayReplace(_ id: AppID, in registry: Registry) throws -> Bool {
        guard let known = try registry.app(id), !known.record.isInstalledPackage, known.unregistered == nil else {
            return false
        }
        return Talk.confirm("\(known.name) (\(known.id)) was registered by hand. Replace it?")
    }
}
