/// What reports choose from: a city's own words.
struct CityLists: Hashable, Sendable {
    var cities: [Report.Named] = []
    var districts: [District] = []
    var types: [ObjectType] = []
    /// `law`, the law that the service rests on, and `contact`, where to complain.
    var notices: [String: String] = [:]

    struct District: Hashable, Codable, Sendable {
        let code: String
        let name: String
        /// The code of its city.
        let city: String
    }

    /// What a poster was put on.
    struct ObjectType: Hashable, Codable, Sendable {
        let code: String
        let name: String
        let description: String
        /// Who keeps objects of this type.
        let holder: String?
        /// The heading that types are shown under.
        let group: String?
    }

    /// Whether a text has the form of a code: 1 to 64 of a-z, 0-9 and . _ -
    static func isCode(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-".utf8.contains(byte)
            }
    }

    /// The type of a report that names none.
    static let otherType = "other"

    /// How many entries there are, as a sentence has them.
    var summary: String {
        "cities: \(cities.count), districts: \(districts.count), object types: \(types.count)"
    }
}
