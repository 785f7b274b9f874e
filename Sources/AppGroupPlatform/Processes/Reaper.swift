#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Waits for children that nothing else waits for, so that they do not become zombies.
package enum Reaper {
    /// What happens to a child that nothing else waits for: ``adoptByThread(_:)``, unless a program sets another function before
    /// it starts its first child.
    package nonisolated(unsafe) static var adopt: @Sendable (Int32) -> Void = adoptByThread

    /// Leaves a thread behind that ends with the child. It takes none of the process's signals.
    package static func adoptByThread(_ process: Int32) {
        var all = sigset_t()
        var mask = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &mask)
        startThread(UnsafeMutableRawPointer(bitPattern: Int(process)))
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    #if canImport(Darwin)
    private static func startThread(_ process: UnsafeMutableRawPointer?) {
        var thread: pthread_t?
        if pthread_create(&thread, nil, { reap($0) }, process) == 0, let thread { pthread_detach(thread) }
    }
    #else
    private static func startThread(_ process: UnsafeMutableRawPointer?) {
        var thread = pthread_t()
        if pthread_create(&thread, nil, { reap($0) }, process) == 0 { pthread_detach(thread) }
    }
    #endif
}

private func reap(_ process: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    _ = try? SystemError.retrying { waitpid(pid_t(Int(bitPattern: process)), nil, 0) }
    return nil
}
