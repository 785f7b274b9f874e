import AppGroupPlatform
import AppGroupText
import DesktopBus

/// A notification that something could not be opened (Desktop Notifications Specification 1.2, `Notify`). The desktops show no
/// errors of search providers themselves.
struct BusNotice {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// How long to wait for the bus to take it.
    private static let patience = Duration.seconds(5)

    private let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// Sends it, from a connection of its own. Without a program that shows notifications, nothing happens.
    func send() {
        do throws(SystemError) {
            let bus = try SessionBus("launcher-search")
            try call(on: bus).send()
            while bus.hasUnsent || !bus.isReady {
                guard try bus.next() == nil else { continue }
                guard !Poll.wait(for: [bus.events], until: Deadline(after: Self.patience)).isEmpty else { return }
            }
        } catch {
            // The sentence is in the log anyway.
        }
    }

    private func call(on bus: SessionBus) throws(SystemError) -> BusMessage {
        let call = try bus.call("Notify", of: Self.service, at: Self.path, in: Self.service)
        try call.append("launcher")
        // It replaces no other notification.
        try call.append(UInt32(0))
        try call.append("dialog-error")
        try call.append("Could not open the app")
        // Many desktops read the text as markup.
        try call.append(MarkupText(sentence).description)
        try call.append(arrayOf: "s") {}
        try call.append(arrayOf: "{sv}") {}
        // The desktop decides how long it is shown.
        try call.append(Int32(-1))
        return call
    }
}
