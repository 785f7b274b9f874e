import Accounts
import AppGroup
import GRDB
import Serving

extension PostersStore {
    /// How long a photo is kept that no report names, in days.
    static let unusedDays = 1

    /// Refuses a user's next upload if many of their photos wait for a report.
    ///
    /// - Throws: `tooManyAttempts`.
    func checkUnusedPhotos(of user: AccountID) async throws {
        try await read { try Self.checkUnusedPhotos(of: user, in: $0) }
    }

    private static func checkUnusedPhotos(of user: AccountID, in database: Database) throws {
        let count =
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM upload WHERE user = ?
                        AND NOT EXISTS (SELECT 1 FROM reportPhoto WHERE reportPhoto.photo = upload.photo)
                    """, arguments: [user.rawValue]) ?? 0
        guard count < ReportLimits.unusedPhotos else {
            throw ServiceError(
                .tooManyAttempts,
                "\(count) of your photos are in no report; file the reports first, or try again tomorrow.",
                retryAfter: 3600)
        }
    }

    /// Notes that a user has uploaded a photo.
    ///
    /// - Returns: Whether it is this user's first upload of it: whether others have
    ///   uploaded it is nobody's business.
    ///
    /// - Throws: `tooManyAttempts` if the photo is new to this user and many of their photos wait for a report.
    func addPhoto(_ photo: StoredPhoto, from user: AccountID, at now: Timestamp) async throws -> Bool {
        try await write { database in
            let isKnown = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM upload WHERE photo = ? AND user = ?)",
                arguments: [photo.sha256, user.rawValue])
            // Uploads that arrived at the same time have all passed the check before their bodies.
            if isKnown != true { try Self.checkUnusedPhotos(of: user, in: database) }
            try database.execute(
                sql: """
                    INSERT INTO photo (sha256, copy, mediaType, bytes, width, height, latitude, longitude, taken, stored)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    photo.sha256, photo.copy, photo.mediaType, photo.bytes, photo.width, photo.height,
                    photo.place?.latitude, photo.place?.longitude, photo.taken, now.milliseconds,
                ])
            // A photo that nobody has used for a day must not be collected while its new uploader uses it.
            try database.execute(
                sql: "UPDATE photo SET stored = ? WHERE sha256 = ?", arguments: [now.milliseconds, photo.sha256])
            try database.execute(
                sql: "INSERT INTO upload VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [photo.sha256, user.rawValue])
            return database.changesCount > 0
        }
    }

    /// A photo that any user has uploaded.
    func photo(_ sha256: String) async throws -> StoredPhoto? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM photo WHERE sha256 = ?", arguments: [sha256])
                .map(StoredPhoto.init(row:))
        }
    }

    /// Notes that a user uploads a photo again: it is kept as long as a new one.
    ///
    /// - Returns: The photo; `nil` if there is no upload of it by this user.
    func renewPhoto(_ sha256: String, uploadedBy user: AccountID, at now: Timestamp) async throws -> StoredPhoto? {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE photo SET stored = ? WHERE sha256 = ?
                        AND EXISTS (SELECT 1 FROM upload WHERE upload.photo = photo.sha256 AND user = ?)
                    """, arguments: [now.milliseconds, sha256, user.rawValue])
            guard database.changesCount > 0 else { return nil }
            return try Row.fetchOne(database, sql: "SELECT * FROM photo WHERE sha256 = ?", arguments: [sha256])
                .map(StoredPhoto.init(row:))
        }
    }

    /// A photo that a viewer may see: by the name of its upload, one of their own or of a report that they see in full; by the
    /// name of its copy, even one that a supervisor published.
    func photo(_ name: String, for viewer: Viewer) async throws -> StoredPhoto? {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM photo WHERE sha256 = ? OR copy = ?", arguments: [name, name])
            for row in rows {
                let photo = try StoredPhoto(row: row)
                if try Self.mayBeSeen(photo, by: viewer, in: database) { return photo }
                if photo.copy == name, try Self.isPublic(photo, in: database) { return photo }
            }
            return nil
        }
    }

    /// Whether a viewer may see the copy of a photo, and file a report with it.
    static func mayBeSeen(_ photo: StoredPhoto, by viewer: Viewer, in database: Database) throws -> Bool {
        guard let user = viewer.user else { return false }
        if viewer.isSupervisor { return true }
        return try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM upload WHERE photo = :photo AND user = :user)
                    OR EXISTS (
                        SELECT 1 FROM reportPhoto JOIN report ON report.number = reportPhoto.report
                        WHERE photo = :photo AND reporter = :user)
                """, arguments: ["photo": photo.sha256, "user": user.rawValue]) ?? false
    }

    private static func isPublic(_ photo: StoredPhoto, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM reportPhoto JOIN report ON report.number = reportPhoto.report
                    WHERE photo = ? AND photosArePublic = 1 AND deletionWanted = 0)
                """, arguments: [photo.sha256]) ?? false
    }

    /// Forgets photos that no report names and that were uploaded before a moment.
    func forgetUnusedPhotos(storedBefore moment: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    DELETE FROM photo WHERE stored < ?
                        AND NOT EXISTS (SELECT 1 FROM reportPhoto WHERE reportPhoto.photo = photo.sha256)
                    """, arguments: [moment.milliseconds])
        }
    }

    /// Keeps the photos that no report names, for a copy that has taken the place of the database: reports that were filed since may
    /// name them.
    static func keepUnusedPhotos(until moment: Timestamp, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE photo SET stored = ?
                WHERE NOT EXISTS (SELECT 1 FROM reportPhoto WHERE reportPhoto.photo = photo.sha256)
                """, arguments: [moment.adding(days: -unusedDays).milliseconds])
    }

    /// Whether a photo has this copy.
    func hasCopy(_ copy: String) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE copy = ?)", arguments: [copy]) ?? true
        }
    }
}

extension StoredPhoto {
    init(row: Row) throws {
        self.init(
            sha256: row["sha256"], copy: row["copy"], mediaType: row["mediaType"], bytes: row["bytes"],
            width: row["width"], height: row["height"], place: try row.place(), taken: row["taken"])
    }
}
