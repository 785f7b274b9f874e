import AppGroupPlatform
import AppGroupWindow
import CAdwaita

/// The application that owns the window of this session, for one folder of groups.
@MainActor
final class WindowApplication {
    private let application: UnsafeMutablePointer<AdwApplication>
    private var window: GroupWindow?
    private var isResident = false
    /// The groups for the first window; `nil` once there was one.
    private var first: ShownGroups?
    /// SIGHUP, SIGINT and SIGTERM.
    private static let endingSignals: [Int32] = [1, 2, 15]

    /// SIGUSR1.
    private static let countingSignal: Int32 = 10

    /// - Parameter name: Its name on the session bus.
    init(_ name: String, _ shown: ShownGroups) {
        first = shown
        application = adw_application_new(name, G_APPLICATION_HANDLES_COMMAND_LINE)
    }

    /// Shows the window and returns when it is closed.
    ///
    /// - Returns: The exit status.
    func run(_ words: [String]) -> Int32 {
        let base = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
        Signals.connect(commandLineOf: OpaquePointer(base)) { [unowned self] in show($0, writeError: $1) }
        for signal in Self.endingSignals {
            // The main loop ends, so that what was started ends in order.
            UnixSignals.onSignal(signal) { [unowned self] in
                window?.end()
                g_application_quit(base)
            }
        }
        UnixSignals.onSignal(Self.countingSignal) { [unowned self] in
            let counts = window?.counts ?? (cells: 0, frames: 0)
            WindowProgram.say("\(Signals.count) closures, \(counts.cells) cells, \(counts.frames) frames")
        }
        return RunningWindow.run(base, words)
    }

    /// Shows the window as the arguments of this or another process say.
    ///
    /// - Parameter writeError: Writes to that process's standard error.
    /// - Returns: Its exit status.
    private func show(_ words: [String], writeError: (String) -> Void) -> Int32 {
        do {
            let options = try WindowOptions(words)
            let choice = options.choice
            if options.isResident, !isResident {
                isResident = true
                g_application_hold(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self))
            }
            if let window {
                if choice != window.choice { window.follow(try ShownGroups(choice, .current)) }
            } else {
                let shown = first?.choice == choice ? first : nil
                window = GroupWindow(application, try shown ?? ShownGroups(choice, .current))
                window?.onClosed = { [unowned self] in window = nil }
                first = nil
            }
            window?.isResident = isResident
            window?.isOnce = options.isOnce
            window?.present(searching: options.search, token: options.activationToken)
            return 0
        } catch {
            return WindowProgram.report(error, with: writeError)
        }
    }
}
