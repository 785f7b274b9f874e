import AppGroup
import AppGroupTerminal
import AppPackage
import ArgumentParser

struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "install", "Install a package, or another version of one that is installed.",
        discussion: """
            The app joins the group that --group names, else the one that the package names, else $APP_GROUP, else the only \
            one there is. Badge, history and fields of an older version stay. To go back: launcher rollback
            """)

    @OptionGroup var group: GroupOptions
    @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
    @Flag(help: "Put the package in the place of an app that was registered by hand, without asking.") var replace =
        false
    @Option(help: "How many older versions stay on the disk to go back to.") var keep = Registry.defaultKeptVersions

    func validate() throws {
        if keep < 0 { throw ValidationError("--keep is \(keep); it must be 0 or more versions.") }
    }

    func run() throws {
        let package = try Package(path: file, checking: .structure)
        try PackageInstaller.checkFits(package)
        let named = group.group == nil ? package.bundle.info.group.map { Registry(group: $0) } : nil
        let installer = PackageInstaller(family: try named ?? group.family())
        let replacing = try replace || mayReplace(package.bundle.info.id, in: installer.family)
        let installation = try installer.install(package, keptVersions: keep, replacing: replacing)
        Talk.say(installation.sentence)
        for (scheme, owner) in installation.withheld {
            Talk.say("It does not get the scheme “\(scheme)”, which \(owner) took over meanwhile.")
        }
    }

    /// Asks where the package would take the place of an app that was registered by hand. No is answered by a refusal.
    private func mayReplace(_ id: AppID, in family: Registry) throws -> Bool {
        guard let known = try family.app(id), !known.record.isInstalledPackage, known.unregistered == nil else {
            return false
        }
        return Talk.confirm("\(known.name) (\(known.id)) was registered by hand. Replace it?")
    }
}
