import AppGroup
import ToolProgram

/// Something that waits for the server: a report, a change of a report, or a withdrawal.
struct Draft {
    let id: Int64
    /// A UUID, which the server gets with each attempt (`Idempotency-Key`), so that it is done once.
    let key: String
    let kind: Kind
    let created: Timestamp
    /// Whether the server may have it, because the answer to an attempt has not come.
    var isOut = false
    /// Why it is not sent before the person says so, as a sentence: the server has refused it, or lost it after it was sent; nil
    /// if it did neither.
    var problem: String?
    /// Whether a report must name a district, because the server has a list of them.
    var needsDistrict = true

    enum Kind {
        case report(ReportDraft)
        case edit(report: Int64, ReportChange)
        /// - Parameter again: Whether the server has done it before it was restored from a backup, and may have forgotten it.
        case cancel(report: Int64, again: Bool = false)
    }

    /// How a person names it.
    var name: String { "d\(id)" }

    /// What a person can do about a change that is not sent by itself, as sentences.
    func choice(about report: Int64) -> String {
        "To look at the report: posters show \(report). To send the change again: posters edit \(name). To discard it: "
            + "posters cancel \(name)"
    }

    /// The SHA-256 of the photos that it needs.
    var photos: [String] { if case .report(let report) = kind { report.photos } else { [] } }

    /// The reasons that it can't be sent, as words; empty if nothing does.
    var lacks: [String] {
        if case .report(let report) = kind { report.lacks(needsDistrict: needsDistrict) } else { [] }
    }

    /// The same as a part of a sentence: `a photo, the company and the district`.
    var lacksPhrase: String {
        let words = lacks
        guard words.count > 1, let last = words.last else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// Whether the next sync sends it.
    var isReady: Bool { lacks.isEmpty && problem == nil }

    /// Whether it repeats a withdrawal. It waits for the server's changes, which say whether the server has lost the report.
    var isRepetition: Bool { if case .cancel(_, again: true) = kind { true } else { false } }
}

/// A report that was not sent. Its members are those of the request.
struct ReportDraft: Codable, Equatable {
    /// The SHA-256 of each photo. The photos lie in the folder of the drafts.
    var photos: [String] = []
    var place: Place?
    /// As they were typed.
    var phones: [String] = []
    var company: String?
    var city: String?
    var district: String?
    var type: String?
    var comment: String?

    /// The most photos, and the most phone numbers.
    static let (photoLimit, phoneLimit) = (10, 5)
    /// The longest comment and the longest company, in characters.
    static let (commentLimit, companyLimit) = (4000, 200)

    /// The reasons that it can't be sent, as words.
    func lacks(needsDistrict: Bool) -> [String] {
        [
            photos.isEmpty ? "a photo" : nil, place == nil ? "a place (--at LAT,LON)" : nil,
            phones.isEmpty ? "a phone number" : nil, company == nil ? "the company" : nil,
            needsDistrict && district == nil ? "the district" : nil,
        ].compactMap(\.self)
    }
}

extension ReportDraft {
    /// What is left of a report if the server loses it: its photos are not stored here.
    init(_ report: Report) {
        self.init()
        apply(ReportChange(report))
    }

    /// Takes over what a change sets.
    mutating func apply(_ change: ReportChange) {
        if let place = change.place { self.place = place }
        if let phones = change.phones { self.phones = phones }
        if let company = change.company { self.company = company }
        if let city = change.city { self.city = city }
        if let district = change.district { self.district = district }
        if let type = change.type { self.type = type }
        if let comment = change.comment { self.comment = comment.isEmpty ? nil : comment }
    }
}

/// The members of a report that change; the others stay.
struct ReportChange: Codable, Equatable {
    var place: Place?
    var phones: [String]?
    var company: String?
    var city: String?
    var district: String?
    var type: String?
    /// Empty if the comment is to be removed.
    var comment: String?
    /// The version of the report that the person has changed, so that the server refuses the change if another device has changed
    /// the same since; 0 if the report is not stored here. It is nil in drafts of earlier releases, and in those of lost changes
    /// until the person sends them.
    var version: Int64?

    var isEmpty: Bool { self == ReportChange(version: version) }

    /// Whether two states of a report differ only in what this change sets.
    func isOnlyDifference(between old: Report, and new: Report) -> Bool {
        ReportChange(old).without(self) == ReportChange(new).without(self)
    }

    /// This change with the members that a later change has.
    func replaced(by later: ReportChange) -> ReportChange {
        ReportChange(
            place: later.place ?? place, phones: later.phones ?? phones, company: later.company ?? company,
            city: later.city ?? city, district: later.district ?? district, type: later.type ?? type,
            comment: later.comment ?? comment, version: version)
    }

    /// This change without the members that a later change has, and of no version.
    func without(_ later: ReportChange) -> ReportChange {
        ReportChange(
            place: later.place == nil ? place : nil, phones: later.phones == nil ? phones : nil,
            company: later.company == nil ? company : nil, city: later.city == nil ? city : nil,
            district: later.district == nil ? district : nil, type: later.type == nil ? type : nil,
            comment: later.comment == nil ? comment : nil)
    }

    /// The names of its members, for people. The city comes with the district.
    var members: [String] {
        [
            place == nil ? nil : "place", phones == nil ? nil : "phones", company == nil ? nil : "company",
            city == nil && district == nil ? nil : "district", type == nil ? nil : "type",
            comment == nil ? nil : "comment",
        ].compactMap(\.self)
    }
}

extension ReportChange {
    /// All that a report says, as a change that would make it so.
    fileprivate init(_ report: Report) {
        self.init(
            place: report.place, phones: (report.phones ?? []).map(\.written), company: report.company,
            city: report.city?.code, district: report.district?.code, type: report.type.code, comment: report.comment)
    }
}

/// A report's number, or a draft's: `17` or `d3`.
enum ReportName {
    case report(Int64)
    case draft(Int64)

    init(parsing text: String) throws(ToolError) {
        if let number = Int64(text.drop { $0 == "№" || $0 == "#" }), number > 0 {
            self = .report(number)
        } else if text.first?.lowercased() == "d", let id = Int64(text.dropFirst()), id > 0 {
            self = .draft(id)
        } else {
            throw .usage("“\(text)” is neither the number of a report, such as 17, nor of a draft, such as d3.")
        }
    }
}
