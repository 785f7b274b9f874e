import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser
import Downloading
import RemoteFiles
import ToolProgram
import ToolSupport

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Name the clouds, servers and folders that files are fetched from.",
        subcommands: [
            RemoteListCommand.self, RemoteAddCommand.self, RemoteLoginCommand.self, RemoteLogoutCommand.self,
            RemoteRemoveCommand.self,
        ],
        defaultSubcommand: RemoteListCommand.self
    )
}

struct RemoteListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the remote places.",
        discussion: "The fields of tsv are name, kind, place, user.")

    @Option(help: "The format of the output.")
    var format = OutputFormat.table

    func run() throws {
        let remotes = try Store(forReading: true).remotes()
        try Output.write(RemoteListing(remotes: remotes), as: format)
        if remotes.isEmpty, format == .table {
            console.say("There is no remote place yet. To add one: fund remote add NAME webdav URL")
        }
    }
}

extension Remote.Kind: ExpressibleByArgument {}

struct RemoteAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Name a remote place.",
        discussion: """
            A place is the address of a WebDAV folder; the path of a folder of this machine; or a remote that you have set \
            up with rclone config, such as box: or box:Reports. rclone supports Box, Dropbox, OneDrive, S3, FTP and \
            many more.

            The password is not stored: fund asks for it each time. With fund remote login NAME --remember, the \
            desktop's keyring keeps it; with --password-command, a command prints it.
            """
    )

    @Argument(help: "The name, such as cloud.")
    var name: String

    @Argument(help: "webdav, rclone or folder.")
    var kind: Remote.Kind

    @Argument(help: "The address, the remote of rclone, or the path.")
    var place: String

    @Option(help: "Who logs in to a WebDAV server.")
    var user: String?

    @Option(help: "A shell command that prints the password.")
    var passwordCommand: String?

    @OptionGroup var certificates: CertificateOptions

    func validate() throws {
        guard kind == .webdav || user == nil && passwordCommand == nil && certificates.caFile == nil else {
            throw ValidationError("--user, --password-command and --ca-file are for WebDAV servers.")
        }
        guard user != nil || passwordCommand == nil else {
            throw ValidationError("--password-command needs --user.")
        }
        guard user?.contains(":") != true else { throw ValidationError("The name of a user can't contain a colon.") }
    }

    func run() throws {
        let store = try Store()
        let place = try checkedPlace()
        let remote = try store.addRemote(
            RemoteName(name), kind, place, user: user, passwordCommand: passwordCommand,
            authorities: try certificates.path())
        console.say("“\(remote.name)” is added. To see what is there: fund ls \(remote.name):/")
    }

    private func checkedPlace() throws -> String {
        switch kind {
        case .folder:
            let path: String
            do throws(SystemError) { path = try Files.absolute(place) } catch {
                throw ToolError.inputOutput("The working directory is unknown: \(error).")
            }
            guard (try? Files.isDirectory(path)) == true else {
                throw ToolError.notFound("There is no folder \(path).")
            }
            return path
        case .webdav:
            guard let address = WebAddress(place) else {
                throw ToolError.unreadable("“\(place)” is not a web address such as https://cloud.example.org/dav")
            }
            guard WebDAVServer(address) != nil else {
                throw ToolError.unreadable(
                    "The address must have no user, password, query or fragment: name the user with --user.")
            }
            guard user == nil || address.isSecure || address.isLocal else {
                throw ToolError.refused("The password would travel unencrypted: use an address that begins with https.")
            }
            return address.description
        case .rclone:
            guard RcloneDrive.isRemote(place) else {
                throw ToolError.unreadable("“\(place)” is not a remote of rclone such as box: or box:Reports.")
            }
            let name = String(place.prefix { $0 != ":" })
            guard try Drives().rcloneRemotes().contains(name) else {
                throw ToolError.notFound("rclone has no remote “\(name)”. To set it up: rclone config")
            }
            return place
        }
    }
}

struct RemoteLoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to a remote place, and see whether it can be reached.",
        discussion: "For a remote of rclone, rclone logs in again (rclone config reconnect)."
    )

    @Argument(help: "The remote place.")
    var name: String

    @Flag(help: "Let the desktop's keyring remember the password.")
    var remember = false

    func run() throws {
        let store = try Store()
        let remote = try store.remote(name)
        if remote.kind == .rclone {
            return try Rclone.run(["config", "reconnect", "\(remote.place.prefix { $0 != ":" }):"])
        }
        let password = try remote.user.map { _ in try remote.password.value(console, isNew: remember) }
        try ToolError.translating { _ = try Drives().drive(remote, password: password).list(.root) }
        if remember {
            guard let password else { throw ToolError.usage("“\(name)” has no user, so there is no password.") }
            try remote.password.remember(password)
            try store.setRemembered(true, remote)
        }
        console.say("“\(name)” can be reached\(remote.user.map { " as \($0)" } ?? "").")
    }
}

struct RemoteLogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Remove the password of a remote place from the desktop's keyring.",
        discussion: "For a remote of rclone, rclone gives up its permission (rclone config disconnect)."
    )

    @Argument(help: "The remote place.")
    var name: String

    func run() throws {
        let store = try Store()
        let remote = try store.remote(name)
        if remote.kind == .rclone {
            return try Rclone.run(["config", "disconnect", "\(remote.place.prefix { $0 != ":" }):"])
        }
        try remote.password.forget()
        try store.setRemembered(false, remote)
        console.say("fund has no password for “\(name)”.")
    }
}

/// rclone as a program that talks with the user.
private enum Rclone {
    static func run(_ arguments: [String]) throws {
        switch Processes.runInForeground(["rclone"] + arguments) {
        case 0?: return
        case nil: throw ToolError.unavailable("rclone can't be started, or was interrupted. Is it installed?")
        case let status?:
            throw ToolError.refused("rclone \(arguments.joined(separator: " ")) ended with status \(status).")
        }
    }
}

struct RemoteRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Forget a remote place, its password in the keyring, and files of it that were fetched in part.",
        discussion: "Nothing is deleted at the place, and files in funds stay."
    )

    @Argument(help: "The remote place.")
    var name: String

    func run() throws {
        let store = try Store()
        let remote = try store.remote(name)
        try store.refuseWhileFetching(RemoteSpot(remote: remote, path: .root))
        try remote.password.forget()
        for fetch in try store.fetches() where fetch.remote == remote.id { try store.discard(fetch) }
        try store.removeRemote(remote)
        console.say("“\(name)” is forgotten.")
    }
}
