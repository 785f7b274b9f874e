// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
import AppGroupText
import CAppGroupLibrary

/// Why a call failed, as its caller learns it.
struct LibraryError: Error {
    /// The kind of failure in one word.
    let code: String
    let status: appgroup_status
    let message: String

    init(_ error: any Error) {
        if let error = error as? LibraryError {
            self = error
        } else {
            let error = AppGroupError(error)
            self.init(code: error.code.name, status: error.exitStatus.rawValue, error.description)
        }
    }

    private init(code: String, status: appgroup_status, _ message: String) {
        self.code = code
        self.status = status
        // As a command prints it.
        self.message = SafeText(message).description
    }

    /// The error for a call that no call with these arguments can answer.
    static func usage(_ message: String) -> LibraryError {
        LibraryError(code: "usage", status: AppExitStatus.usage.rawValue, message)
    }

    /// The error for a pointer that is NULL.
    static func missing(_ argument: String) -> LibraryError {
        usage("The argument “\(argument)” is NULL; give a value.")
    }
}

/// An error with texts that C can read.
final class ErrorHandle: Sendable {
    let code: CString
    let message: CString

    init(_ error: LibraryError) {
        code = CString(error.code)
        message = CString(error.message)
    }
}

@c @implementation
public func appgroup_error_code(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    Handle<ErrorHandle>.object(error)?.code.pointer
}

@c @implementation
public func appgroup_error_message(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    Handle<ErrorHandle>.object(error)?.message.pointer
}

@c @implementation
public func appgroup_error_free(_ error: OpaquePointer!) {
    perform { Handle<ErrorHandle>.free(error) }
}
