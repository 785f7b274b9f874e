package import AppGroupPlatform
import CDesktopSystemd

/// A message on the bus. It owns one of libsystemd's references.
package final class BusMessage {
    private let message: OpaquePointer

    init(_ owned: OpaquePointer) { message = owned }

    deinit { sd_bus_message_unref(message) }

    /// The object that the message is for, or from.
    package var path: String? { sd_bus_message_get_path(message).map { String(cString: $0) } }

    package func isCall(of member: String, _ interface: String) -> Bool {
        sd_bus_message_is_method_call(message, interface, member) > 0
    }

    package var isCall: Bool { sd_bus_message_is_method_call(message, nil, nil) > 0 }

    /// Whether this is the answer to the message sent with this number.
    package func answers(_ number: UInt64) -> Bool {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(message, &cookie) >= 0 && cookie == number
    }

    /// The number at the beginning of the message; `nil` if it is an error or begins with something else.
    package var number: UInt32? {
        var number: UInt32 = 0
        guard sd_bus_message_is_method_error(message, nil) <= 0 else { return nil }
        return sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number) > 0 ? number : nil
    }

    /// Whether it reports that a connection now owns a name.
    package var saysThatNameIsTaken: Bool {
        guard sd_bus_message_is_signal(message, "org.freedesktop.DBus", "NameOwnerChanged") > 0 else { return false }
        var newOwner: String?
        for _ in 0..<3 {
            guard let text = text() else { return false }
            newOwner = text
        }
        return newOwner?.isEmpty == false
    }

    /// Sends the message, now or when the bus accepts it.
    ///
    /// - Returns: The number that an answer refers to.
    @discardableResult
    package func send() throws(SystemError) -> UInt64 {
        var cookie: UInt64 = 0
        try SessionBus.check(sd_bus_send(sd_bus_message_get_bus(message), message, &cookie))
        return cookie
    }
}

// Answers.
extension BusMessage {
    /// Answers a call, unless the caller wants no answer.
    ///
    /// - Parameter body: Appends the results.
    package func reply(
        _ body: (BusMessage) throws(SystemError) -> Void = { _ in }
    ) throws(SystemError) {
        guard sd_bus_message_get_expect_reply(message) > 0 else { return }
        var reply: OpaquePointer?
        try SessionBus.check(sd_bus_message_new_method_return(message, &reply))
        guard let reply else { throw SystemError.noMemory }
        let answer = BusMessage(reply)
        try body(answer)
        try answer.send()
    }

    /// Answers a call of a method that does not exist.
    package func refuse() throws(SystemError) {
        try refuse("org.freedesktop.DBus.Error.UnknownMethod", nil)
    }

    /// Answers a call whose arguments are wrong.
    package func refuseArguments(_ sentence: String) throws(SystemError) {
        try refuse("org.freedesktop.DBus.Error.InvalidArgs", sentence)
    }

    private func refuse(_ name: String, _ sentence: String?) throws(SystemError) {
        let code = name.withCString { name in
            guard let sentence else {
                var error = sd_bus_error(name: name, message: nil, _need_free: 0)
                return sd_bus_reply_method_error(message, &error)
            }
            return sentence.withCString { sentence in
                var error = sd_bus_error(name: name, message: sentence, _need_free: 0)
                return sd_bus_reply_method_error(message, &error)
            }
        }
        try SessionBus.check(code)
    }
}

// Arguments, which are read one after the other.
extension BusMessage {
    /// Whether the message has arguments of exactly these types.
    package func hasTypes(_ signature: String) -> Bool { sd_bus_message_has_signature(message, signature) > 0 }

    /// The next text; `nil` if there is none, or if libsystemd refuses it because it contains a noncharacter.
    package func text() -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0 else { return nil }
        return text.map { String(cString: $0) }
    }

    /// The next list of texts.
    ///
    /// - Parameter limit: The most bytes that all of them may have together.
    /// - Returns: `nil` if they have more, if one of them is refused, or if no list is next.
    package func texts(limit: Int) -> [String]? {
        guard sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s") > 0 else { return nil }
        var (texts, size): ([String], Int) = ([], 0)
        while let text = text() {
            // An empty text takes memory, too.
            size += text.utf8.count + 1
            guard size <= limit else { return nil }
            texts.append(text)
        }
        return sd_bus_message_exit_container(message) >= 0 ? texts : nil
    }
}

// Results.
extension BusMessage {
    package func append(_ text: String) throws(SystemError) {
        try SessionBus.check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text))
    }

    package func append(_ number: UInt32) throws(SystemError) { try append(basic: "u", number) }
    package func append(_ number: Int32) throws(SystemError) { try append(basic: "i", number) }
    package func append(_ number: Int64) throws(SystemError) { try append(basic: "x", number) }
    package func append(_ number: Double) throws(SystemError) { try append(basic: "d", number) }
    package func append(_ truth: Bool) throws(SystemError) { try append(basic: "b", Int32(truth ? 1 : 0)) }

    private func append<Value: BitwiseCopyable>(basic type: Unicode.Scalar, _ value: Value) throws(SystemError) {
        let code = withUnsafePointer(to: value) {
            sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), $0)
        }
        try SessionBus.check(code)
    }

    /// Appends an array whose elements have this type.
    package func append(
        arrayOf type: String, _ body: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try append(container: "a", type, body)
    }

    /// Appends a structure of these types.
    package func append(
        structureOf types: String, _ body: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try append(container: "r", types, body)
    }

    /// Appends an entry of a dictionary `a{sv}`.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - type: The type of the value.
    ///   - value: Appends the value.
    package func append(
        property name: String, _ type: String, _ value: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try append(container: "e", "sv") { () throws(SystemError) in
            try append(name)
            try append(container: "v", type, value)
        }
    }

    /// Appends an entry of a dictionary `a{sv}` whose value is a text.
    package func append(property name: String, _ text: String) throws(SystemError) {
        try append(property: name, "s") { () throws(SystemError) in try append(text) }
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
