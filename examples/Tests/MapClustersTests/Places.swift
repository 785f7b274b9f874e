import MapClusters
import TestSupport

/// Places to be joined.
enum Places {
    /// Some places are anywhere; the others crowd around a few cities.
    /// - Parameter spread: Which part of the places is anywhere.
    static func random(_ count: Int, spread: Double, using random: inout RandomSource) -> [MapPlace] {
        let cities = (0..<12).map { _ in
            (Double.random(in: -170...170, using: &random), Double.random(in: -70...70, using: &random))
        }
        return (0..<count).map { _ in
            if Double.random(in: 0...1, using: &random) <= spread {
                return MapPlace(
                    longitude: .random(in: -180...180, using: &random), latitude: .random(in: -84...84, using: &random))!
            }
            let city = random.pick(cities)
            // Close to the middle, there are more.
            let distance = Double.random(in: 0...1, using: &random) * Double.random(in: 0...1, using: &random) * 0.3
            return MapPlace(
                longitude: city.0 + .random(in: -1...1, using: &random) * distance,
                latitude: city.1 + .random(in: -1...1, using: &random) * distance)!
        }
    }

    /// Places in a row, each twice as far from the next one as the one before.
    static func grid(_ count: Int) -> [MapPlace] {
        (0..<count).map { MapPlace(longitude: -170 + Double($0 * $0) * 0.13, latitude: Double($0 % 7))! }
    }
}
