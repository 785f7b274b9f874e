import Accounts
import AppCatalog
import Hummingbird
import NIOCore
import Serving

/// A publisher's form, while it arrives from a browser. The file goes to the disk; the other fields are short.
struct PublishForm {
    private(set) var channel = ReleaseChannel.stable
    private(set) var notes = ""
    /// The file, once it is complete; `nil` if none was chosen.
    private(set) var file: StoredBlob?
    /// Whether reading the body has begun.
    private(set) var hasBegun = false
    /// How many bytes the form has, if it says so.
    private var size: UInt64 = 0
    private var upload: FormUpload?
    private var field: (name: String, value: [UInt8])?

    /// Reads the form to its end.
    mutating func read(_ request: Request, into uploads: UploadDesk, from user: User.ID) async throws {
        guard let boundary = MultipartBoundary(contentType: request.headers[.contentType] ?? "") else {
            throw MultipartError("The form is not of the type multipart/form-data; send it from the page.")
        }
        var parser = MultipartParser(boundary: boundary)
        hasBegun = true
        size = request.headers[.contentLength].flatMap { UInt64($0) } ?? 0
        var body = request.arriving.makeAsyncIterator()
        do {
            while let bytes = try await body.next() { try await take(parser.feed(bytes), uploads, user) }
        } catch {
            await body.dropRest()
            throw error
        }
        try parser.finish()
    }

    private mutating func take(_ events: [MultipartParser.Event], _ uploads: UploadDesk, _ user: User.ID) async throws {
        for event in events {
            switch event {
            case .part(let header): try await begin(header, uploads, user)
            case .content(let content): try await append(content)
            case .endOfPart: try await end()
            }
        }
    }

    /// Drops the file, complete or not.
    func discard(from uploads: UploadDesk, of user: User.ID) async {
        await upload?.discard()
        if let file { try? await uploads.remove(file.hash, from: user) }
    }

    /// The outcome for the page, which shows the fields again.
    func refusal(_ error: ServiceError) -> PageController.Outcome { .refused(error, channel: channel, notes: notes) }

    private mutating func begin(_ header: MultipartHeader, _ uploads: UploadDesk, _ user: User.ID) async throws {
        guard header.name == "file" else {
            field = (header.name, [])
            return
        }
        guard file == nil else { throw MultipartError("The form has more than one file; choose one.") }
        if header.fileName?.isEmpty == false { upload = try await uploads.beginForm(from: user, atMost: size) }
    }

    private mutating func append(_ content: ByteBuffer) async throws {
        if upload != nil {
            try await upload?.append(content)
        } else if field != nil {
            guard (field?.value.count ?? 0) + content.readableBytes <= 2 * ReleaseNotes.longest else {
                throw ReleaseNotes.tooLong
            }
            field?.value += content.readableBytesView
        }
    }

    private mutating func end() async throws {
        if upload != nil {
            file = try await upload?.finish()
            upload = nil
        }
        guard let field else { return }
        self.field = nil
        let value = String(decoding: field.value, as: UTF8.self)
        switch field.name {
        case "notes": notes = value
        case "channel":
            guard let channel = ReleaseChannel(rawValue: value) else {
                throw MultipartError("The channel must be stable or beta; send the form from the page.")
            }
            self.channel = channel
        default: break
        }
    }
}
