#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The transcendental functions that prediction takes from libm.
enum Libm {
    /// The natural logarithm.
    static func log(_ value: Double) -> Double {
        #if canImport(Darwin)
        Darwin.log(value)
        #else
        Glibc.log(value)
        #endif
    }

    /// e to the power of a number.
    static func exp(_ value: Double) -> Double {
        #if canImport(Darwin)
        Darwin.exp(value)
        #else
        Glibc.exp(value)
        #endif
    }
}
