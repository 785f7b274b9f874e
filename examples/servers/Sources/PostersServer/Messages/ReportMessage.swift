/// A report as its viewer may see it. Members that they may not see are missing.
struct ReportMessage: Encodable, Sendable {
    let number: Int64
    let version: Int64
    let status: ReportStatus
    let filed: String
    let updated: String
    let taken: String?
    let place: PlaceMessage
    let address: String?
    let city: Report.Named?
    let district: Report.Named?
    let type: Report.Named
    let holder: String?
    let photos: [PhotoMessage]
    let company: String?
    private(set) var reason: String?
    private(set) var phones: [Phone]?
    private(set) var comment: String?
    private(set) var mine: Bool?
    private(set) var key: String?
    private(set) var reporter: String?
    private(set) var history: [HistoryEntry]?
    private(set) var comments: [Comment]?
    private(set) var links: [Report.SimilarReport]?
    private(set) var photosArePublic: Bool?
    private(set) var deletionWanted: Bool?

    struct Phone: Encodable, Sendable {
        let number: String
        let written: String
        let `extension`: String?
        let blocked: Bool
    }

    struct HistoryEntry: Encodable, Sendable {
        let status: ReportStatus
        let moment: String
        let reason: String?
    }

    struct Comment: Encodable, Sendable {
        let text: String
        let moment: String
        let by = "reporter"
    }
}

extension ReportMessage {
    /// - Parameters:
    ///   - visibility: What the viewer may see; not `hidden`.
    ///   - url: The server's own, which the photos' URLs begin with.
    init(_ report: Report, _ visibility: Visibility, to viewer: Viewer, at url: String) {
        let isFull = visibility == .full
        number = report.number
        version = report.version
        status = report.status
        filed = "\(report.filed)"
        updated = "\(report.updated)"
        taken = report.taken
        place = PlaceMessage(report.place)
        address = isFull || report.isFinding ? report.address : nil
        city = report.city
        district = report.district
        type = report.type
        holder = report.holder
        company = isFull || report.isFinding ? report.company : nil
        photos = isFull || report.photosArePublic ? report.photos.map { PhotoMessage($0, isFull: isFull, at: url) } : []
        if isFull { addHidden(of: report, to: viewer) }
    }

    private mutating func addHidden(of report: Report, to viewer: Viewer) {
        let isOwn = report.reporter != nil && report.reporter == viewer.user
        reason = report.reason
        phones = report.phones.map { phone in
            Phone(
                number: phone.number, written: phone.written, extension: phone.extensionNumber,
                blocked: phone.isBlocked)
        }
        comment = report.comment
        mine = isOwn
        key = isOwn ? report.key : nil
        reporter = viewer.isSupervisor ? report.reporterName : nil
        history = report.history.map { HistoryEntry(status: $0.status, moment: "\($0.moment)", reason: $0.reason) }
        comments = report.comments.map { Comment(text: $0.text, moment: "\($0.moment)") }
        links = report.links
        photosArePublic = report.photosArePublic
        deletionWanted = report.deletionWanted
    }
}

/// A photo of a report, or one that was just uploaded.
struct PhotoMessage: Encodable, Sendable {
    let sha256: String
    let mediaType: String
    let bytes: Int
    let width: Int
    let height: Int
    let url: String
    private(set) var place: PlaceMessage?
    private(set) var taken: String?

    /// - Parameter isFull: Whether the viewer may know the hash of the uploaded file; others name the photo by its copy.
    init(_ photo: StoredPhoto, isFull: Bool, at url: String) {
        sha256 = isFull ? photo.sha256 : photo.copy
        mediaType = photo.mediaType
        bytes = photo.bytes
        width = photo.width
        height = photo.height
        self.url = "\(url)/media/\(sha256)"
    }

    /// The answer to an upload.
    init(uploaded photo: StoredPhoto, at url: String) {
        self.init(photo, isFull: true, at: url)
        place = photo.place.map(PlaceMessage.init)
        taken = photo.taken
    }
}
