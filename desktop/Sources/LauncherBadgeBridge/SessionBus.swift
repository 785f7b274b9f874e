import CDesktopSystemd
import Glibc

/// A connection to the session bus, for one thread. It closes itself.
final class SessionBus {
    /// The bus went away, or cannot be reached; the system's error number.
    struct Lost: Error {
        let errno: Int32
    }

    private let bus: OpaquePointer

    /// Connects to the bus that `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` names.
    init() throws(Lost) {
        var bus: OpaquePointer?
        try Self.check(sd_bus_open_user_with_description(&bus, "launcher-badge-bridge"))
        guard let bus else { throw Lost(errno: ENOTCONN) }
        self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// Takes a name, as the only one. - Returns: Whether it was free.
    func request(_ name: String) throws(Lost) -> Bool {
        let code = sd_bus_request_name(bus, name, 0)
        if code == -EEXIST { return false }
        try Self.check(code)
        return true
    }

    /// Asks the bus for signals.
    func subscribe(to match: String) throws(Lost) {
        try Self.check(sd_bus_add_match(bus, nil, match, nil, nil))
    }

    /// What to wait for with poll(2).
    var events: pollfd {
        pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: max(0, sd_bus_get_events(bus))), revents: 0)
    }

    /// When it wants to be processed at the latest, in microseconds of the monotonic clock; `nil` for never.
    var deadline: UInt64? {
        var deadline = UInt64.max
        guard sd_bus_get_timeout(bus, &deadline) >= 0, deadline != .max else { return nil }
        return deadline
    }

    /// Does what there is to do without waiting, and hands over each message that came.
    func process(_ handle: (BusMessage) throws(Lost) -> Void) throws(Lost) {
        while true {
            var message: OpaquePointer?
            let code = sd_bus_process(bus, &message)
            try Self.check(code)
            if let message { try handle(BusMessage(message)) }
            if code == 0 { return }
        }
    }

    /// Tells every dock of one app's badge.
    func update(_ entry: LauncherEntry) throws(Lost) {
        var signal: OpaquePointer?
        try Self.check(
            sd_bus_message_new_signal(bus, &signal, entry.path, LauncherEntry.interface, "Update"))
        guard let signal else { throw Lost(errno: ENOMEM) }
        let message = BusMessage(signal)
        try message.append(entry)
        try Self.check(sd_bus_send(bus, signal, nil))
    }

    /// Waits until all that was sent is on its way.
    func flush() throws(Lost) { try Self.check(sd_bus_flush(bus)) }

    static func check(_ code: Int32) throws(Lost) {
        if code < 0 { throw Lost(errno: -code) }
    }
}
