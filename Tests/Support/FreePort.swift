import Foundation
import Synchronization
import Testing

/// Ports of the loopback interface for the servers of tests.
package enum FreePort {
    private static let given = Mutex(Set<Int>())

    /// A port that nobody listens at, and that no test was given before. It is none of those that the system gives by itself, and
    /// no other process that runs tests gives it, so that nothing else takes it before its server does.
    ///
    /// - Parameter limit: The port is less than this. A process that is given a port below 20,000 also has the one that is 10,000
    ///   greater.
    package static func take(below limit: Int = 30_000) throws -> Int {
        let share = try #require(share)
        let ports = [share, (share.lowerBound + 10_000)..<(share.upperBound + 10_000)].joined()
        let port = ports.filter { $0 < limit }.shuffled().first { port in
            // Its partner, which is 10,000 greater or less, belongs to the same caller.
            let partner = port < 20_000 ? port + 10_000 : port - 10_000
            let isNew = given.withLock { given in !given.contains(partner) && given.insert(port).inserted }
            return isNew && isFree(port) && (port >= 20_000 || isFree(partner))
        }
        return try #require(port)
    }

    /// The part of the ports from 10,000 to 20,000 that this process has to itself: it keeps the port before them bound until it ends.
    private static let share: Range<Int>? = stride(from: 10_000, to: 20_000, by: 500)
        .first { bound(to: $0) != nil }.map { ($0 + 1)..<($0 + 500) }

    private static func isFree(_ port: Int) -> Bool {
        guard let number = bound(to: port) else { return false }
        close(number)
        return true
    }

    /// A socket that is bound to a port, unless another one is.
    private static func bound(to port: Int) -> Int32? {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // No program that a test starts inherits it.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(number, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if !isBound { close(number) }
        return isBound ? number : nil
    }
}
