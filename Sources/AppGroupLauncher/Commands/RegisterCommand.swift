import AppGroup
import AppGroupTerminal
import ArgumentParser

struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "register", "Take a tool into the family, or bring what is known of it up to date.",
        discussion: """
            Registering states name, icon, schemes, actions, launch and version whole: what is left out is taken away. A \
            badge or fields are set where they are given; other fields, pins and history stay. The same again changes \
            nothing.

            In an ARG, %u is the URL and %% a percent sign; without any %u the URL comes last. With no URL an ARG that \
            holds %u is left out.

              launcher register com.example.inbox --name Inbox --scheme inbox \\
                  --icon mail-unread --terminal -- /usr/bin/inbox open-url %u
            """)

    @OptionGroup var group: GroupOptions

    @Argument(help: "The reverse-DNS identifier, such as com.example.inbox.", completion: .appIDs)
    var id: String

    @Option(help: "What the app is called on screen; else what its desktop entry or its id says.")
    var name: String?

    @Option(
        help: "A PNG or SVG file, or the name of a themed icon such as mail-unread.",
        completion: .file(extensions: ["png", "svg"]))
    var icon: String?

    @Option(help: "A URL scheme by which the app is opened; may be given several times, the most important first.")
    var scheme: [String] = []

    @Option(
        help: ArgumentHelp(
            "An action, and the URL that it opens the app with: \"launcher open inbox#newest\". May be given several times.",
            valueName: "id=url"))
    var action: [String] = []

    @Option(help: ArgumentHelp("What an action is called on screen; else what its id says.", valueName: "id=name"))
    var actionName: [String] = []

    @Option(help: ArgumentHelp("The themed icon of an action.", valueName: "id=icon-name"))
    var actionIcon: [String] = []

    @Option(help: "The version of the app.")
    var appVersion: String?

    @Option(help: "KEY=VALUE: a whole number, an RFC 3339 date and time, or text; may be given several times.")
    var field: [String] = []

    @Option(parsing: .unconditional, help: "How many things need attention, 0 or more.")
    var badge: Int64?

    @Flag(help: "The app talks to the user in a terminal.")
    var terminal = false

    @Flag(help: "Take the app along, with badge and use, where another group has it.")
    var move = false

    @Option(help: "Start the app by this desktop-file id; name, icon and schemes come from it where they aren't given.")
    var desktopFile: String?

    @Argument(parsing: .postTerminator, help: "The program and its arguments, after “--”.")
    var command: [String] = []

    func validate() throws {
        if desktopFile != nil, terminal || !command.isEmpty {
            throw ValidationError("--desktop-file says how the app starts; leave out --terminal and the COMMAND.")
        }
        if desktopFile == nil, command.isEmpty {
            throw ValidationError("Say how the app starts: -- COMMAND [ARG]..., or --desktop-file DESKTOP-ID.")
        }
    }

    func run() throws {
        let app = try registeredApp()
        let family = try group.family()
        let registration = try family.register(app, moving: move)
        for (scheme, owner) in registration.withheld.sorted(by: { $0.key.description < $1.key.description }) {
            Talk.say(
                "\(app.id) is registered without the scheme “\(scheme)”, which \(owner) took over while it was gone.")
        }
        if let reason = try family.app(app.id)?.availability.reason {
            Talk.say("\(app.id) is registered, and hidden until it can be launched: \(reason).")
        }
    }

    private func registeredApp() throws -> RegisteredApp {
        let id = try AppID(id)
        var app: RegisteredApp
        if let desktopFile {
            app = try RegisteredApp(id: id, desktopFile: desktopFile, name: name.map { try AppName($0) })
        } else {
            let interface: Launch.Interface = terminal ? .terminal : .graphical
            app = RegisteredApp(
                id: id, name: try AppName(name ?? id.lastSegment),
                launch: .command(
                    Launch.Command(executable: command[0], arguments: Array(command.dropFirst()), interface: interface))
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
    /// A path, or a file of the working folder with the ending of an image, is a file; any other word names a themed icon.
    fileprivate init(argument: String) {
        let isImageName = argument.hasSuffix(".png") || argument.hasSuffix(".svg")
        self = argument.contains("/") || isImageName ? .file(argument) : .named(argument)
    }
}

extension AppID {
    fileprivate var lastSegment: String { String(description.split(separator: ".").last ?? "") }
}
