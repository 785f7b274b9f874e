#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Exponential decay, the only floating-point function that ranking takes from libm.
enum Decay {
    /// 2^(−age / halfLife): 1 at age 0, ½ at one half-life.
    static func factor(_ age: Double, halfLife: Double) -> Double { exp2(-age / halfLife) }
}
