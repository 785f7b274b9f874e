#if canImport(Darwin)
import Darwin
#else
import CAppGroupSQLite
import Glibc
#endif

/// Two ends: what is written into one is read from the other.
struct Pipe: ~Copyable {
    let output: Descriptor
    let input: Descriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        try SystemError.retrying { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
        try SystemError.retrying { pipe2(&ends, O_CLOEXEC) }
        #endif
        output = Descriptor(owning: ends[0])
        input = Descriptor(owning: ends[1])
    }

    /// The end to read from, when a child has the other.
    consuming func closingInput() -> Descriptor { output }
}
