import AppGroup
import AppGroupCommands
import AppGroupPlatform
import Synchronization

/// Opens what the user chose, by the launcher's own commands, while searches go on.
final class ItemOpener: Sendable {
    /// An item to open.
    enum Target: Sendable {
        /// An app or one of its actions.
        case app(GroupItem.Token)
        /// An app that is not installed. The user is asked before anything is installed.
        case offer(AppOffer, GroupID)
        /// Something that never was an item.
        case unknown
    }

    /// The launcher may wait for an app that D-Bus starts.
    private static let patience = Duration.seconds(60)

    private let environment: ProcessEnvironment
    /// How many openings are under way.
    private let count = Mutex(0)

    init(_ environment: ProcessEnvironment) { self.environment = environment }

    /// Whether something is being opened.
    var isBusy: Bool { count.withLock { $0 > 0 } }

    /// Opens an item. If that fails, a notification says why.
    func open(_ target: Target) {
        beside { () throws(AppGroupError) in
            switch target {
            case .app(let token):
                // The notification comes from here.
                try self.run(
                    LauncherCommand.opening(token.target, of: token.group, inNewWindow: false, notifies: false))
            case .offer(let offer, let group):
                if try self.showWindow(["--group", "\(group)", "--search", "\(offer.name)"]) { return }
                // It asks whether to install the app.
                let words = LauncherCommand.opening(.app(offer.app), of: group, inNewWindow: true)
                try self.launcher().openWindow(running: words, for: "\(offer.name)")
            case .unknown: throw AppGroupError(.noSuchApp, "What you chose is no longer there. Search again.")
            }
        }
    }

    /// Shows all apps, with this text to search for.
    func showSearch(for text: String) {
        beside { () throws(AppGroupError) in
            if try self.showWindow(["--search=\(text)"]) { return }
            try self.launcher().openWindow(running: ["home", "--search=\(text)"], for: Program.name)
        }
    }

    /// Opens something on a thread of its own.
    private func beside(_ body: @escaping @Sendable () throws(AppGroupError) -> Void) {
        count.withLock { $0 += 1 }
        let work: @Sendable () -> Void = {
            do throws(AppGroupError) {
                try body()
            } catch {
                Talk.say(error.description)
                BusNotice(error.description).send()
            }
            self.count.withLock { $0 -= 1 }
        }
        if !Threads.start(work) { work() }
    }

    private func launcher() throws(AppGroupError) -> LauncherCommand {
        if let launcher = LauncherCommand(environment) { return launcher }
        throw AppGroupError(
            .notInstalled,
            "launcher is not installed beside launcher-search, nor in PATH, so nothing can be opened. Install it.")
    }

    /// Runs the launcher to its end.
    private func run(_ words: [String]) throws(AppGroupError) {
        let path = try launcher().program
        let outcome: Processes.Outcome
        do throws(SystemError) {
            outcome = try Processes.run(
                Processes.Program(executable: path, arguments: words, environment: environment),
                timeout: Self.patience)
        } catch {
            throw AppGroupError(.launchFailed, "\(path) could not be started: \(error.message).")
        }
        guard !outcome.mayHaveSucceeded else { return }
        let prefix = "\(Program.name): "
        let lines = outcome.errors.split(whereSeparator: \.isNewline).map { line in
            line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : String(line)
        }
        let reason = lines.joined(separator: " ")
        throw AppGroupError(.launchFailed, reason.isEmpty ? "\(path) did not open it, and gave no reason." : reason)
    }

    /// Shows the window, if its program is installed.
    ///
    /// - Returns: Whether it is.
    private func showWindow(_ words: [String]) throws(AppGroupError) -> Bool {
        guard let path = Program.find("launcher-window", in: environment) else { return false }
        try Starter(environment: environment).start([path] + words, for: Program.name, interface: .graphical)
        return true
    }
}
