// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stub of the module Darwin for scripts/check-darwin: everything of glibc, and in place of it what Sources/ uses of macOS that is
// different there, with the types that Swift gives the declarations of Apple's headers. Nothing of this ever runs.

@_exported import CDarwinStub
@_exported import Glibc

// pthread.h: a thread is a pointer, and the argument of its function is never null.
public typealias pthread_t = OpaquePointer
public func pthread_self() -> pthread_t { fatalError() }
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
@discardableResult public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }
@discardableResult public func pthread_join(
    _ thread: pthread_t, _ value: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { fatalError() }
public func pthread_cond_timedwait_relative_np(
    _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
    _ time: UnsafePointer<timespec>?
) -> Int32 { fatalError() }

// spawn.h: both objects are pointers.
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias SpawnAttributes = UnsafeMutablePointer<posix_spawnattr_t?>
public typealias SpawnActions = UnsafeMutablePointer<posix_spawn_file_actions_t?>
public let POSIX_SPAWN_SETSID: Int32 = 0x0400
public let POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 = 0x4000
public func posix_spawn(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }
public func posix_spawnattr_init(_ attributes: SpawnAttributes!) -> Int32 { fatalError() }
@discardableResult public func posix_spawnattr_destroy(_ attributes: SpawnAttributes!) -> Int32 { fatalError() }
public func posix_spawnattr_setflags(_ attributes: SpawnAttributes!, _ flags: Int16) -> Int32 { fatalError() }
public func posix_spawnattr_setsigmask(_ attributes: SpawnAttributes!, _ mask: UnsafePointer<sigset_t>!) -> Int32 {
    fatalError()
}
public func posix_spawnattr_setsigdefault(_ attributes: SpawnAttributes!, _ mask: UnsafePointer<sigset_t>!) -> Int32 {
    fatalError()
}
public func posix_spawn_file_actions_init(_ actions: SpawnActions!) -> Int32 { fatalError() }
@discardableResult public func posix_spawn_file_actions_destroy(_ actions: SpawnActions!) -> Int32 { fatalError() }
public func posix_spawn_file_actions_addopen(
    _ actions: SpawnActions!, _ number: Int32, _ path: UnsafePointer<CChar>!, _ flags: Int32, _ mode: mode_t
) -> Int32 { fatalError() }
public func posix_spawn_file_actions_adddup2(_ actions: SpawnActions!, _ from: Int32, _ to: Int32) -> Int32 {
    fatalError()
}
public func posix_spawn_file_actions_addchdir_np(_ actions: SpawnActions!, _ path: UnsafePointer<CChar>!) -> Int32 {
    fatalError()
}

// sys/resource.h: resources are numbers.
public let RLIMIT_NOFILE: Int32 = 8
@discardableResult public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>!) -> Int32 {
    fatalError()
}
@discardableResult public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>!) -> Int32 { fatalError() }

// fcntl.h
public let O_SEARCH: Int32 = 0x4010_0000

// sys/stat.h
extension stat {
    public var st_mtimespec: timespec { fatalError() }
    public var st_ctimespec: timespec { fatalError() }
}

// stdio.h
public let RENAME_SWAP: Int32 = 0x2
public let RENAME_EXCL: Int32 = 0x4
public func renameatx_np(
    _ folder: Int32, _ name: UnsafePointer<CChar>!, _ other: Int32, _ newName: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { fatalError() }

// mach-o/dyld.h and malloc/malloc.h
@discardableResult public func _NSGetExecutablePath(
    _ buffer: UnsafeMutablePointer<CChar>!, _ size: UnsafeMutablePointer<UInt32>!
) -> Int32 { fatalError() }
public struct malloc_zone_t {}
@discardableResult public func malloc_zone_pressure_relief(_ zone: UnsafeMutablePointer<malloc_zone_t>!, _ goal: Int)
    -> Int
{
    fatalError()
}
