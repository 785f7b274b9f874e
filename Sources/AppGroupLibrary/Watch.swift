// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
import AppGroupText
public import CAppGroupLibrary

/// A group whose changes are waited for.
final class WatchHandle: Sendable {
    #if os(Linux)
    private let group: GroupID
    private let changes: PolledChanges

    init(_ registry: Registry) throws(AppGroupError) {
        group = registry.group
        changes = try PolledChanges(registry)
    }

    var descriptor: Int32 { changes.descriptor }

    /// The next change as `launcher watch --format json` prints it; `nil` if there is none now.
    func next() throws(AppGroupError) -> String? {
        try changes.next().map { ChangeLine(change: $0, group: group).line(.json) }
    }
    #else
    init(_ registry: Registry) throws(AppGroupError) {
        throw AppGroupError(
            .configuration,
            "Changes can be waited for in this way only on Linux; run: launcher watch --group \(registry.group) --format json"
        )
    }

    var descriptor: Int32 { -1 }
    func next() -> String? { nil }
    #endif
}

@c @implementation
public func appgroup_watch_open(
    _ group: OpaquePointer!, _ result: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = nil
        result.pointee = Handle(try WatchHandle(AppGroupLibrary.group(group).registry)).pointer
    }
}

@c @implementation
public func appgroup_watch_descriptor(_ watch: OpaquePointer!) -> Int32 {
    perform { Handle<WatchHandle>.object(watch)?.descriptor ?? -1 }
}

@c @implementation
public func appgroup_watch_next(
    _ watch: OpaquePointer!, _ line: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    answer(error) {
        let line = try place(line, "line")
        line.pointee = nil
        guard let change = try Handle<WatchHandle>.object(watch, "watch").next() else { return APPGROUP_NOTHING_YET }
        line.pointee = CString.forCaller(change)
        return APPGROUP_OK
    }
}

@c @implementation
public func appgroup_watch_close(_ watch: OpaquePointer!) { perform { Handle<WatchHandle>.free(watch) } }
