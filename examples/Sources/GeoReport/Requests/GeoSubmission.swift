/// A report that a client files (POST requests).
public struct GeoSubmission: Hashable, Sendable {
    /// Where the thing is. At least one of these is known.
    public struct Place: Hashable, Sendable {
        /// Degrees, WGS 84.
        public let latitude, longitude: Double?
        /// The place as people write it.
        public let address: String?
        /// The place in a list of the city.
        public let addressID: String?
    }

    /// The longest description, in characters.
    public static let longestDescription = 4000

    /// The longest other text, in characters.
    public static let longestText = 500

    /// The ``GeoService/code``.
    public let serviceCode: String
    /// Where the thing is.
    public let place: Place
    /// The reporter's text.
    public let description: String?
    /// The values of the service's attributes, by code.
    public let attributes: [String: [String]]
    /// The reporter's mail address.
    public let email: String?
    /// The reporter's first name.
    public let firstName: String?
    /// The reporter's last name.
    public let lastName: String?
    /// The reporter's own phone number.
    public let phone: String?
    /// The reporter's device.
    public let deviceID: String?
    /// Where the client has put a photo.
    public let mediaURL: String?

    /// Reads the fields of a request.
    /// - Throws: ``GeoFault`` with 400 for a value that is missing or wrong.
    public init(_ form: GeoForm) throws(GeoFault) {
        guard let code = form["service_code"] else {
            throw GeoFault(400, "service_code is missing; GET services lists the codes.")
        }
        serviceCode = code
        let latitude = try Self.degrees("lat", of: form, upTo: 90)
        let longitude = try Self.degrees("long", of: form, upTo: 180)
        guard (latitude == nil) == (longitude == nil) else {
            throw GeoFault(400, "lat and long belong together; \(latitude == nil ? "lat" : "long") is missing.")
        }
        let address = try Self.text("address_string", of: form)
        let addressID = try Self.text("address_id", of: form)
        guard latitude != nil || address != nil || addressID != nil else {
            throw GeoFault(400, "The place is missing: send lat and long, or address_string, or address_id.")
        }
        place = Place(latitude: latitude, longitude: longitude, address: address, addressID: addressID)
        description = try Self.text("description", of: form, longest: Self.longestDescription)
        attributes = form.attributes
        for (code, values) in attributes {
            for value in values where value.count > Self.longestText {
                throw GeoFault(400, "attribute[\(code.prefix(40))] is longer than \(Self.longestText) characters.")
            }
        }
        email = try Self.text("email", of: form)
        firstName = try Self.text("first_name", of: form)
        lastName = try Self.text("last_name", of: form)
        phone = try Self.text("phone", of: form)
        deviceID = try Self.text("device_id", of: form)
        mediaURL = try Self.text("media_url", of: form, longest: 2048)
    }

    /// Compares the attributes with the service's definition.
    /// - Throws: ``GeoFault`` with 400 if one is missing, unknown, or has a value that it can't have.
    public func check(_ definition: GeoServiceDefinition) throws(GeoFault) {
        let known = definition.attributes.filter(\.isVariable)
        for attribute in known where attribute.isRequired && attributes[attribute.code] == nil {
            throw GeoFault(400, "attribute[\(attribute.code)] is missing: \(attribute.description)")
        }
        for (code, values) in attributes.sorted(by: { $0.key < $1.key }) {
            guard let attribute = known.first(where: { $0.code == code }) else {
                throw GeoFault(400, "attribute[\(code.prefix(40))] is unknown; GET services/\(serviceCode) lists them.")
            }
            guard attribute.kind == .multivaluelist || values.count == 1 else {
                throw GeoFault(400, "attribute[\(code)] can have one value.")
            }
            for value in values where !attribute.takes(value) {
                throw GeoFault(400, "attribute[\(code)] can't be “\(value.prefix(40))”.")
            }
        }
    }

    private static func text(
        _ name: String, of form: GeoForm, longest: Int = longestText
    ) throws(GeoFault) -> String? {
        guard let text = form[name] else { return nil }
        guard text.count <= longest else {
            throw GeoFault(400, "\(name) has \(text.count) characters; \(longest) are allowed.")
        }
        return text
    }

    private static func degrees(_ name: String, of form: GeoForm, upTo most: Double) throws(GeoFault) -> Double? {
        guard let text = form[name] else { return nil }
        guard let number = Double(text), abs(number) <= most else {
            throw GeoFault(400, "\(name) must be from \(-Int(most)) to \(Int(most)) degrees, not “\(text.prefix(40))”.")
        }
        return number
    }
}

extension GeoAttribute {
    /// Whether a text is a value of this field.
    fileprivate func takes(_ value: String) -> Bool {
        switch kind {
        case .string, .text: true
        case .number: Double(value)?.isFinite ?? false
        case .datetime: GeoTime(value) != nil
        case .singlevaluelist, .multivaluelist: choices.contains { $0.key == value }
        }
    }
}
