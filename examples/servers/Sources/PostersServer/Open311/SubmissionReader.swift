import GeoReport
import Hummingbird
import NIOCore
import Serving

/// Reads a report as it arrives: fields in `application/x-www-form-urlencoded`, or fields and photos in `multipart/form-data`
/// (RFC 7578). Photos go to the disk piece by piece.
struct SubmissionReader {
    let photos: PhotoStore
    let context: PostersContext
    /// The user of a key; throws `forbidden` without a valid one.
    let user: @Sendable (String?) async throws -> User

    /// How much of the body has been read. It can be read only once.
    enum Arrival { case nothing, partly, whole }

    private(set) var arrival = Arrival.nothing
    private(set) var form = GeoForm()
    /// The SHA-256 of each photo.
    private(set) var names: [String] = []
    private var knownReporter: User?
    /// How many bytes the fields have so far.
    private var length = 0

    init(photos: PhotoStore, context: PostersContext, user: @escaping @Sendable (String?) async throws -> User) {
        (self.photos, self.context, self.user) = (photos, context, user)
    }

    /// Of all fields together, in bytes.
    static let longestFields = 64 << 10

    /// The user behind the fields that have been read.
    mutating func reporter() async throws -> User {
        if let knownReporter { return knownReporter }
        let user = try await user(form["api_key"])
        guard user.role.mayFile else {
            throw ServiceError(.forbidden, "An account of the role \(user.role.rawValue) can't file reports.")
        }
        knownReporter = user
        return user
    }

    /// Whether the body of a request is read as it arrives.
    static func streams(_ request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix("multipart/") ?? false
    }

    /// Reads the body.
    mutating func read(_ request: Request) async throws {
        if Self.streams(request) {
            guard let boundary = MultipartBoundary(contentType: request.headers[.contentType] ?? "") else {
                throw ServiceError(
                    .malformed, "The Content-Type of the form names no boundary; send multipart/form-data.")
            }
            try await request.continueIfAsked(on: context.channel)
            try await read(request, boundary)
        } else {
            arrival = .partly
            let body = try await request.wholeBody(upTo: Self.longestFields, in: context)
            arrival = .whole
            form = try GeoForm(urlencoded: String(buffer: body))
        }
    }

    private mutating func read(_ request: Request, _ boundary: MultipartBoundary) async throws {
        var parser = MultipartParser(boundary: boundary, limits: .init(parts: 64))
        var part = Part.ignored
        var body = request.arriving.makeAsyncIterator()
        arrival = .partly
        do {
            while let bytes = try await body.next() { try await take(parser.feed(bytes), &part) }
            arrival = .whole
            try parser.finish()
        } catch {
            await abandon(part)
            if arrival == .partly, await body.dropRest() { arrival = .whole }
            throw error
        }
    }

    private mutating func take(_ events: [MultipartParser.Event], _ part: inout Part) async throws {
        for event in events {
            switch event {
            case .part(let header): part = try await begin(header)
            case .content(let bytes): try await add(bytes, to: &part)
            case .endOfPart:
                let whole = part
                part = .ignored
                try await end(whole)
            }
        }
    }

    private func abandon(_ part: Part) async {
        guard case .photo(let pipe, let task) = part else { return }
        pipe.abandon()
        _ = await task.result
    }

    private mutating func add(_ bytes: ByteBuffer, to part: inout Part) async throws {
        switch part {
        case .field(let name, let value):
            length += bytes.readableBytes
            guard length <= Self.longestFields else {
                throw ServiceError(.tooLarge, "The fields can have at most \(Self.longestFields) bytes.")
            }
            part = .field(name, value + Array(buffer: bytes))
        case .photo(let pipe, let task):
            // If nothing receives the photo any longer, the error says why.
            if await !pipe.send(bytes) { _ = try await task.value }
        case .ignored: break
        }
    }

    private mutating func end(_ part: Part) async throws {
        switch part {
        case .field(let name, let value): try form.add(name, String(decoding: value, as: UTF8.self))
        case .photo(let pipe, let task):
            pipe.finish()
            names.append(try await task.value)
        case .ignored: break
        }
    }

    private enum Part {
        case field(String, [UInt8])
        case photo(BytePipe, Task<String, any Error>)
        /// A field for a file that was not chosen.
        case ignored
    }

    private mutating func begin(_ header: MultipartHeader) async throws -> Part {
        guard let fileName = header.fileName else { return .field(header.name, []) }
        let isPhoto = header.name == "media" || header.name == "media[]" || header.name.hasPrefix("photo")
        guard isPhoto else {
            throw ServiceError(
                .malformed, "The file “\(header.name.prefix(40))” is unknown; photos are media, or photo1, photo2, …")
        }
        guard !fileName.isEmpty else { return .ignored }
        guard form["api_key"] != nil || context.identity != nil else {
            throw ServiceError(.forbidden, "Send api_key before the photos, or an Authorization header.")
        }
        guard names.count < ReportLimits.photos.upperBound else {
            throw ServiceError(.malformed, "A report can have at most \(ReportLimits.photos.upperBound) photos.")
        }
        let reporter = try await reporter()
        let pipe = BytePipe()
        let (photos, moment) = (photos, context.moment)
        let task = Task {
            defer { pipe.stop() }
            return try await photos.receive(pipe, named: nil, from: reporter, at: moment).0.sha256
        }
        return .photo(pipe, task)
    }
}
