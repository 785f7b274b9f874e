#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// What a program in a terminal waits for, in one place: what is typed, signals, and its own other threads.
package final class TerminalEvents: Sendable {
    /// Something that happened.
    package enum Event: Hashable, Sendable {
        /// Bytes were typed.
        case input([UInt8])
        /// Nothing more will be typed: the terminal is gone.
        case end
        /// A signal came.
        case signal(Int32)
        /// ``wake()`` was called, once or several times.
        case woken
        /// Nothing happened for as long as was asked.
        case silence
    }

    private let reader: Int32
    private let writer: Int32
    private let isWoken = Atomic(false)

    /// Takes these signals instead of what they would else do. To be called before the process has other threads, which
    /// would get the signals as before.
    ///
    /// - Throws: What the system lacks for it.
    package init(taking signals: [Int32]) throws(SystemError) {
        (reader, writer) = try Pipe.ends()
        for end in [reader, writer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal) }
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let writer = writer
        let signalSet = SignalSet(value: mask)
        guard
            Threads.start({
                var (mask, signal) = (signalSet.value, Int32(0))
                while Self.wait(&mask, &signal) {
                    if signal > 0 { Self.post(UInt8(truncatingIfNeeded: signal), to: writer) }
                }
            })
        else { throw .last }
    }

    /// Waits for one of the signals; 0 for one that the terminal sent because of a key.
    ///
    /// The terminal sends such signals only while another program reads the keyboard in this process's place, and they
    /// are for that program alone.
    private static func wait(_ mask: inout sigset_t, _ signal: inout Int32) -> Bool {
        #if canImport(Darwin)
        return sigwait(&mask, &signal) == 0
        #else
        var info = siginfo_t()
        signal = sigwaitinfo(&mask, &info)
        guard signal > 0 else {
            signal = 0
            return errno == EINTR
        }
        let sentByKernel: Int32 = 0x80  // SI_KERNEL
        if info.si_code == sentByKernel, [SIGINT, SIGQUIT, SIGTSTP].contains(signal) { signal = 0 }
        return true
        #endif
    }

    /// `sigset_t` holds nothing but numbers.
    private struct SignalSet: @unchecked Sendable { let value: sigset_t }

    /// Ends a wait in ``next(within:)``. May be called on any thread.
    package func wake() {
        if !isWoken.exchange(true, ordering: .sequentiallyConsistent) { Self.post(0, to: writer) }
    }

    /// Waits for something to happen.
    ///
    /// - Parameter patience: How long to wait; `nil` for as long as it takes.
    package func next(within patience: Duration? = nil) -> Event {
        let deadline = patience.map(Deadline.init(after:)) ?? .never
        var descriptors = [
            pollfd(fd: reader, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&descriptors, 2, deadline.pollMilliseconds)
            if count == 0 { return .silence }
            guard count > 0 else {
                if errno == EINTR { continue }
                return .end
            }
            if descriptors[0].revents != 0, let event = posted() { return event }
            if descriptors[1].revents != 0, let event = typed() { return event }
        }
    }

    /// Waits for a signal, without reading what is typed: in the background, reading would stop the process.
    ///
    /// - Parameter patience: How long to wait.
    /// - Returns: `nil` if none came in that time.
    package func nextSignal(within patience: Duration) -> Int32? {
        let deadline = Deadline(after: patience)
        var isWoken = false
        defer { if isWoken { wake() } }
        var descriptor = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        while poll(&descriptor, 1, deadline.pollMilliseconds) != 0 {
            switch posted() {
            case .signal(let number)?: return number
            case .woken?: isWoken = true
            default: continue
            }
        }
        return nil
    }

    private func posted() -> Event? {
        var byte: UInt8 = 0
        guard read(reader, &byte, 1) == 1 else { return nil }
        guard byte == 0 else { return .signal(Int32(byte)) }
        isWoken.store(false, ordering: .sequentiallyConsistent)
        return .woken
    }

    private func typed() -> Event? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(0, &bytes, bytes.count)
        if count > 0 { return .input(Array(bytes[..<count])) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : .end
    }

    private static func post(_ byte: UInt8, to writer: Int32) {
        var byte = byte
        _ = write(writer, &byte, 1)
    }
}
