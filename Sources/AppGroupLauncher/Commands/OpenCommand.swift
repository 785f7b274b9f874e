import AppGroup
import AppGroupCommands
import ArgumentParser

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "open", "Open an app by id, name, part of a name, scheme, or URL.",
        discussion: """
            A terminal app replaces the launcher in this terminal, and its exit status is passed on. A graphical app \
            is started in its own session. A URL goes to the app that has its scheme, or else to the desktop's default \
            handler. “inbox#newest” runs the action newest of inbox; “launcher info inbox” lists its actions. If an \
            app is not installed but a server that you are logged in to offers it, you are asked whether to install it \
            first.

            --hold is for desktop entries, menus and keys. It runs a terminal app in this terminal, or in a new window \
            if there is no terminal. A window that was opened for the app has the app's name as its title. After the \
            app has ended, the window stays open until you press a key: always with “always”, and with “auto” if the \
            app failed or ended within 5 seconds. The field “hold” of an app is its own setting for “auto”. \
            If the app cannot be opened and there is no terminal, a notification says why.
            """)

    @OptionGroup var group: GroupOptions

    @Argument(
        help: "An id, a name or a part of it, or a scheme, each optionally with #ACTION; or a URL.",
        completion: .openable)
    var what: String

    @Argument(help: "Open the app with this URL, even if another app has its scheme.")
    var url: String?

    @Flag(help: "Print the shell command that would be run, but start nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("Whether the window of a terminal app stays after the app has ended.", valueName: "when"))
    var hold: HoldPolicy?

    /// The terminal was opened for the app, by this program.
    @Flag(help: .hidden)
    var inWindow = false

    /// The caller shows the reason itself if the app cannot be opened.
    @Flag(help: .hidden)
    var noNotice = false

    func run() throws {
        if dryRun { return StandardOutput.print(try target().opening().plan.description) }
        if let hold {
            do {
                return try AppWindow(hold).open(target, for: Self.self, inNewWindow: inWindow)
            } catch {
                if !noNotice { NotifySendNotice("Could not open the app", "\(error)").show(in: .current) }
                throw error
            }
        }
        switch try target().opening().start(terminal: .replaceCaller) {
        case .detached, .activated: break
        case .ended(let status): Program.end(with: status)
        }
    }
}

extension HoldPolicy: ExpressibleByArgument {}

// Opening an app that is not installed but offered by a server.
extension OpenCommand {
    /// The app that the user means. If it is only offered, it is installed first, provided that they agree.
    func target() throws -> OpenTarget {
        let finder = try group.finder()
        do {
            let target = try OpenTarget(what, url: url, with: finder)
            guard let named = target.named, !named.app.availability.isInstalled,
                let offer = try named.registry.offers().first(where: { $0.app == named.app.id })
            else { return target }
            try install(offer, into: named.registry)
            return target.installed()
        } catch let error as AppGroupError where error.code == .noSuchApp {
            guard let (registry, offer) = try offer(to: finder) else { throw error }
            let url = try url.map { try AppURL($0) }
            try install(offer, into: registry)
            return OpenTarget(.app(offer.app, url: url), in: registry)
        }
    }

    /// The only offer that matches what the user typed.
    private func offer(to finder: AppFinder) throws -> (registry: Registry, offer: AppOffer)? {
        let offers = try finder.read { (registry) throws(AppGroupError) in try registry.offers() }
            .flatMap { part in part.value.map { (registry: part.registry, offer: $0) } }
        let found = AppQuery.matches(what, in: offers.map(\.offer))
        guard let first = found.first else { return nil }
        guard found.count == 1 else {
            let list = found.map { "\($0.app) from \($0.source)" }.joined(separator: ", ")
            throw AppGroupError(.ambiguous, "“\(what)” is not installed, and could be \(list). Be more specific.")
        }
        return offers.first { $0.offer == first }
    }

    /// Has the catalog client install an offer, if a user is there to agree; otherwise throws an error that says
    /// how to install it.
    private func install(_ offer: AppOffer, into registry: Registry) throws {
        let name = "\(offer.name)\(offer.version.map { " \($0)" } ?? "")"
        guard !dryRun, Talk.confirm("\(name) is not installed; \(offer.source) offers it. Install it now?") else {
            throw AppGroupError(
                .notInstalled,
                "\(offer.name) (\(offer.app)) is not installed; \(offer.source) offers it. To install it: "
                    + registry.group.command("install \(offer.app)"))
        }
        let status = ExternalCommand.runStore([
            "install", "\(offer.app)", "--server", "\(offer.source)", "--group", "\(registry.group)",
        ])
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
