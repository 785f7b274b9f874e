/// A report, which Open311 calls a service request (GET requests, GET requests/ID).
public struct GeoRequest: Hashable, Sendable {
    /// Finer states go into ``statusNotes`` and ``extendedAttributes``.
    public enum Status: String, Sendable, CaseIterable { case open, closed }

    /// Something that happened to a report. An extension: FixMyStreet and Helsinki answer with it if `extensions=true`.
    public struct Note: Hashable, Sendable {
        /// The time of the event.
        public var time: GeoTime
        /// The text for people.
        public var text: String
        /// One word for machines, such as `confirmed`.
        public var kind: String

        /// A note with its time and kind.
        public init(time: GeoTime, text: String, kind: String) {
            (self.time, self.text, self.kind) = (time, text, kind)
        }
    }

    /// A property beyond the standard: a name and a text.
    public struct Attribute: Hashable, Sendable {
        /// Letters, digits, `-`, `.` and `_`; in XML, others become `_`.
        public var name: String
        /// The text, which may be empty.
        public var value: String

        /// A property with a name and a text.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The number of the report: any text.
    public var id: String
    /// Whether anything remains to be done.
    public var status: Status
    /// Why it has this status.
    public var statusNotes: String?
    /// The ``GeoService/name``.
    public var serviceName: String?
    /// The ``GeoService/code``.
    public var serviceCode: String
    /// The reporter's text.
    public var description: String?
    /// The agency that takes care of it.
    public var agencyResponsible: String?
    /// A notice for reporters of this kind.
    public var serviceNotice: String?
    /// The time at which it was filed.
    public var requested: GeoTime
    /// The time of its last change.
    public var updated: GeoTime?
    /// The time by which it should be done.
    public var expected: GeoTime?
    /// The place as people write it.
    public var address: String?
    /// The place in a list of the city.
    public var addressID: String?
    /// The postal code of the place.
    public var zipcode: String?
    /// Degrees, WGS 84.
    public var latitude, longitude: Double?
    /// The URL of a photo.
    public var mediaURL: String?
    /// Nil without `extensions=true`. In XML, each name is an element.
    public var extendedAttributes: [Attribute]?
    /// Nil without `extensions=true`.
    public var notes: [Note]?

    /// A report with these properties; all others are nil.
    public init(id: String, status: Status, serviceCode: String, requested: GeoTime) {
        (self.id, self.status, self.serviceCode, self.requested) = (id, status, serviceCode, requested)
    }
}

/// A server's answer to a new report (POST requests).
public struct GeoReceipt: Hashable, Sendable {
    /// The report's number, or nil if there is a ``token``.
    public var id: String?
    /// The token with which the number can be asked for later.
    public var token: String?
    /// A notice for the reporter.
    public var serviceNotice: String?
    /// The reporter's account.
    public var accountID: String?

    /// An answer with a number or with a token.
    public init(id: String?, token: String? = nil, serviceNotice: String? = nil, accountID: String? = nil) {
        (self.id, self.token, self.serviceNotice, self.accountID) = (id, token, serviceNotice, accountID)
    }
}

/// The number that belongs to a token (GET tokens/TOKEN).
public struct GeoToken: Hashable, Sendable {
    /// The ``GeoReceipt/token`` of the answer.
    public var token: String
    /// Nil if the report has no number yet.
    public var id: String?

    /// A token and its number.
    public init(token: String, id: String?) { (self.token, self.id) = (token, id) }
}
