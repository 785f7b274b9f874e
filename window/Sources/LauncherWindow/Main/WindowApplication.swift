import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupWindow
import CAdwaita

/// The application that owns the window of this session.
@MainActor
final class WindowApplication {
    private let application: UnsafeMutablePointer<AdwApplication>
    private var window: GroupWindow?
    private var isResident = false
    /// SIGHUP, SIGINT and SIGTERM.
    private static let endingSignals: [Int32] = [1, 2, 15]

    init() {
        application = adw_application_new(RunningWindow.name, G_APPLICATION_HANDLES_COMMAND_LINE)
    }

    /// Shows the window and returns when it is closed. - Returns: The exit status.
    func run(_ words: [String]) -> Int32 {
        let base = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
        Signals.connect(commandLineOf: OpaquePointer(base)) { [unowned self] words in show(words) }
        for signal in Self.endingSignals {
            // The main loop ends, so that what was started ends in order.
            UnixSignals.onSignal(signal) { [unowned self] in
                window?.end()
                g_application_quit(base)
            }
        }
        return RunningWindow.run(base, words)
    }

    /// Shows the window as the arguments of this or another process say. - Returns: That process's exit status.
    private func show(_ words: [String]) -> Int32 {
        do {
            guard let command = try WindowCommand.parseAsRoot(words) as? WindowCommand else { return 64 }
            let group = try command.group.group.map { try GroupID($0) }
            if command.resident, !isResident {
                isResident = true
                g_application_hold(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self))
            }
            if window == nil {
                window = try GroupWindow(application, group, command.order)
                window?.onClosed = { [unowned self] in window = nil }
            } else if group != window?.group || command.order != window?.order {
                try window?.follow(group, command.order)
            }
            window?.isResident = isResident
            window?.isOnce = command.once
            window?.present(searching: command.search, token: command.activationToken)
            return 0
        } catch {
            Talk.say("\(error)")
            return (error as? any ReportableError)?.exitStatus.rawValue ?? 1
        }
    }
}
