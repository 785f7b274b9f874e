package import AppGroupPlatform
import CDesktopSystemd

/// A flag of `RequestName`: do not wait for the name if it is taken (D-Bus Specification, "Message Bus Messages").
private let doNotQueue: UInt32 = 4
/// The answer of `RequestName` if the caller now owns the name.
private let primaryOwner: UInt32 = 1

/// A connection to the session bus, for one thread. It closes itself. Its methods throw if the bus is gone or cannot be
/// reached.
package final class SessionBus {
    private let bus: OpaquePointer
    /// The number of the request for a name, to which the answer refers.
    private var request: UInt64 = 0

    /// Begins to connect to the bus that `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` names. Messages are queued
    /// until it is connected. A bus that does not answer for a minute and a half is given up.
    ///
    /// - Parameter description: The name of the connection in the messages of libsystemd.
    package init(_ description: String) throws(SystemError) {
        var bus: OpaquePointer?
        try Self.check(sd_bus_open_user_with_description(&bus, description))
        guard let bus else { throw SystemError.notConnected }
        self.bus = bus
    }

    deinit { sd_bus_close_unref(bus) }

    /// Requests a name, which only one connection can own, without waiting for the answer.
    package func request(_ name: String) throws(SystemError) {
        let call = try call("RequestName")
        try call.append(name)
        try call.append(doNotQueue)
        request = try call.send()
    }

    /// Gives a name back, without waiting for the answer.
    ///
    /// - Returns: The number that the answer refers to.
    package func release(_ name: String) throws(SystemError) -> UInt64 {
        let call = try call("ReleaseName")
        try call.append(name)
        return try call.send()
    }

    /// Whether a message confirms that we own the name; `nil` if it is not the answer to the request.
    package func hasName(by message: BusMessage) throws(SystemError) -> Bool? {
        guard message.answers(request) else { return nil }
        guard let answer = message.number else { throw SystemError.wrongProtocol }
        return answer == primaryOwner
    }

    /// Subscribes to signals, without waiting for the answer.
    package func subscribe(to match: String) throws(SystemError) {
        let call = try call("AddMatch")
        try call.append(match)
        try call.send()
    }

    private func call(_ member: String) throws(SystemError) -> BusMessage {
        let name = "org.freedesktop.DBus"
        return try call(member, of: name, at: "/org/freedesktop/DBus", in: name)
    }

    /// A call of another program's method, which the caller completes and sends.
    package func call(
        _ member: String, of interface: String, at path: String, in service: String
    ) throws(SystemError) -> BusMessage {
        var call: OpaquePointer?
        try Self.check(sd_bus_message_new_method_call(bus, &call, service, path, interface, member))
        guard let call else { throw SystemError.noMemory }
        return BusMessage(call)
    }

    /// The descriptor; negative if there is none.
    package var number: Int32 { sd_bus_get_fd(bus) }

    /// The descriptor and events to wait for.
    package var events: Poll.Interest {
        Poll.Interest(number, events: Int16(truncatingIfNeeded: max(0, sd_bus_get_events(bus))))
    }

    /// The latest time at which the connection must be processed.
    package var deadline: Deadline {
        var moment = UInt64.max
        return sd_bus_get_timeout(bus, &moment) >= 0 ? Deadline(atMicroseconds: moment) : .never
    }

    /// Processes the connection without waiting, up to the next message; `nil` if nothing is left to do.
    package func next() throws(SystemError) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let code = sd_bus_process(bus, &message)
            try Self.check(code)
            if let message { return BusMessage(message) }
            if code == 0 { return nil }
        }
    }

    /// A signal, which the caller completes and sends.
    package func signal(_ member: String, of interface: String, from path: String) throws(SystemError) -> BusMessage {
        var signal: OpaquePointer?
        try Self.check(sd_bus_message_new_signal(bus, &signal, path, interface, member))
        guard let signal else { throw SystemError.noMemory }
        return BusMessage(signal)
    }

    /// Whether the bus has accepted the connection.
    package var isReady: Bool { sd_bus_is_ready(bus) > 0 }

    /// Whether messages are queued.
    package var hasUnsent: Bool {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_write(bus, &count) >= 0 && count > 0
    }

    static func check(_ code: Int32) throws(SystemError) {
        if code < 0 { throw SystemError(-code) }
    }
}
