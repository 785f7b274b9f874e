import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "restore", "Replace a group with a backup, made on this machine or another.",
        discussion: """
            The backup is checked first. The replaced registry is kept in a file beside the new one. If neither --group nor \
            APP_GROUP names a group, the backup replaces the group that it was made from. If another group is named, the apps \
            are copied there, and the first group keeps them too.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Replace a group that has apps.")
    var replace = false

    @Argument(help: "A file that “launcher backup” wrote.", completion: .file())
    var file: String

    func validate() throws {
        guard !file.isEmpty else {
            throw ValidationError("The name of the backup is empty; name a file that launcher backup wrote.")
        }
    }

    func run() throws {
        let origin = try Registry.group(ofBackup: file)
        let registry = try registry(for: origin)
        let restoration = try registry.restore(from: file, replacing: replace)
        Talk.say(
            "The group \(registry.group) has \(Quantity(restoration.apps, "app")) now."
                + (restoration.keptOldAs.map { " The replaced registry is kept as \($0)" } ?? ""))
        if let origin, origin != registry.group {
            Talk.say("The backup is of the group \(origin); its apps were copied to \(registry.group).")
        }
        let missing = try registry.apps(order: .name, including: .all).filter { app in
            app.record.isInstalledPackage && app.unregistered == nil && !app.availability.isInstalled
        }
        if !missing.isEmpty {
            Talk.say(
                "The files of \(Quantity(missing.count, "package")) are not on this machine. To learn how to install them: "
                    + "launcher login SERVER, then launcher update")
        }
        for (other, apps) in restoration.sharedApps.sorted(by: { $0.key < $1.key }) {
            let list = apps.prefix(3).map(\.description).joined(separator: ", ") + (apps.count > 3 ? ", …" : "")
            Talk.say(
                "The group \(other) has \(apps.count == 1 ? "one" : "\(apps.count)") of these apps, too (\(list)): "
                    + "restoring copies apps and removes none from another group. To see what to do: launcher doctor")
        }
    }

    private func registry(for origin: GroupID?) throws -> Registry {
        guard let origin, try group.named() == nil else { return try group.registryToFill() }
        return Registry(group: origin)
    }
}
