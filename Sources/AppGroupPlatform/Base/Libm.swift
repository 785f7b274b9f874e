#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The transcendental functions that ranking takes from libm.
package enum Libm {
    /// The natural logarithm.
    package static func log(_ value: Double) -> Double {
        #if canImport(Darwin)
        Darwin.log(value)
        #else
        Glibc.log(value)
        #endif
    }

    /// e to the power of a number.
    package static func exp(_ value: Double) -> Double {
        #if canImport(Darwin)
        Darwin.exp(value)
        #else
        Glibc.exp(value)
        #endif
    }

    /// 2 to the power of a number.
    package static func exp2(_ value: Double) -> Double {
        #if canImport(Darwin)
        Darwin.exp2(value)
        #else
        Glibc.exp2(value)
        #endif
    }
}
