import CToolSupport
import ToolSupport

/// A place on the earth, in degrees (WGS 84).
struct Spot: Hashable {
    let latitude: Double
    let longitude: Double

    /// Parses degrees such as `50.45,30.52`; nil for anything else.
    init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmed) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// The distance over the ground in kilometers, on a ball (haversine formula).
    func distance(to other: Spot) -> Double {
        let radians = Double.pi / 180
        let (sine, sine2) = (
            sin((other.latitude - latitude) * radians / 2), sin((other.longitude - longitude) * radians / 2)
        )
        let part = sine * sine + cos(latitude * radians) * cos(other.latitude * radians) * sine2 * sine2
        return 2 * 6371 * asin(min(1, part.squareRoot()))
    }

    /// The main city of a time zone, from the list beside the time zone database (`zone1970.tab`, ISO 6709).
    static func zones() -> [String: Spot] {
        let path = "/usr/share/zoneinfo/zone1970.tab"
        guard let bytes = try? Files.contents(of: path, limit: 1 << 20) else { return [:] }
        var spots: [String: Spot] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t")
            if cells.count >= 3, let spot = Spot(sexagesimal: cells[1]) { spots[String(cells[2])] = spot }
        }
        return spots
    }

    /// Parses degrees and minutes, and perhaps seconds, such as `+5026+03031`.
    private init?(sexagesimal text: Substring) {
        let form = /([+-])([0-9]{2})([0-9]{2})([0-9]{2})?([+-])([0-9]{3})([0-9]{2})([0-9]{2})?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        func degrees(_ sign: Substring, _ parts: [Substring?]) -> Double {
            let sum = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + (Double($1.0 ?? "0") ?? 0) / $1.1 }
            return sign == "-" ? -sum : sum
        }
        self.init(
            latitude: degrees(match.1, [match.2, match.3, match.4]),
            longitude: degrees(match.5, [match.6, match.7, match.8]))
    }
}
