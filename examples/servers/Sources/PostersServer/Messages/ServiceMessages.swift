import ServerCommands

/// `GET /v1/info`.
struct InfoMessage: Encodable, Sendable {
    let version: Int
    let law: String?
    let contact: String?
    let registration: RegistrationPolicy
    let limits: Limits

    struct Limits: Encodable, Sendable {
        let phones = ReportLimits.phones.upperBound
        let photos = ReportLimits.photos.upperBound
        let photoBytes = ReportLimits.photoBytes
        let photoPixels = ReportLimits.photoPixels
        let commentCharacters = ReportLimits.commentLength
    }
}

/// `GET /v1/lists`.
struct ListsMessage: Encodable, Sendable {
    let cities: [Report.Named]
    let districts: [CityLists.District]
    let types: [CityLists.ObjectType]
}

/// `POST /v1/blocked`.
struct BlockRequest: Decodable, Sendable {
    let phone: String
    let reason: String?
}

struct BlockedMessage: Encodable, Sendable {
    let number: String
    let moment: String
    let reason: String?
    let reports: Int

    init(_ blocked: BlockedNumber) {
        number = blocked.number
        moment = "\(blocked.moment)"
        reason = blocked.reason
        reports = blocked.reports
    }
}

/// `GET /v1/blocked`.
struct BlockedList: Encodable, Sendable {
    let phones: [BlockedMessage]
}

/// `GET /v1/offenders`.
struct OffendersMessage: Encodable, Sendable {
    let phones: [Phone]
    let companies: [Company]

    struct Phone: Encodable, Sendable {
        let number: String
        let reports: Int
        let latest: String
        let blocked: Bool
    }

    struct Company: Encodable, Sendable {
        let name: String
        let reports: Int
        let latest: String
    }

    init(_ phones: [OffendingPhone], _ companies: [OffendingCompany]) {
        self.phones = phones.map { phone in
            Phone(
                number: phone.number, reports: phone.reports, latest: "\(phone.latest)", blocked: phone.isBlocked)
        }
        self.companies = companies.map { Company(name: $0.name, reports: $0.reports, latest: "\($0.latest)") }
    }
}
