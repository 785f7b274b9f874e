import AppGroup
import Glibc

/// Waits for a session bus to come: for its socket to appear, and where that is none with a name, or nobody sees it appear,
/// for ever longer pauses to end.
final class BusWait {
    private static let longestPause: Int32 = 60_000

    /// What to wait for with poll(2); -1 where there is nothing.
    let number: Int32
    private let folder: String?
    /// The watch of that folder; -1 where there is none.
    private var watch: Int32 = -1
    private var pause: Int32 = 1000

    init(_ environment: ProcessEnvironment) {
        folder = Self.socket(environment).map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
        number = folder == nil ? -1 : inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    }

    deinit { if number >= 0 { close(number) } }

    /// Begins to watch. Done before a try to connect, nothing is missed between the two.
    func arm() {
        if let folder, number >= 0 {
            watch = inotify_add_watch(number, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB))
        }
    }

    /// How long to wait for the watch, in milliseconds: longer each time.
    func nextPause() -> Int32 {
        defer { pause = min(pause * 2, Self.longestPause) }
        return pause
    }

    /// The bus is there: the next wait begins with a short pause, and until then nothing is watched.
    func end() {
        pause = 1000
        if watch >= 0 { inotify_rm_watch(number, watch) }
        watch = -1
        drain()
    }

    func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while number >= 0, read(number, &buffer, buffer.count) > 0 {}
    }

    /// The path of the bus's socket (D-Bus Specification, "Server Addresses"); `nil` where it has none.
    static func socket(_ environment: ProcessEnvironment) -> String? {
        guard let address = environment["DBUS_SESSION_BUS_ADDRESS"] else {
            return environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" }
        }
        for server in address.split(separator: ";") where server.hasPrefix("unix:") {
            for pair in server.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=") {
                return unescaped(pair.dropFirst("path=".count))
            }
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
