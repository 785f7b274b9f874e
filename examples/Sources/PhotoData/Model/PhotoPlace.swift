/// A place on Earth, in degrees of WGS 84.
public struct PhotoPlace: Hashable, Sendable {
    /// Degrees north of the equator: -90 to 90.
    public let latitude: Double

    /// Degrees east of Greenwich: -180 to 180.
    public let longitude: Double

    /// Checks both numbers; nil if one is out of its range.
    public init?(latitude: Double, longitude: Double) {
        guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
