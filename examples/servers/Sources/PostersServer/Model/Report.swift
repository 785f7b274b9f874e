import Accounts
import AppGroup

/// Where a report stands. Databases keep the words.
enum ReportStatus: String, Codable, CaseIterable, Sendable {
    case new, confirmed, rejected, removed

    /// Whether a supervisor may decide this next. A decision can be corrected, but what was rejected has to be confirmed before it
    /// can be removed.
    func mayBecome(_ next: ReportStatus) -> Bool {
        switch (self, next) {
        case (_, .new), (.rejected, .removed): false
        default: true
        }
    }
}

/// The last change of a report.
enum ChangeKind: String, Codable, Sendable {
    case filed, edited, commented, status, photosPublished, deletionWanted, deleted
}

/// A report as it is stored.
struct Report: Hashable, Sendable {
    let number: Int64
    /// The server's count of changes when this report changed last.
    let version: Int64
    let change: ChangeKind
    /// Who made the last change; `nil` once their account is deleted.
    let changedBy: AccountID?
    /// `nil` once the account is deleted.
    let reporter: AccountID?
    /// The reporter's name; `nil` once the account is deleted.
    let reporterName: String?
    /// The `Idempotency-Key` that it was filed with.
    let key: String?
    let status: ReportStatus
    /// The reason of the last decision.
    let reason: String?
    let filed: Timestamp
    let updated: Timestamp
    /// When the photo was taken, as the photo or the client says: RFC 3339.
    let taken: String?
    let place: Place
    let address: String?
    let city: Named?
    let district: Named?
    let type: Named
    /// Who kept objects of the type when the report was filed.
    let holder: String?
    let company: String?
    let comment: String?
    let photosArePublic: Bool
    let deletionWanted: Bool
    var photos: [StoredPhoto] = []
    var phones: [PosterPhone] = []
    var history: [Decision] = []
    var comments: [LaterComment] = []
    var links: [SimilarReport] = []

    /// An entry of a list.
    struct Named: Hashable, Codable, Sendable {
        let code: String
        let name: String
    }

    /// A phone number on the poster.
    struct PosterPhone: Hashable, Sendable {
        /// In E.164 form.
        let number: String
        let extensionNumber: String?
        let written: String
        let isBlocked: Bool
    }

    /// A status that the report got.
    struct Decision: Hashable, Sendable {
        let status: ReportStatus
        let reason: String?
        let moment: Timestamp
    }

    /// A comment that the reporter added after a supervisor's decision.
    struct LaterComment: Hashable, Sendable {
        let text: String
        let moment: Timestamp
    }

    /// Another report with the same number nearby.
    struct SimilarReport: Hashable, Codable, Sendable {
        let number: Int64
        /// In meters.
        let distance: Int
    }
}

/// How much of a report somebody may see.
enum Visibility: Sendable {
    /// Everything.
    case full
    /// Without phones, names and comments; photos only if a supervisor published them.
    case open
    /// Nothing, not even that it exists.
    case hidden
}

extension Report {
    /// How much a viewer sees if they ask for the report by its number.
    func visibility(to viewer: Viewer) -> Visibility {
        if viewer.isSupervisor { return .full }
        if let user = viewer.user, user == reporter { return .full }
        return viewer.role == .reader ? visibilityOnMap : .hidden
    }

    /// How much everybody sees, on the map and by Open311.
    var visibilityOnMap: Visibility { deletionWanted ? .hidden : .open }

    /// Whether the city has found the poster illegal. Until then, the company is only a reporter's claim, and not public.
    var isFinding: Bool { status == .confirmed || status == .removed }
}

/// A photo that was uploaded. Only its published copy is kept, without place, time, serial numbers and thumbnail.
struct StoredPhoto: Hashable, Sendable {
    /// The SHA-256 of the uploaded file, by which its uploader names it.
    let sha256: String
    /// The SHA-256 of the copy, by which everybody else names it.
    let copy: String
    let mediaType: String
    /// Of the copy.
    let bytes: Int
    /// In pixels, before the orientation turns them.
    let width: Int
    let height: Int
    /// Where the uploaded file said that it was taken.
    let place: Place?
    /// When the uploaded file said that it was taken: RFC 3339, without an offset if it had none.
    let taken: String?
}
