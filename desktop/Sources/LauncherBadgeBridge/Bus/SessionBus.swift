import CDesktopSystemd
import Glibc

/// The flag of `RequestName` that asks for the name now or never (D-Bus Specification, "Message Bus Messages").
private let doNotQueue: UInt32 = 4
/// The answer of `RequestName` that the name is the caller's now.
private let primaryOwner: UInt32 = 1

/// A connection to the session bus, for one thread. It closes itself.
final class SessionBus {
    /// The bus went away, or cannot be reached; the system's error number.
    struct Lost: Error {
        let errno: Int32
    }

    private let bus: OpaquePointer
    /// What the answer to the request for a name refers to.
    private var request: UInt64 = 0

    /// Begins to connect to the bus that `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` names. What is sent meanwhile waits;
    /// a bus that does not answer for a minute and a half is lost.
    init() throws(Lost) {
        var bus: OpaquePointer?
        try Self.check(sd_bus_open_user_with_description(&bus, "launcher-badge-bridge"))
        guard let bus else { throw Lost(errno: ENOTCONN) }
        self.bus = bus
    }

    deinit { sd_bus_close_unref(bus) }

    /// Asks for a name that only one has, without waiting for the answer.
    func request(_ name: String) throws(Lost) {
        let call = try call("RequestName")
        try call.append(name)
        try call.append(doNotQueue)
        request = try call.send()
    }

    /// Whether a message says that the name is ours now; `nil` for any other message.
    func hasName(by message: BusMessage) throws(Lost) -> Bool? {
        guard message.answers(request) else { return nil }
        guard let answer = message.number else { throw Lost(errno: EPROTO) }
        return answer == primaryOwner
    }

    /// Asks the bus for signals, without waiting for the answer.
    func subscribe(to match: String) throws(Lost) {
        let call = try call("AddMatch")
        try call.append(match)
        try call.send()
    }

    private func call(_ member: String) throws(Lost) -> BusMessage {
        var call: OpaquePointer?
        let name = "org.freedesktop.DBus"
        try Self.check(sd_bus_message_new_method_call(bus, &call, name, "/org/freedesktop/DBus", name, member))
        guard let call else { throw Lost(errno: ENOMEM) }
        return BusMessage(call)
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

    /// Does what there is to do without waiting, up to the next message that came; `nil` where nothing is left to do.
    func next() throws(Lost) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let code = sd_bus_process(bus, &message)
            try Self.check(code)
            if let message { return BusMessage(message) }
            if code == 0 { return nil }
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
        try message.send()
    }

    /// Waits until all that was sent is on its way, for a second at most.
    func flush() throws(Lost) {
        let end = ContinuousClock.now + .seconds(1)
        var waiting: UInt64 = 0
        while ContinuousClock.now < end, sd_bus_get_n_queued_write(bus, &waiting) >= 0, waiting > 0 {
            var event = events
            poll(&event, 1, 100)
            _ = try next()
        }
    }

    static func check(_ code: Int32) throws(Lost) {
        if code < 0 { throw Lost(errno: -code) }
    }
}
