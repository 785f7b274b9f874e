import Hummingbird
import NIOCore
import Serving

/// Uploading photos, and getting their published copies.
struct PhotoController {
    let photos: PhotoStore

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.put("media/{sha256}", use: put)
        router.get("media/{sha256}", use: get)
        router.head("media/{sha256}", use: get)
    }

    /// Whether the body of a request is read as it arrives.
    static func streams(_ request: Request) -> Bool { request.method == .put }

    @Sendable private func put(_ request: Request, _ context: PostersContext) async throws -> Response {
        let (name, user): (BlobDigest, User)
        do {
            (name, user) = try wanted(request, context)
            if let photo = try await photos.renew(name, uploadedBy: user.id, at: context.moment) {
                let answer = try Response.json(PhotoMessage(uploaded: photo, at: context.origin.publicURL))
                return answer.closing(after: request)
            }
        } catch let error as ServiceError {
            // A client that is still sending would not see the answer if the connection just broke.
            return try Response(error).closing(after: request)
        }
        try await request.continueIfAsked(on: context.channel)
        do {
            let (photo, isNew) = try await photos.receive(request.arriving, named: name, from: user, at: context.moment)
            return try .json(
                PhotoMessage(uploaded: photo, at: context.origin.publicURL), status: isNew ? .created : .ok)
        } catch let error as ServiceError {
            return try Response(error).closing()
        }
    }

    /// The photo that a request announces, and who sends it.
    private func wanted(_ request: Request, _ context: PostersContext) throws(ServiceError) -> (BlobDigest, User) {
        let user = try context.requireIdentity().user
        guard user.role.mayFile else {
            throw ServiceError(.forbidden, "An account of the role \(user.role.rawValue) can't upload photos.")
        }
        let name = try context.digest(naming: "a photo")
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else {
            throw ServiceError(.lengthRequired, "State the length of the photo in Content-Length.")
        }
        guard length <= ReportLimits.photoBytes else { throw PhotoStore.tooLarge }
        return (name, user)
    }

    @Sendable private func get(_ request: Request, _ context: PostersContext) async throws -> Response {
        let name = try context.digest(naming: "a photo")
        guard let photo = try await photos.store.photo("\(name)", for: context.viewer),
            let hash = BlobDigest(photo.copy), let blob = try await photos.blobs.open(hash)
        else { throw ServiceError.notFound }
        let answer = try BlobAnswer(
            to: request.head, hash: hash, size: blob.size, type: photo.mediaType,
            fileName: "\(photo.copy.prefix(16)).\(photo.mediaType.dropFirst("image/".count))")
        var headers = answer.headers
        // Pages show photos; they are no programs, so they may be shown in place.
        headers[.contentDisposition] = nil
        let channel = context.channel
        return Response(
            status: answer.status, headers: headers,
            body: request.method == .head || answer.pieces.isEmpty
                ? ResponseBody()
                : ResponseBody(contentLength: answer.count) { writer in
                    var sink: any ResponseBodyWriter = writer
                    try await BlobWriter(blob: blob, channel: channel).write(answer, to: &sink)
                })
    }
}
