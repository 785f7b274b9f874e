import Foundation

/// What Prometheus's own libraries say of a process, under the same names.
enum ProcessMetrics {
    static func exposition() -> String {
        guard let pages = residentPages() else { return "" }
        return """
            # TYPE process_resident_memory_bytes gauge
            process_resident_memory_bytes \(pages * sysconf(Int32(_SC_PAGESIZE)))

            """
    }

    /// The second number of `/proc/self/statm` (proc(5)).
    private static func residentPages() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
