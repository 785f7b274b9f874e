import AppGroup
import AppGroupTerminal
import AppPackage
import ArgumentParser

struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "install", "Install apps from your catalogues, or from package files.",
        discussion: """
            What ends in .ipa, or has a slash in it, is a file; anything else is an app of a catalogue: its id, its name, or a \
            part of that. A download that was cut off goes on where it ended.

            An app from a file joins the group that --group names, else the one that the package names, else $APP_GROUP, else \
            the only one there is. Badge, history and fields of an older version stay. To go back: launcher rollback
            """)

    @OptionGroup var group: GroupOptions
    @OptionGroup var servers: ServerOptions
    @Argument(help: "Apps of a catalogue, or package files.", completion: .file(extensions: ["ipa"])) var what: [String]
    @Option(
        name: .customLong("to"),
        help: "The release of a catalogue, where it is not to be the newest: its version, its build, or its digest.")
    var release: String?
    @Flag(help: "Replace an app that was registered by hand, or came from elsewhere, without asking.") var replace =
        false
    @Option(help: "How many older versions stay on the disk to go back to.") var keep = Registry.defaultKeptVersions

    func validate() throws {
        if keep < 0 { throw ValidationError("--keep is \(keep); it must be 0 or more versions.") }
        if release != nil, what.count > 1 { throw ValidationError("--to is about one app; name that one alone.") }
    }

    func run() async throws {
        var attempts = Attempts(count: what.count)
        for file in what where Self.isFile(file) { try attempts.attempt { try install(file: file) } }
        let apps = what.filter { !Self.isFile($0) }
        if !apps.isEmpty { try await install(apps, &attempts) }
        try attempts.end()
    }

    private func install(_ apps: [String], _ attempts: inout Attempts) async throws {
        let folders = try StoreFolders()
        let session = CatalogSession(
            folders: folders, accounts: try servers.accounts(in: folders),
            group: try group.group.map { try GroupID($0) })
        let (sources, leftOut) = try await session.sources(fromMemory: false)
        let plan = InstallPlan(sources: sources, leftOut: leftOut, replaces: replace)
        var orders: [CatalogInstaller.Order] = []
        for app in apps {
            if let order = try attempts.attempt({ try plan.order(app, version: release) }) { orders.append(order) }
        }
        try await CatalogInstaller(folders: folders, keptVersions: keep).carryOut(
            orders, &attempts, then: session, sources)
    }

    static func isFile(_ word: String) -> Bool { word.contains("/") || word.lowercased().hasSuffix(".ipa") }

    private func install(file: String) throws {
        let package = try Package(path: file, checking: .structure)
        try PackageInstaller.checkFits(package)
        let named = group.group == nil ? package.bundle.info.group.map { Registry(group: $0) } : nil
        let installer = PackageInstaller(family: try named ?? group.family())
        let replacing = try replace || mayReplace(package.bundle.info.id, in: installer.family)
        let installation = try installer.install(package, keptVersions: keep, replacing: replacing)
        Talk.say(installation.sentence)
        for sentence in installation.withheldSentences { Talk.say(sentence) }
    }

    /// Asks where the package would take the place of an app that was registered by hand. No is answered by a refusal.
    private func mayReplace(_ id: AppID, in family: Registry) throws -> Bool {
        guard let known = try family.app(id), !known.record.isInstalledPackage, known.unregistered == nil else {
            return false
        }
        return Talk.confirm("\(known.name) (\(known.id)) was registered by hand. Replace it?")
    }
}

extension CatalogInstaller {
    /// Installs what was ordered, of each app what was ordered first, and tells the families what there is now.
    func carryOut(
        _ orders: [Order], _ attempts: inout Attempts, then session: CatalogSession, _ sources: [InstallPlan.Source]
    ) async throws {
        var seen: Set<AppID> = []
        let failures = await install(orders.filter { seen.insert($0.entry.package.id).inserted })
        try session.offerAgain(sources)
        for failure in failures { try attempts.note(failure) }
    }
}
