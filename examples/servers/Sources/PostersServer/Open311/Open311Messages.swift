import AppGroup
import GeoReport
import Serving

extension ReportStatus {
    /// Open311 knows two states; the finer ones are in `status_notes`.
    var open311: GeoRequest.Status {
        switch self {
        case .new, .confirmed: .open
        case .rejected, .removed: .closed
        }
    }
}

extension Report {
    /// How much of the report a viewer sees in a list of all reports; nil for nothing.
    func visibility(inList viewer: Viewer) -> Visibility? {
        if case .full = visibility(to: viewer) { return .full }
        if case .open = visibilityOnMap { return .open }
        return nil
    }
}

extension GeoRequest {
    /// - Parameters:
    ///   - url: The server's own, which the photos' URLs begin with.
    ///   - isExtended: Whether `extended_attributes` and `notes` are wanted.
    init(_ report: Report, _ visibility: Visibility, at url: String, isExtended: Bool) {
        self.init(
            id: "\(report.number)", status: report.status.open311, serviceCode: report.type.code,
            requested: GeoTime(seconds: report.filed.seconds))
        let isFull = if case .full = visibility { true } else { false }
        let showsFinding = isFull || report.isFinding
        statusNotes = Self.sentence(report.status, isFull ? report.reason : nil)
        serviceName = report.type.name
        description = isFull ? report.comment.map(PlainText.harmless) : nil
        agencyResponsible = report.holder
        updated = GeoTime(seconds: report.updated.seconds)
        address = showsFinding ? report.address.map(PlainText.harmless) : nil
        (latitude, longitude) = (report.place.latitude, report.place.longitude)
        let photos = isFull || report.photosArePublic ? report.photos : []
        let links = photos.map { "\(url)/media/\(isFull ? $0.sha256 : $0.copy)" }
        mediaURL = links.first
        guard isExtended else { return }
        var attributes = [Attribute("status", report.status.rawValue)]
        func add(_ name: String, _ value: String?) {
            if let value { attributes.append(Attribute(name, value)) }
        }
        add("city", report.city?.name)
        add("district", report.district?.name)
        add("company", showsFinding ? report.company.map(PlainText.harmless) : nil)
        for (index, link) in links.enumerated() { add("photo\(index + 1)", link) }
        if isFull {
            for (index, phone) in report.phones.enumerated() {
                add(
                    index == 0 ? "phone" : "phone\(index + 1)",
                    phone.number + (phone.extensionNumber.map { ";ext=\($0)" } ?? ""))
            }
        }
        extendedAttributes = attributes
        notes = report.history.map { decision in
            Note(
                time: GeoTime(seconds: decision.moment.seconds),
                text: Self.sentence(decision.status, isFull ? decision.reason : nil), kind: decision.status.rawValue)
        }
    }

    private static func sentence(_ status: ReportStatus, _ reason: String?) -> String {
        status.rawValue + (reason.map { ": \($0)" } ?? "")
    }
}

extension GeoService {
    init(_ type: CityLists.ObjectType) {
        self.init(
            code: type.code, name: type.name, description: type.description, hasDefinition: true, keywords: [],
            group: type.group)
    }
}

extension GeoServiceDefinition {
    /// What a report of any type says beside the usual.
    init(_ type: CityLists.ObjectType, _ lists: CityLists) {
        var attributes: [GeoAttribute] = []
        func add(
            _ code: String, _ kind: GeoAttribute.Kind, _ description: String, isRequired: Bool = false,
            isVariable: Bool = true, hint: String? = nil, choices: [GeoAttribute.Choice] = []
        ) {
            attributes.append(
                GeoAttribute(
                    code: code, kind: kind, description: description, isRequired: isRequired, isVariable: isVariable,
                    hint: hint, order: attributes.count + 1, choices: choices))
        }
        for number in ReportLimits.phones {
            add(
                Self.phoneCode(number), .string,
                number == 1 ? "The phone number on the poster" : "Another phone number",
                isRequired: number == 1, hint: "A number as it is printed, such as 044 123 45 67.")
        }
        add("company", .string, "The company on the poster")
        if !lists.districts.isEmpty {
            let cities = Dictionary(uniqueKeysWithValues: lists.cities.map { ($0.code, $0.name) })
            add(
                "district", .singlevaluelist, "The district",
                choices: lists.districts.map { district in
                    let city = lists.cities.count > 1 ? cities[district.city].map { "\($0), " } ?? "" : ""
                    return GeoAttribute.Choice(key: district.code, name: city + district.name)
                })
        }
        if let holder = type.holder { add("holder", .text, "Maintained by \(holder)", isVariable: false) }
        self.init(serviceCode: type.code, attributes: attributes)
    }

    /// `phone`, `phone2`, …
    static func phoneCode(_ number: Int) -> String { number == 1 ? "phone" : "phone\(number)" }
}

extension NewReport {
    /// - Parameter names: The SHA-256 of each photo.
    init(_ submission: GeoSubmission, photos names: [String], in lists: CityLists) throws(ServiceError) {
        guard let latitude = submission.place.latitude, let longitude = submission.place.longitude,
            let place = Place(latitude: latitude, longitude: longitude)
        else {
            throw ServiceError(.malformed, "Send lat and long; this server has no list of addresses.")
        }
        guard !names.isEmpty else {
            throw ServiceError(
                .malformed,
                "A photo is missing: send multipart/form-data with the photo as media or photo1, or PUT it to media/SHA256 "
                    + "first and name that address as media_url.")
        }
        let district = submission.attributes["district"]?.first
        self.init(
            photos: names, place: PlaceMessage(place), taken: nil,
            phones: ReportLimits.phones.compactMap { submission.attributes[GeoServiceDefinition.phoneCode($0)]?.first },
            company: submission.attributes["company"]?.first,
            city: lists.districts.first { $0.code == district }?.city, district: district, type: submission.serviceCode,
            address: submission.place.address, comment: submission.description)
    }
}

extension GeoSubmission {
    /// The SHA-256 of the uploaded photo that `media_url` names; nil if there is none.
    /// - Parameter url: The server's own.
    func photo(at url: String) throws(ServiceError) -> String? {
        guard let mediaURL else { return nil }
        let prefix = "\(url)/media/"
        guard mediaURL.hasPrefix(prefix), let digest = BlobDigest(String(mediaURL.dropFirst(prefix.count))) else {
            throw ServiceError(
                .malformed, "media_url must be \(prefix) and the SHA-256 of a photo; this server fetches nothing.")
        }
        return "\(digest)"
    }
}
