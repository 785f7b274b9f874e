// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import CAppGroupLibrary

/// An object that C holds by a pointer.
struct Handle<Object: AnyObject & Sendable> {
    let pointer: OpaquePointer

    /// Keeps an object alive until ``free(_:)``.
    init(_ object: Object) { pointer = OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

    /// The object of a handle; `nil` if it is NULL.
    static func object(_ pointer: OpaquePointer?) -> Object? {
        pointer.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    /// The object of a handle.
    ///
    /// - Throws: ``LibraryError`` if it is NULL.
    static func object(_ pointer: OpaquePointer?, _ argument: String) throws -> Object {
        guard let object = object(pointer) else { throw LibraryError.missing(argument) }
        return object
    }

    static func free(_ pointer: OpaquePointer?) {
        if let pointer { Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }
}

/// Text with a zero byte at its end, in memory that stays where it is. Hence `@unchecked`: it never changes.
final class CString: @unchecked Sendable {
    private let bytes: UnsafeMutablePointer<CChar>

    var pointer: UnsafePointer<CChar> { UnsafePointer(bytes) }

    init(_ text: String) { bytes = Self.copy(of: text) }

    deinit { bytes.deallocate() }

    private static func copy(of text: String) -> UnsafeMutablePointer<CChar> {
        text.withCString { source in
            let count = text.utf8.count + 1
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count)
            copy.initialize(from: source, count: count)
            return copy
        }
    }

    /// A copy of a text for the caller to free with `appgroup_free`.
    static func forCaller(_ text: String) -> UnsafeMutablePointer<CChar> { copy(of: text) }
}

@c @implementation
public func appgroup_free(_ text: UnsafeMutableRawPointer!) {
    // Swift allocates with malloc(3) what needs no special alignment.
    text?.deallocate()
}
