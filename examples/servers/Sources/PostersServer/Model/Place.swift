import AppGroupPlatform
import Foundation

/// A place on the Earth, in degrees of WGS 84.
struct Place: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    let latitude: Double
    /// Degrees east, -180 to 180.
    let longitude: Double

    /// Rounds to seven decimals, a centimeter, so that a place is written as briefly as it was measured. `nil` outside of the
    /// ranges.
    init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = (latitude * 1e7).rounded() / 1e7
        self.longitude = (longitude * 1e7).rounded() / 1e7
    }

    /// The mean radius of the Earth in meters (IUGG).
    private static let earthRadius = 6_371_008.8

    /// Meters along the surface, by the haversine formula, which is accurate for short distances.
    func distance(to other: Place) -> Double {
        let (south, north) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let rise = sin((north - south) / 2)
        let turn = sin((other.longitude - longitude) * .pi / 360)
        let chord = rise * rise + cos(south) * cos(north) * turn * turn
        return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
    }

    /// Boxes that contain every place within a distance: two if the circle crosses 180°.
    ///
    /// - Parameter radius: In meters.
    func boxes(within radius: Double) -> [Box] {
        let rise = radius / Self.earthRadius * 180 / .pi
        let (south, north) = (latitude - rise, latitude + rise)
        // Around a pole, the circle touches every meridian.
        guard south > -90, north < 90 else {
            return [Box(west: -180, east: 180, south: max(south, -90), north: min(north, 90))]
        }
        let reach = sin(radius / Self.earthRadius) / cos(latitude * .pi / 180)
        let turn = reach < 1 ? asin(reach) * 180 / .pi : 180
        let (west, east) = (longitude - turn, longitude + turn)
        if turn >= 180 { return [Box(west: -180, east: 180, south: south, north: north)] }
        if west < -180 {
            return [
                Box(west: west + 360, east: 180, south: south, north: north),
                Box(west: -180, east: east, south: south, north: north),
            ]
        }
        if east > 180 {
            return [
                Box(west: west, east: 180, south: south, north: north),
                Box(west: -180, east: east - 360, south: south, north: north),
            ]
        }
        return [Box(west: west, east: east, south: south, north: north)]
    }

    /// A box in degrees that does not cross 180°.
    struct Box: Hashable, Sendable {
        let west: Double
        let east: Double
        let south: Double
        let north: Double
    }
}
