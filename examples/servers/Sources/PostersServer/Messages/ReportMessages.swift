/// `POST /v1/reports`.
struct NewReport: Codable, Sendable {
    var photos: [String]
    var place: PlaceMessage?
    var taken: String?
    var phones: [String]
    var company: String?
    var city: String?
    var district: String?
    var type: String?
    var address: String?
    var comment: String?
}

/// The answer.
struct FiledReport: Encodable, Sendable {
    let report: ReportMessage
    /// Sentences for the person.
    let warnings: [String]
}

/// `PATCH /v1/reports/{number}`. Missing members change nothing. An empty company, address or comment is removed.
struct ReportEdit: Codable, Sendable {
    var place: PlaceMessage?
    var phones: [String]?
    var company: String?
    var city: String?
    var district: String?
    var type: String?
    var address: String?
    var comment: String?
    /// The version of the report that the reporter has changed; `nil` accepts any.
    var version: Int64?
}

/// The answer.
struct EditedReport: Encodable, Sendable {
    let report: ReportMessage
    /// Whether the report was changed; otherwise, the edit is one of its comments.
    let applied: Bool
    /// A sentence for the person if the edit was not applied.
    let notice: String?
}

/// `POST /v1/reports/{number}/status`.
struct StatusChange: Decodable, Sendable {
    let status: ReportStatus
    let reason: String?
    let publishPhotos: Bool?
    /// The version of the report that the supervisor has seen; `nil` accepts any.
    let version: Int64?
}

/// A place as JSON has it.
struct PlaceMessage: Codable, Hashable, Sendable {
    let lat: Double
    let long: Double

    init(_ place: Place) {
        lat = place.latitude
        long = place.longitude
    }
}

/// `GET /v1/reports`, `/v1/search` and `/v1/queue`.
struct ReportPage: Encodable, Sendable {
    let reports: [ReportMessage]
    /// Where the next page begins.
    let next: Int64?
}

/// `GET /v1/near`.
struct NearbyReports: Encodable, Sendable {
    let reports: [Entry]
    /// Whether there are more within the distance than the answer has.
    let more: Bool

    struct Entry: Encodable, Sendable {
        /// In meters.
        let distance: Int
        let report: ReportMessage
    }
}

/// `GET /v1/changes`.
struct ChangePage: Encodable, Sendable {
    let changes: [ChangeMessage]
    let next: Int64
    let more: Bool
    /// Another one after a backup was restored: versions and numbers mean something else then.
    let history: String
    /// The versions that restored backups did not have.
    let lost: [LostVersions]

    struct LostVersions: Encodable, Sendable {
        let first: Int64
        let last: Int64
    }
}

struct ChangeMessage: Encodable, Sendable {
    let version: Int64
    let number: Int64
    let kind: ChangeKind
    let byYou: Bool
    let report: ReportMessage?
}
