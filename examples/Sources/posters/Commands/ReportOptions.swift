import ArgumentParser
import PhoneNumbers
import ToolProgram
import ToolSupport

/// What a person says about a report.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .singleValue, help: "A photo: JPEG, HEIC, PNG or WebP. Up to 10.", completion: .file())
    var photo: [String] = []

    @Flag(help: "Accept photos that are cut off.")
    var incomplete = false

    @Option(
        parsing: .unconditional, help: "The place in degrees: LAT,LON. By default, where the photo was taken.")
    var at: String?

    @Option(name: .long, parsing: .singleValue, help: "A phone number on the poster. Up to 5.")
    var phone: [String] = []

    @Option(help: "The district: its code, or a part of its name. To list them: posters lists")
    var district: String?

    @Option(help: "The company, as the poster names it.")
    var company: String?

    @Option(help: "The type of object that the poster is on: its code, or a part of its name.")
    var type: String?

    @Option(help: "A comment, up to 4,000 characters. An empty one removes the comment.")
    var comment: String?

    /// The values after they have been checked, but no photo has been read.
    struct Checked {
        var place: Place?
        var phones: [String] = []
        var company: String?
        var district: ServerLists.District?
        var type: ServerLists.ObjectType?
        /// Empty if the comment is to be removed.
        var comment: String?
    }

    /// Checks everything but the photos.
    ///
    /// - Throws: An error with status 65 or 66 that names the value.
    func checked(_ store: Store) throws -> Checked {
        guard photo.count <= ReportDraft.photoLimit else {
            throw ToolError.unreadable(
                "\(photo.count) photos are too many: a report has up to \(ReportDraft.photoLimit).")
        }
        guard phone.count <= ReportDraft.phoneLimit else {
            throw ToolError.unreadable(
                "\(phone.count) phone numbers are too many: a report has up to \(ReportDraft.phoneLimit).")
        }
        var numbers: [PhoneNumber] = []
        for text in phone {
            let number = try PhoneOption.parse(text)
            guard !numbers.contains(number) else {
                throw ToolError.unreadable("The number \(number.e164) is there twice; name it once.")
            }
            numbers.append(number)
        }
        let lists = try store.lists()
        return try Checked(
            place: at.map(PlaceArgument.parse).map { Place($0) }, phones: phone,
            company: company.map { try text($0, "company", limit: ReportDraft.companyLimit) },
            district: district.map { try lists.district($0) }, type: type.map { try lists.type($0) },
            comment: comment.map {
                try $0.isEmpty ? "" : text($0, "comment", limit: ReportDraft.commentLimit, allowing: "\n\r\t")
            })
    }

    /// - Parameter allowed: The control characters that the text may have.
    private func text(
        _ text: String, _ name: String, limit: Int, allowing allowed: String = ""
    ) throws(ToolError) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .unreadable("The \(name) is empty.") }
        guard text.unicodeScalars.count <= limit else {
            throw .unreadable("The \(name) has \(text.unicodeScalars.count) characters; it may have \(limit).")
        }
        let control = text.unicodeScalars.first { scalar in
            scalar.properties.generalCategory == .control && !allowed.unicodeScalars.contains(scalar)
        }
        if let control {
            let number = String(control.value, radix: 16, uppercase: true)
            throw .unreadable(
                "The \(name) holds U+\(String(repeating: "0", count: 4 - number.count))\(number), a control character; "
                    + "leave it out.")
        }
        return text
    }

    /// Copies the photos to the drafts.
    func takePhotos(_ store: Store) throws -> [PhotoIntake.Taken] {
        let intake = PhotoIntake(folder: store.photoFolder, takesIncomplete: incomplete)
        return try photo.map { try intake.take($0) }
    }
}

/// A phone number in an argument.
enum PhoneOption {
    /// - Throws: An error with status 65 that says what was read.
    static func parse(_ text: String) throws(ToolError) -> PhoneNumber {
        do { return try PhoneNumber(parsing: text) } catch { throw .unreadable(error.description) }
    }
}

/// A place in an argument.
enum PlaceArgument {
    /// - Throws: An error with status 65.
    static func parse(_ text: String) throws(ToolError) -> Spot {
        guard let spot = Spot(parsing: text) else {
            throw .unreadable("“\(text)” is not a place such as 50.4501,30.5234 (latitude, longitude).")
        }
        return spot
    }
}
