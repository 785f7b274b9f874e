#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waiting.
enum Pause {
    static func seconds(_ seconds: Double) {
        usleep(UInt32(min(max(0, seconds), 60) * 1_000_000))
    }
}
