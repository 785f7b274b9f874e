import TestSupport
import Testing

@testable import PostersServer

@Suite("Places")
struct PlaceTests {
    @Test func `Distances are those between known places`() throws {
        let kyiv = try #require(Place(latitude: 50.4501, longitude: 30.5234))
        let lviv = try #require(Place(latitude: 49.8397, longitude: 24.0297))
        #expect(abs(kyiv.distance(to: lviv) - 468_400) < 1_000)
        #expect(kyiv.distance(to: kyiv) == 0)
        let (west, east) = (Place(latitude: 0, longitude: -180), Place(latitude: 0, longitude: 180))
        #expect(try #require(west).distance(to: try #require(east)) < 0.001)
    }

    @Test(arguments: [(91.0, 0.0), (-90.1, 0), (0, 180.5), (.nan, 0), (0, .infinity)])
    func `Coordinates out of range are not a place`(_ latitude: Double, _ longitude: Double) {
        #expect(Place(latitude: latitude, longitude: longitude) == nil)
    }

    @Test func `Every place within a distance is in one of the boxes`() throws {
        var random = RandomSource(seed: 8)
        for _ in 0..<3_000 {
            let latitude = random.isOnce(in: 5) ? 89.99 : Double.random(in: -89...89, using: &random)
            let longitude = random.isOnce(in: 3) ? 179.999 : Double.random(in: -180...180, using: &random)
            let place = try #require(Place(latitude: latitude, longitude: longitude))
            let radius = Double.random(in: 1...50_000, using: &random)
            let boxes = place.boxes(within: radius)
            let other = Place(
                latitude: latitude + Double.random(in: -0.5...0.5, using: &random),
                longitude: longitude + Double.random(in: -1...1, using: &random))
            guard let other, place.distance(to: other) <= radius else { continue }
            let isInside = boxes.contains { box in
                (box.west...box.east).contains(other.longitude) && (box.south...box.north).contains(other.latitude)
            }
            #expect(isInside, "\(place) \(other) \(radius)")
        }
    }
}
