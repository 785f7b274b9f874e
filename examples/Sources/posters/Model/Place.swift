import ToolSupport

/// A place as the server writes it: degrees north and east (WGS 84).
struct Place: Codable, Equatable, CustomStringConvertible {
    let lat: Double
    let long: Double

    init(lat: Double, long: Double) { (self.lat, self.long) = (lat, long) }

    init(_ spot: Spot) { (lat, long) = (spot.latitude, spot.longitude) }

    /// The place on the globe; nil if it is not on it.
    var spot: Spot? { Spot(latitude: lat, longitude: long) }

    /// The latitude and the longitude in degrees, to a tenth of a meter.
    var description: String { "\(Self.degrees(lat)),\(Self.degrees(long))" }

    /// Six decimal places.
    private static func degrees(_ value: Double) -> String {
        let millionths = Int((min(abs(value), 180) * 1_000_000).rounded())
        let fraction = String(millionths % 1_000_000)
        let sign = value < 0 && millionths > 0 ? "-" : ""
        return "\(sign)\(millionths / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }
}

/// A report or a cluster of reports on the map.
struct MapMark {
    let place: Place
    /// How many reports it stands for.
    let count: Int
    /// The number, the status and the type of a single report.
    var number: Int64?
    var status: String?
    var type: String?
}
