import AppGroupPlatform
import CDesktopSystemd

/// A message on the bus. It owns one of libsystemd's references.
final class BusMessage {
    private let message: OpaquePointer

    init(_ owned: OpaquePointer) { message = owned }

    deinit { sd_bus_message_unref(message) }

    /// The object that the message is for, or from.
    var path: String? { sd_bus_message_get_path(message).map { String(cString: $0) } }

    func isCall(of member: String, _ interface: String) -> Bool {
        sd_bus_message_is_method_call(message, interface, member) > 0
    }

    var isCall: Bool { sd_bus_message_is_method_call(message, nil, nil) > 0 }

    /// Whether this is the answer to the message sent with this number.
    func answers(_ number: UInt64) -> Bool {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(message, &cookie) >= 0 && cookie == number
    }

    /// The number at the beginning of the message; `nil` if it is an error or begins with something else.
    var number: UInt32? {
        var number: UInt32 = 0
        guard sd_bus_message_is_method_error(message, nil) <= 0 else { return nil }
        return sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number) > 0 ? number : nil
    }

    /// Whether it reports that a connection now owns a name.
    var saysThatNameIsTaken: Bool {
        guard sd_bus_message_is_signal(message, "org.freedesktop.DBus", "NameOwnerChanged") > 0 else { return false }
        var newOwner: UnsafePointer<CChar>?
        for _ in 0..<3 {
            guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &newOwner) > 0 else { return false }
        }
        return newOwner.map { $0.pointee != 0 } ?? false
    }

    /// Answers a call with an app's badge.
    func reply(with entry: LauncherEntry) throws(SystemError) {
        var reply: OpaquePointer?
        try SessionBus.check(sd_bus_message_new_method_return(message, &reply))
        guard let reply else { throw SystemError.noMemory }
        let answer = BusMessage(reply)
        try answer.append(entry)
        try answer.send()
    }

    /// Answers a call of a method that does not exist.
    func refuse() throws(SystemError) {
        let code = "org.freedesktop.DBus.Error.UnknownMethod".withCString { name in
            var error = sd_bus_error(name: name, message: nil, _need_free: 0)
            return sd_bus_reply_method_error(message, &error)
        }
        try SessionBus.check(code)
    }

    /// Sends the message, now or when the bus accepts it. - Returns: The number that an answer refers to.
    @discardableResult
    func send() throws(SystemError) -> UInt64 {
        var cookie: UInt64 = 0
        try SessionBus.check(sd_bus_send(sd_bus_message_get_bus(message), message, &cookie))
        return cookie
    }

    /// Appends an app's badge: its name and `a{sv}`.
    func append(_ entry: LauncherEntry) throws(SystemError) {
        try append(entry.uri)
        try append(container: "a", "{sv}") { () throws(SystemError) in
            try append(property: "count", "x") { () throws(SystemError) in
                var count = entry.count
                try SessionBus.check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "x")), &count))
            }
            try append(property: "count-visible", "b") { () throws(SystemError) in
                var isVisible: Int32 = entry.count > 0 ? 1 : 0
                try SessionBus.check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &isVisible))
            }
        }
    }

    private func append(
        property name: String, _ type: String, _ value: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try append(container: "e", "sv") { () throws(SystemError) in
            try append(name)
            try append(container: "v", type, value)
        }
    }

    func append(_ number: UInt32) throws(SystemError) {
        var number = number
        try SessionBus.check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number))
    }

    func append(_ text: String) throws(SystemError) {
        try SessionBus.check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text))
    }

    private func append(
        container: Unicode.Scalar, _ contents: String, _ body: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try SessionBus.check(
            sd_bus_message_open_container(message, CChar(UInt8(ascii: container)), contents))
        try body()
        try SessionBus.check(sd_bus_message_close_container(message))
    }
}
