import Foundation
import ToolSupport

/// A place on the Earth, in degrees of WGS 84 with seven decimals.
struct Place: Hashable, Sendable {
    private let spot: Spot

    /// Degrees north, -90 to 90.
    var latitude: Double { spot.latitude }
    /// Degrees east, -180 to 180.
    var longitude: Double { spot.longitude }

    /// Rounds to seven decimals, a centimeter, so that a place is written as briefly as it was measured. `nil` outside of the
    /// ranges.
    init?(latitude: Double, longitude: Double) {
        guard let exact = Spot(latitude: latitude, longitude: longitude),
            let spot = Spot(
                latitude: (exact.latitude * 1e7).rounded() / 1e7, longitude: (exact.longitude * 1e7).rounded() / 1e7)
        else { return nil }
        self.spot = spot
    }

    /// Meters along the surface, as the tool `posters` computes them, too.
    func distance(to other: Place) -> Double { spot.meters(to: other.spot) }

    /// Boxes that contain every place within a distance: two if the circle crosses 180°.
    ///
    /// - Parameter radius: In meters.
    func boxes(within radius: Double) -> [Box] {
        let rise = radius / Spot.earthRadius * 180 / .pi
        let (south, north) = (latitude - rise, latitude + rise)
        // Around a pole, the circle touches every meridian.
        guard south > -90, north < 90 else {
            return [Box(west: -180, east: 180, south: max(south, -90), north: min(north, 90))]
        }
        let reach = sin(radius / Spot.earthRadius) / cos(latitude * .pi / 180)
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
