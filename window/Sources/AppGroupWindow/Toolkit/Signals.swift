#if canImport(CAdwaita)
package import CAdwaita
import Synchronization

/// A closure that a signal owns. It is released when the signal's object goes, or the handler is disconnected.
private final class Handler<Call> {
    let call: Call

    init(_ call: Call) {
        self.call = call
        Signals.living.add(1, ordering: .relaxed)
    }

    deinit { Signals.living.subtract(1, ordering: .relaxed) }

    /// Runs `body` with the closure that a signal passes as its data.
    static func run<Result: Sendable>(_ data: gpointer?, _ body: @MainActor (Call) -> Result) -> Result {
        MainLoop.with(data, as: Handler.self) { body($0.call) }
    }
}

/// Connects closures to signals. Each shape of signal needs a function of its own: with the wrong one, GLib passes an
/// argument in the place of the closure.
///
/// The closures run on GTK's main thread, which is the process's main thread.
@MainActor
package enum Signals {
    fileprivate nonisolated static let living = Atomic(0)

    /// How many closures are connected now.
    package nonisolated static var count: Int { living.load(ordering: .relaxed) }

    /// The number of a connection, for ``disconnect(_:_:)``.
    package typealias Connection = gulong

    /// Ends a connection, which releases its closure.
    package static func disconnect(_ object: some GObjectReference, _ connection: Connection) {
        g_signal_handler_disconnect(object.instance, connection)
    }

    /// A signal without arguments, such as `clicked`, or with one that does not matter, such as `notify::text`.
    @discardableResult
    package static func connect(
        _ object: some GObjectReference, _ signal: String, hasArgument: Bool = false,
        _ call: @escaping @MainActor () -> Void
    ) -> Connection {
        typealias Box = Handler<@MainActor () -> Void>
        guard hasArgument else {
            let plain: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in Box.run(data) { $0() } }
            return attach(object, signal, unsafeBitCast(plain, to: GCallback.self), Box(call))
        }
        let plain: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in Box.run(data) { $0() } }
        return attach(object, signal, unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    /// A signal with an object or a text, such as `bind` of a list item factory or `response` of a dialog.
    package static func connect(
        _ object: some GObjectReference, pointer signal: String, _ call: @escaping @MainActor (OpaquePointer?) -> Void
    ) {
        typealias Box = Handler<@MainActor (OpaquePointer?) -> Void>
        let plain: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, argument, data in
            nonisolated(unsafe) let argument = OpaquePointer(argument)
            Box.run(data) { $0(argument) }
        }
        attach(object, signal, unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    /// A signal with a position, such as `activate` of a grid view.
    package static func connect(
        _ object: some GObjectReference, position signal: String, _ call: @escaping @MainActor (Int) -> Void
    ) {
        typealias Box = Handler<@MainActor (Int) -> Void>
        let plain: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, position, data in
            Box.run(data) { $0(Int(position)) }
        }
        attach(object, signal, unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    /// A signal that asks a question, such as `close-request`.
    package static func connect(
        _ object: some GObjectReference, question signal: String, _ call: @escaping @MainActor () -> Bool
    ) {
        typealias Box = Handler<@MainActor () -> Bool>
        let plain: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in Box.run(data) { $0() ? 1 : 0 } }
        attach(object, signal, unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    /// The signal `key-pressed` of a `GtkEventControllerKey`. The closure gets the key's symbol and the modifiers, and
    /// returns whether it has handled the key.
    package static func connect(
        keysOf controller: OpaquePointer, _ call: @escaping @MainActor (UInt32, GdkModifierType) -> Bool
    ) {
        typealias Box = Handler<@MainActor (UInt32, GdkModifierType) -> Bool>
        let plain: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, modifiers, data in Box.run(data) { $0(key, modifiers) ? 1 : 0 }
        }
        attach(controller, "key-pressed", unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    /// The signal `pressed` of a `GtkGestureClick` or a `GtkGestureLongPress`. The closure gets the place in the widget.
    package static func connect(
        pressesOf gesture: OpaquePointer, isLong: Bool, _ call: @escaping @MainActor (Double, Double) -> Void
    ) {
        typealias Box = Handler<@MainActor (Double, Double) -> Void>
        if isLong {
            let plain: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
                Box.run(data) { $0(x, y) }
            }
            attach(gesture, "pressed", unsafeBitCast(plain, to: GCallback.self), Box(call))
        } else {
            let plain: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = { _, _, x, y, data in
                Box.run(data) { $0(x, y) }
            }
            attach(gesture, "pressed", unsafeBitCast(plain, to: GCallback.self), Box(call))
        }
    }

    /// The signal `released` of a `GtkGestureClick`. The closure gets which of several quick clicks it was, and the place in the
    /// widget.
    package static func connect(
        releasesOf gesture: OpaquePointer, _ call: @escaping @MainActor (Int32, Double, Double) -> Void
    ) {
        typealias Box = Handler<@MainActor (Int32, Double, Double) -> Void>
        let plain: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = { _, count, x, y, data in
            Box.run(data) { $0(count, x, y) }
        }
        attach(gesture, "released", unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    /// The signal `command-line` of a `GApplication`. The closure gets the arguments of a process, without the program's name, and
    /// a function that writes to its standard error. It returns the exit status of that process.
    package static func connect(
        commandLineOf application: OpaquePointer,
        _ call: @escaping @MainActor ([String], _ writeError: (String) -> Void) -> Int32
    ) {
        typealias Box = Handler<@MainActor ([String], (String) -> Void) -> Int32>
        let plain: @convention(c) (gpointer?, UnsafeMutablePointer<GApplicationCommandLine>?, gpointer?) -> gint = {
            _, line, data in
            var count: Int32 = 0
            let arguments = g_application_command_line_get_arguments(line, &count)
            defer { g_strfreev(arguments) }
            let words = (1..<max(1, Int(count))).compactMap { arguments?[$0].map { String(cString: $0) } }
            nonisolated(unsafe) let line = line
            return Box.run(data) { $0(words) { app_group_print_error(line, $0) } }
        }
        attach(application, "command-line", unsafeBitCast(plain, to: GCallback.self), Box(call))
    }

    @discardableResult
    private static func attach(
        _ object: some GObjectReference, _ signal: String, _ callback: GCallback, _ handler: AnyObject
    ) -> Connection {
        g_signal_connect_data(
            object.instance, signal, callback, Unmanaged.passRetained(handler).toOpaque(),
            { data, _ in Unmanaged<AnyObject>.fromOpaque(data!).release() }, GConnectFlags(rawValue: 0))
    }
}

/// A pointer to a GObject of any class.
package protocol GObjectReference {
    var instance: UnsafeMutableRawPointer { get }
}

extension OpaquePointer: GObjectReference {
    package var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: GObjectReference {
    package var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
#endif
