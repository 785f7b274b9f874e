import AppGroup
import AppGroupCommands
import AppGroupText
import AppPackage
import ArgumentParser

struct PackagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "packages", "List the installed packages with their versions and sizes.")

    @OptionGroup var group: GroupOptions
    @Argument(help: .appOfAll) var what: String?
    @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

    func run() throws {
        try group.checkExists()
        let packages =
            if let what {
                [try package(what)]
            } else {
                try group.reading(try group.registries()) { try PackageInstaller(registry: $0).installed() }
                    .flatMap(\.1)
            }
        StandardOutput.print(PackagesListing(packages: packages), as: format)
        if packages.isEmpty, format == .table {
            Talk.say("No package is installed. To list what you could install: launcher catalog")
        }
    }

    private func package(_ what: String) throws -> PackageInstaller.InstalledPackage {
        let found = try group.app(what)
        guard let package = PackageInstaller(registry: found.registry).package(of: found.app) else {
            throw AppGroupError(.notFound, "\(found.app.name) (\(found.app.id)) was not installed as a package.")
        }
        return package
    }
}

/// The installed packages, as `launcher packages` prints them.
struct PackagesListing: Listing {
    let packages: [PackageInstaller.InstalledPackage]

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 8), TextTable.Column(header: "VERSION"),
            TextTable.Column(header: "OTHERS", shrinkOrder: 3), TextTable.Column(header: "SIZE", alignment: .right),
            TextTable.Column(header: "ID", shrinkOrder: 1, keepsEnd: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        packages.map { package in
            let others = package.versions.filter { $0.digest != package.app.currentPackage && $0.size != nil }
            let isMissing = package.versions.contains { $0.digest == package.app.currentPackage && $0.size == nil }
            return [
                TextTable.Cell("\(package.app.name)", style: .bold),
                TextTable.Cell((package.app.version?.description ?? "") + (isMissing ? " (missing)" : "")),
                TextTable.Cell(others.map { package.name(of: $0) }.joined(separator: ", ")),
                TextTable.Cell("\(ByteCount(package.versions.reduce(0) { $0 + ($1.size ?? 0) }))"),
                TextTable.Cell("\(package.app.id)", style: .dim),
            ]
        }
    }

    /// One line for each version.
    var records: [[String]] {
        packages.flatMap { package in
            package.versions.map { version in
                [
                    "\(package.app.id)", package.name(of: version),
                    version.digest == package.app.currentPackage ? "current" : "kept",
                    version.size.map { "\($0)" } ?? "missing", version.digest.description, "\(package.app.name)",
                    "\(package.group)", version.folder,
                ]
            }
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "packages": .array(
                packages.map { package in
                    [
                        "id": JSONValue(text: package.app.id), "name": JSONValue(text: package.app.name),
                        "group": JSONValue(text: package.group), "version": JSONValue(text: package.app.version),
                        "versions": .array(
                            package.versions.map { version in
                                [
                                    "version": JSONValue(text: version.info?.version),
                                    "build": JSONValue(text: version.info?.build),
                                    "digest": .string(version.digest.description),
                                    "current": .bool(version.digest == package.app.currentPackage),
                                    "size": version.size.map { .integer(Int(clamping: $0)) } ?? .null,
                                    "folder": .string(version.folder),
                                ]
                            }),
                    ]
                }),
        ]
    }
}

extension PackageInstaller.InstalledPackage {
    /// The name of a version for people: with the beginning of its digest if another version has the same name, and only that if it
    /// has none.
    fileprivate func name(of version: PackageInstaller.InstalledVersion) -> String {
        let digest = "\(version.digest.short)"
        guard let name = version.info?.version?.description else { return digest }
        let isShared = versions.contains { $0.digest != version.digest && $0.info?.version?.description == name }
        return isShared ? "\(name) (\(digest))" : name
    }
}

struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "rollback", "Go back to the previously installed version of a package.",
        discussion: "Badge, history and fields stay. To list the versions: launcher packages")

    @OptionGroup var group: GroupOptions
    @Argument(help: .app) var what: String
    @Option(
        name: .customLong("to"),
        help: "The version to switch to, older or newer: its number, its build, or 8 or more digits of its digest.")
    var version: String?

    func run() throws {
        let found = try group.appToChange(what)
        let (registry, app) = (found.registry, found.app)
        let installer = PackageInstaller(registry: registry)
        let version = try installer.version(of: app.record, toGoBackTo: self.version)
        let sentences = try installer.choosing(version.digest, named: version.name, of: app.id) { note in
            note()
            return try installer.switchTo(version).sentences()
        }
        for sentence in sentences { Talk.say(sentence) }
        try? CatalogSession.offerFromMemory(registry.group)
    }
}

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "remove", "Remove installed packages with all their versions.",
        discussion: """
            An app's own data stays, and its badge and history stay for 90 days, in case you install it again. \
            --purge deletes all of them. An app's own data is in the folders named after its identifier in your data, \
            configuration, state and cache folders. On a terminal, --purge asks first. Each <app> must match exactly one \
            app; its name and id are printed.
            """, aliases: ["uninstall"])

    @OptionGroup var group: GroupOptions
    @Argument(
        help: ArgumentHelp("The apps: the id, the name or a part of it, or the scheme of each.", valueName: "app"))
    var what: [String]
    @Flag(help: "Delete the apps' own data, badges and history as well.") var purge = false
    @Flag(help: "With --purge: do not ask.") var yes = false

    func run() throws {
        var attempts = Attempts(count: what.count)
        // They are all looked up before one is removed: afterwards, a part of its name could mean another app.
        let found = try what.compactMap { word in try attempts.attempt(named: word) { try group.appToChange(word) } }
        var seen: Set<AppID> = []
        for member in found where seen.insert(member.app.id).inserted {
            try attempts.attempt(named: "\(member.app.name)") { try remove(member.app, from: member.registry) }
        }
        do { try attempts.end() } catch let failures as ToldFailures { throw failures.status }
    }

    private func remove(_ app: AppEntry, from registry: Registry) throws {
        let own = OwnData(of: app.id, environment: registry.environment)
        // An app that left this group may have been installed in another one since, and both have the same folders.
        var holder = try? registry.groupHolding(app.id)?.group
        if purge, app.record.currentPackage != nil {
            let folders = holder == nil ? own.folders : []
            let data = folders.isEmpty ? "" : ", and its own data in \(folders.joined(separator: ", "))"
            try Talk.makeSure(
                "Delete \(app.name) (\(app.id)) with its badge and history\(data)?", unless: yes,
                or: "\(app.name) was not removed")
            try registry.checkMayRemove(app.id)
            if !folders.isEmpty {
                // It may have been installed there while the question waited.
                do throws(AppGroupError) {
                    holder = try registry.groupHolding(app.id, surely: true)?.group
                } catch {
                    throw AppGroupError(
                        error.code, "\(app.name) was not removed, because another group may use its data: \(error)")
                }
                // This comes first, so that the command can be repeated if it fails.
                if holder == nil { for folder in try own.delete() { Talk.say("Deleted \(folder)") } }
            }
        }
        try registry.removePackage(app.id, forgetting: purge)
        if holder == nil { try? DeclinedReleases(ClientFolders()).forget(app.id) }
        Talk.say("Removed \(app.name) (\(app.id)).")
        let reason = holder.map { "the app uses it in the group \($0)" } ?? "--purge would have deleted it"
        for folder in own.folders { Talk.say("Its own data stays in \(folder); \(reason).") }
    }
}
