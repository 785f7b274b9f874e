// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
public import CAppGroupLibrary

@c @implementation
public func appgroup_record_opening(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let group = try AppGroupLibrary.group(group)
        try group.registry.recordOwnOpening(of: appID(id), patience: group.patience)
    }
}

@c @implementation
public func appgroup_opened_url(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ argc: Int32, _ argv: UnsafePointer<UnsafePointer<CChar>?>!,
    _ url: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(url, "url")
        result.pointee = nil
        let words = try arguments(argc, argv)
        let (registry, id) = (try AppGroupLibrary.group(group).registry, try appID(id))
        guard let app = try registry.app(id) else { throw registry.noSuchApp(id) }
        result.pointee = AppURL.first(in: words, of: app.schemes).map { CString.forCaller($0.description) }
    }
}

/// A program's arguments after its name. Those that are not UTF-8 are no URL, and left out.
///
/// - Throws: ``LibraryError`` if `argv` is NULL.
func arguments(_ argc: Int32, _ argv: UnsafePointer<UnsafePointer<CChar>?>?) throws -> [String] {
    guard let argv else { throw LibraryError.missing("argv") }
    return (1..<max(1, Int(argc))).compactMap { argv[$0].flatMap { String(validatingCString: $0) } }
}

@c @implementation
public func appgroup_open(
    _ group: OpaquePointer!, _ id_or_url: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let registry = try AppGroupLibrary.group(group).registry
        try registry.open(target(text(id_or_url, "id_or_url")), terminal: .openWindow)
    }
}

/// What a text names: a URL, an app by its id, or an action as `id#action`.
private func target(_ text: String) throws -> AppTarget {
    if AppURL.looksLikeURL(text) { return .url(try AppURL(text)) }
    guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "#")) else { return .app(try AppID(text)) }
    return .action(
        try ActionID(String(text[text.utf8.index(after: sign)...])), of: try AppID(String(text[..<sign])))
}

@c @implementation
public func appgroup_can_open(
    _ group: OpaquePointer!, _ url: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<Bool>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = false
        result.pointee = try AppGroupLibrary.group(group).registry.canOpen(AppURL(text(url, "url")))
    }
}
