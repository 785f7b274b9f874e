package import Logging
import Serving
package import TestSupport

extension Logger {
    /// A logger whose lines, in JSON, a test reads.
    package init(into lines: Guarded<[String]>) {
        self.init(label: "test") { _ in
            JSONLogHandler { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        }
    }
}
