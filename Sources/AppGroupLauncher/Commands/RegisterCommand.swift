import AppGroup
import AppGroupCommands
import AppGroupPlatform
import ArgumentParser

struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "register", "Add a tool to the group, or update its description.",
        discussion: """
            Registering replaces the name, icon, schemes, actions, version, and command or desktop file completely: a \
            value that is not given is removed. The badge and fields are changed only if given; other fields, pins and \
            history stay. Registering the same values again changes nothing.

            In the command's arguments, %u stands for the URL and %% for a percent sign. Without %u, the URL is added \
            at the end. If an app is opened without a URL, an argument that contains %u is left out.

            These fields are for “launcher integrate”: comment, a sentence about the app; categories, such as \
            "Network;Email"; hold, which is auto, always or never (see “launcher open --help”).

              launcher register com.example.inbox --name Inbox --scheme inbox \\
                  --icon mail-unread --terminal -- /usr/bin/inbox open-url %u
            """)

    @OptionGroup var group: GroupOptions

    @Argument(help: "The reverse-DNS identifier, such as com.example.inbox.", completion: .appIDs)
    var id: String

    @Option(help: "The name shown to users (default: from the desktop entry or the id).")
    var name: String?

    @Option(
        help: "A PNG or SVG file, or the name of a themed icon such as mail-unread.",
        completion: .file(extensions: ["png", "svg"]))
    var icon: String?

    @Option(help: "A URL scheme that opens the app; may be given several times, the most important first.")
    var scheme: [String] = []

    @Option(
        help: ArgumentHelp(
            "An action and the URL it opens, for “launcher open inbox#newest”; may be given several times.",
            valueName: "id=url"))
    var action: [String] = []

    @Option(help: ArgumentHelp("The name that users see for an action (default: from its id).", valueName: "id=name"))
    var actionName: [String] = []

    @Option(help: ArgumentHelp("The themed icon of an action.", valueName: "id=icon-name"))
    var actionIcon: [String] = []

    @Option(help: "The version of the app.")
    var appVersion: String?

    @Option(help: "KEY=VALUE: a whole number, an RFC 3339 date and time, or text; may be given several times.")
    var field: [String] = []

    @Option(parsing: .unconditional, help: "How many things need attention, 0 or more.")
    var badge: Int64?

    @Flag(help: "The app runs in a terminal. Without this, what it prints is lost.")
    var terminal = false

    @Flag(help: "If another group has the app, move it with its badge and history.")
    var move = false

    @Option(
        help: "The desktop-file id of an entry that starts the app and supplies name, icon and schemes unless given.")
    var desktopFile: String?

    @Argument(parsing: .postTerminator, help: "The program and its arguments, after “--”.")
    var command: [String] = []

    func validate() throws {
        if desktopFile != nil, terminal || !command.isEmpty {
            throw ValidationError(
                "--desktop-file already defines how the app starts; leave out --terminal and the COMMAND.")
        }
        if desktopFile == nil, command.isEmpty {
            throw ValidationError("Specify how the app starts: -- COMMAND [ARG]..., or --desktop-file DESKTOP-ID.")
        }
    }

    func run() throws {
        let app = try registeredApp()
        let registry = try group.registryToFill()
        // A script that registers at each start has no use for this.
        let isSeen = StandardStream.error.isTerminal
        let numbered = isSeen ? app.schemes.filter { $0.description.contains(where: \.isNumber) } : []
        let known = numbered.isEmpty ? [] : try registry.app(app.id)?.schemes ?? []
        let registration = try registry.register(app, moving: move)
        for (scheme, owner) in registration.withheld.sorted(by: { $0.key.description < $1.key.description }) {
            Talk.say(Self.lack(of: scheme, in: app.id, owner: owner))
        }
        for scheme in numbered where !known.contains(scheme) {
            Talk.say(
                "xdg-open 1.1.3 does not open “\(scheme):” links, because the scheme has a digit. “launcher open” and "
                    + "desktops do.")
        }
        if isSeen, let file = command.dropFirst().first(where: Self.isRelativeFile),
            let path = ThisProcess.absolute(file)
        {
            Talk.say(
                "“\(file)” is found only if the app is opened from this folder. To open it from anywhere, register it with the "
                    + "whole path: \(path)")
        }
        if let reason = try registry.app(app.id)?.availability.reason {
            Talk.say("\(app.id) is registered, but hidden until it can be launched: \(reason).")
        }
    }

    /// The remark on an app that is in its group without one of its schemes.
    static func lack(of scheme: URLScheme, in app: AppID, owner: AppID) -> String {
        "\(app) is registered without the scheme “\(scheme)”: \(owner) took it over while the app was gone."
    }

    /// Whether an argument of a command names a file in or below this folder.
    private static func isRelativeFile(_ argument: String) -> Bool {
        !argument.hasPrefix("-") && !Paths.isAbsolute(argument) && (try? Files.status(argument).kind) == .file
    }

    private func registeredApp() throws -> AppDescription {
        let id = try AppID(id)
        var app: AppDescription
        if let desktopFile {
            app = try AppDescription(id: id, desktopFile: desktopFile, name: name.map { try AppName($0) })
        } else {
            let interface: AppLaunch.Interface = terminal ? .terminal : .graphical
            app = AppDescription(
                id: id, name: try AppName(name ?? id.lastSegment),
                launch: .command(
                    AppLaunch.Command(
                        executable: try AppLaunch.program(command[0]), arguments: Array(command.dropFirst()),
                        interface: interface))
            )
        }
        if let icon { app.icon = IconSource(argument: icon) }
        if !scheme.isEmpty { app.schemes = try scheme.map { try URLScheme($0) } }
        app.actions = try ActionArguments(urls: action, names: actionName, icons: actionIcon).actions()
        app.version = try appVersion.map { try AppVersion($0) }
        app.badge = try badge.map { try BadgeCount(argument: $0) }
        for assignment in field {
            let (key, value) = try FieldArgument.assignment(assignment)
            app.fields[key] = value
        }
        return app
    }
}

extension IconSource {
    /// A path, or a name with the extension of an image, is a file; any other word names a themed icon. The contents of the file are
    /// checked later, so that an image of another format is refused instead of being taken for the name of an icon.
    fileprivate init(argument: String) {
        let name = argument.lowercased()
        let endings = [".png", ".svg", ".jpg", ".jpeg", ".gif", ".ico", ".webp", ".xpm"]
        let isFile = argument.utf8.contains(UInt8(ascii: "/")) || endings.contains { name.hasSuffix($0) }
        self = isFile ? .file(argument) : .named(argument)
    }
}

extension AppID {
    fileprivate var lastSegment: String { String(description.split(separator: ".").last ?? "") }
}

struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "unregister", "Remove an app from the group.",
        discussion: """
            The app is hidden at once and kept for 90 days. It comes back with “launcher prune --undo ID”, or when \
            its tool registers again. Unless you give its whole id, launcher says which app it found and unregistered.
            """)

    @OptionGroup var group: GroupOptions

    @Argument(help: .app, completion: .apps)
    var what: String

    func run() throws {
        guard let understood = try group.finder().change(what, { try $0.unregister($1) }) else { return }
        let undo = understood.group.command("prune --undo \(understood.id)")
        Talk.say("Unregistered \(understood.name) (\(understood.id)). To bring it back: \(undo)")
    }
}
