import ToolProgram

/// A report as the server describes it. Members that this user may not see are missing.
struct Report: Codable {
    let number: Int64
    /// The change of the whole server that changed it last: of two states, the one with the higher version is newer.
    let version: Int64
    var status: ReportStatus
    let filed: Moment
    let updated: Moment
    /// When the photo was taken, in RFC 3339 format with the offset of the camera.
    var taken: String?
    let place: Place
    var address: String?
    var city: Named?
    var district: Named?
    let type: Named
    /// Who keeps objects of this type.
    var holder: String?
    let photos: [Photo]
    /// The reason of the last decision.
    var reason: String?
    var phones: [Phone]?
    var company: String?
    var comment: String?
    /// Whether this user filed it.
    var mine: Bool?
    /// The key of the draft that it was, on whichever device.
    var key: String?
    /// The name of the person who filed it. Only supervisors get it.
    var reporter: String?
    var history: [HistoryEntry]?
    var comments: [Comment]?
    /// Reports of the same number nearby.
    var links: [Nearby]?
    var photosArePublic: Bool?
    /// Whether the reporter has asked for its deletion.
    var deletionWanted: Bool?

    /// An entry of one of the server's lists.
    struct Named: Codable, Equatable {
        let code: String
        let name: String
    }

    struct Photo: Codable {
        let sha256: String
        let mediaType: String
        let width: Int
        let height: Int
    }

    struct Phone: Codable {
        /// In E.164 form.
        let number: String
        /// As the reporter wrote it.
        let written: String
        var `extension`: String?
        let blocked: Bool
    }

    struct HistoryEntry: Codable {
        let status: ReportStatus
        let moment: Moment
        var reason: String?
    }

    struct Comment: Codable {
        let text: String
        let moment: Moment
        let by: String
    }

    struct Nearby: Codable {
        let number: Int64
        /// In meters.
        let distance: Int
    }
}

/// Where a report stands.
enum ReportStatus: String, Codable, CaseIterable {
    case new, confirmed, rejected, removed
}
