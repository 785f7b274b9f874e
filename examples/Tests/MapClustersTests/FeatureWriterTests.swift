import Foundation
import MapClusters
import TestSupport
import Testing

@Suite("Points as GeoJSON")
struct FeatureWriterTests {
    private struct Collection: Decodable {
        struct Feature: Decodable {
            struct Geometry: Decodable {
                let type: String
                let coordinates: [Double]
            }
            struct Properties: Decodable, Equatable {
                let name: String
                let count: Int
                let cluster: Bool
            }
            let type: String
            let geometry: Geometry
            let properties: Properties
        }
        let type: String
        let features: [Feature]
    }

    @Test("Random points and texts are read back as they were")
    func readBack() throws {
        var random = RandomSource(seed: 8)
        let scalars = Array("\"\\/\u{0}\u{1F}\n aбґ€😀<>&'".unicodeScalars)
        let points = (0..<500).map { index in
            let name = String(String.UnicodeScalarView((0..<random.below(9)).map { _ in random.pick(scalars) }))
            let place = MapPlace(
                longitude: index == 0 ? -0.0000004 : .random(in: -180...180, using: &random),
                latitude: index == 1 ? -90 : .random(in: -90...90, using: &random))!
            return (place, Collection.Feature.Properties(name: name, count: index - 7, cluster: index % 2 == 0))
        }
        var writer = FeatureWriter()
        for (place, properties) in points {
            writer.add(at: place) {
                $0.add("name", properties.name)
                $0.add("count", properties.count)
                $0.add("cluster", properties.cluster)
            }
        }
        let read = try JSONDecoder().decode(Collection.self, from: Data(writer.finish()))
        #expect(read.type == "FeatureCollection")
        #expect(read.features.map(\.properties) == points.map(\.1))
        for (feature, (place, _)) in zip(read.features, points) {
            #expect(feature.type == "Feature" && feature.geometry.type == "Point")
            #expect(abs(feature.geometry.coordinates[0] - place.longitude) <= 0.000_000_5)
            #expect(abs(feature.geometry.coordinates[1] - place.latitude) <= 0.000_000_5)
        }
    }

    @Test("A collection without points is GeoJSON too")
    func empty() throws {
        let read = try JSONDecoder().decode(Collection.self, from: Data(FeatureWriter().finish()))
        #expect(read.features.isEmpty)
    }
}
