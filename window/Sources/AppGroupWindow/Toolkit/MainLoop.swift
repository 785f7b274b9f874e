#if canImport(CAdwaita)
import CAdwaita

/// GTK's main thread, which runs GLib's main loop. Nothing drains the queue of the main actor there, so that a `Task` on it
/// would never run.
package enum MainLoop {
    private final class Work {
        let body: @MainActor @Sendable () -> Void
        init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on the main thread soon. Any thread may call this.
    package static func post(_ body: @escaping @MainActor @Sendable () -> Void) {
        g_idle_add_full(G_PRIORITY_DEFAULT, run, Unmanaged.passRetained(Work(body)).toOpaque(), release)
    }

    /// Runs `body` on the main thread when nothing else is to be done there, such as drawing a frame.
    package static func postWhenIdle(_ body: @escaping @MainActor @Sendable () -> Void) {
        g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, run, Unmanaged.passRetained(Work(body)).toOpaque(), release)
    }

    private static let run: @convention(c) (gpointer?) -> gboolean = { data in
        with(data, as: Work.self) { $0.body() }
        return 0
    }

    private static let release: @convention(c) (gpointer?) -> Void = { Unmanaged<Work>.fromOpaque($0!).release() }

    /// Runs `body` with the object that a C function passes to its callback. GTK and GLib call back on the main thread alone.
    static func with<Object: AnyObject, Result: Sendable>(
        _ data: gpointer?, as _: Object.Type, _ body: @MainActor (Object) -> Result
    ) -> Result {
        nonisolated(unsafe) let data = data!
        return MainActor.assumeIsolated { body(Unmanaged<Object>.fromOpaque(data).takeUnretainedValue()) }
    }
}

/// The frames that a widget is drawn in.
@MainActor
package enum Frames {
    private final class Wait {
        var frames = 0
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }

    /// Runs `body` once the next frame with the widget has been painted.
    package static func afterNext(of widget: Widget, _ body: @escaping @MainActor () -> Void) {
        gtk_widget_add_tick_callback(
            widget,
            { _, _, data in
                MainLoop.with(data, as: Wait.self) { wait in
                    wait.frames += 1
                    // The first call comes before the first frame is painted.
                    guard wait.frames > 1 else { return 1 }
                    wait.body()
                    return 0
                }
            }, Unmanaged.passRetained(Wait(body)).toOpaque(), { Unmanaged<Wait>.fromOpaque($0!).release() })
    }
}
#endif
