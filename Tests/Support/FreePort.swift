import Foundation
import Synchronization
import Testing

/// Ports of the loopback interface for the servers of tests.
package enum FreePort {
    private static let given = Mutex(Set<Int>())

    /// A port that nobody listens at, and that no test was given before. It is none of those that the system gives by itself,
    /// so that nothing else takes it before its server does.
    package static func take() throws -> Int {
        let port = (10_000..<32_000).shuffled().first { port in
            given.withLock { $0.insert(port).inserted } && isFree(port)
        }
        return try #require(port)
    }

    private static func isFree(_ port: Int) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(number, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
