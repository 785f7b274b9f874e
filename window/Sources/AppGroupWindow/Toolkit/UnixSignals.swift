#if canImport(CAdwaita)
import CAdwaita

/// Signals of the system, handled by the main loop.
@MainActor
package enum UnixSignals {
    private final class Handler {
        let call: @MainActor () -> Void
        init(_ call: @escaping @MainActor () -> Void) { self.call = call }
    }

    /// Calls a closure on the main thread after each such signal.
    ///
    /// - Parameter number: SIGHUP, SIGINT, SIGTERM, SIGUSR1 or SIGUSR2; others are ignored.
    package static func onSignal(_ number: Int32, _ call: @escaping @MainActor () -> Void) {
        guard [1, 2, 10, 12, 15].contains(number) else { return }
        g_unix_signal_add_full(
            G_PRIORITY_DEFAULT, number,
            { data in
                MainLoop.with(data, as: Handler.self) { $0.call() }
                return 1
            }, Unmanaged.passRetained(Handler(call)).toOpaque(), { Unmanaged<Handler>.fromOpaque($0!).release() })
    }
}
#endif
