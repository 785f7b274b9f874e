/// What one report may have.
enum ReportLimits {
    static let phones = 1...5
    static let photos = 1...10
    /// Of one photo, in bytes.
    static let photoBytes = 25_000_000
    /// Of one photo, width times height.
    static let photoPixels = 200_000_000
    /// How many photos one user may have on the server that no report names.
    static let unusedPhotos = 50
    /// How many reports and edits one user may send at once.
    static let filings = 1000
    /// Seconds until one more is allowed.
    static let filingInterval = 20.0
    /// Characters of one phone number as it is written.
    static let phoneLength = 64
    /// Characters of a comment and of Open311's description.
    static let commentLength = 4000
    /// How many comments one report may get by edits that come too late.
    static let laterComments = 50
    /// Characters of a company's name and of an address.
    static let lineLength = 200
    /// Characters of a reason.
    static let reasonLength = 1000

    /// How far away reports can be asked for, in meters.
    static let radius = 1.0...50_000
    /// How near another report of the same number is worth a warning, in meters.
    static let similarRadius = 250.0
    /// The most reports that one report is linked with.
    static let similarCount = 20
    /// How recent such a report is, in days.
    static let similarDays = 90
}
