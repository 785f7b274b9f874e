import Foundation

/// How often something wakes a process.
package enum Wakeups {
    /// How often the threads that it has now have gone to sleep so far, each time to be woken later.
    package static func count(of process: Int32) throws -> Int {
        let threads = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).reduce(0) { sum, thread in
            let text = try String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    /// Whether a process, once it has done what it began to do, sleeps for as long as this.
    package static func end(of process: Int32, for period: Duration = .seconds(7)) async throws -> Bool {
        try await comesTrue {
            let before = try count(of: process)
            try await Task.sleep(for: period)
            return try count(of: process) == before
        }
    }
}
