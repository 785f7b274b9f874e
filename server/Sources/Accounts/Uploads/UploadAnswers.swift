import HTTPTypes
public import Hummingbird
public import Serving

extension Response {
    /// How much of a file has arrived.
    ///
    /// - Parameter status: 200 for a question about the upload; 201 or 202 by default, after a part.
    public init(_ state: UploadStore.State, status: HTTPResponse.Status? = nil) {
        self.init(
            status: status ?? (state.isWhole ? .created : .accepted),
            headers: [
                .uploadOffset: "\(state.offset)", .uploadComplete: state.isWhole ? "?1" : "?0",
                .cacheControl: "no-store",
            ])
    }

    /// Why an upload is refused or has ended. Rethrows an unexpected error.
    ///
    /// - Parameter context: Logs what is not the client's fault.
    public init(uploadFailure error: any Error, logging context: some ServedContext) throws {
        switch error {
        case let error as UploadError:
            try self.init(ServiceError(error))
            switch error {
            case .wrongOffset(let offset), .busy(let offset): headers[.uploadOffset] = "\(offset)"
            case .hashMismatch, .tooLong, .tooLarge, .tooMany: break
            }
        case let error as ServiceError:
            context.log(error)
            try self.init(error)
        default: throw error
        }
    }
}

extension HTTPField.Name {
    /// How many bytes of an upload have arrived (draft-ietf-httpbis-resumable-upload).
    public static let uploadOffset = Self("Upload-Offset")!
    /// Whether the file is complete and its hash is right: `?1` or `?0` (the same draft). All bytes may have arrived before: then a
    /// request without further bytes completes it.
    public static let uploadComplete = Self("Upload-Complete")!
}

extension ServiceError.Code {
    /// The upload continues at another offset, which the answer names.
    public static let wrongOffset = Self(name: "wrongOffset", status: .conflict, exitStatus: .dataError)
    /// Another request of the same user is sending the same file.
    public static let uploadBusy = Self(name: "uploadBusy", status: .conflict, exitStatus: .temporaryFailure)
    /// A user has too many files that are not needed yet.
    public static let tooManyUploads = Self(
        name: "tooManyUploads", status: .unprocessableContent, exitStatus: .dataError)
}

extension ServiceError {
    /// Describes why an upload is refused or has ended.
    public init(_ error: UploadError) {
        self =
            switch error {
            case .wrongOffset(let place): ServiceError(.wrongOffset, "The upload continues at byte \(place).")
            case .busy:
                ServiceError(
                    .uploadBusy, "You are already sending this file; wait for that upload to end.", retryAfter: 2)
            case .hashMismatch:
                ServiceError(.hashMismatch, "The bytes do not have the announced SHA-256; send the file again.")
            case .tooLong: ServiceError(.malformed, "There are more bytes than announced; send the file again.")
            case .tooLarge(let limit):
                ServiceError(
                    .tooLarge, "A file can have at most \(limit >> 20) MiB on this server; ask its administrator.")
            case .tooMany(let limit):
                ServiceError(
                    .tooManyUploads,
                    "You have \(limit) files here that are not finished or published; finish them, delete them "
                        + "(DELETE /v1/uploads/SHA-256), or wait a week.")
            }
    }
}
