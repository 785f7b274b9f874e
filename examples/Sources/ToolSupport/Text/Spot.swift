import CToolSupport

/// A place on the earth, in degrees (WGS 84).
public struct Spot: Hashable, Sendable {
    /// Degrees north, from -90 to 90.
    public let latitude: Double
    /// Degrees east, from -180 to 180.
    public let longitude: Double

    /// Parses degrees such as `50.45,30.52`, latitude first; nil for anything else.
    public init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmed) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// A place; nil if a number is out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// The mean radius of the Earth in meters (IUGG).
    public static let earthRadius = 6_371_008.8

    /// The distance over the ground in meters, on a ball, by the haversine formula, which is accurate for short distances.
    public func meters(to other: Spot) -> Double {
        let radians = Double.pi / 180
        let (sine, sine2) = (
            sin((other.latitude - latitude) * radians / 2), sin((other.longitude - longitude) * radians / 2)
        )
        let part = sine * sine + cos(latitude * radians) * cos(other.latitude * radians) * sine2 * sine2
        return 2 * Self.earthRadius * asin(min(1, part.squareRoot()))
    }
}
