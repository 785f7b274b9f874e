import ExamplesTestSupport
import Foundation
import HTTPTypes
import MapClusters
import TestSupport
import Testing

@testable import PostersServer

@Suite("The map of reports")
struct MapTests {
    /// A feature of an answer.
    private struct Feature {
        let properties: [String: Any]
        let longitude: Double
        let latitude: Double

        var count: Int { properties["point_count"] as? Int ?? 1 }
    }

    private static func features(_ answer: PostersClient.Answer) throws -> [Feature] {
        try #require(answer.status == 200, "\(answer)")
        #expect(answer["type"] as? String == "FeatureCollection")
        return try #require(answer["features"] as? [[String: Any]]).map { feature in
            let geometry = try #require(feature["geometry"] as? [String: Any])
            let place = try #require(geometry["coordinates"] as? [Double])
            return Feature(
                properties: try #require(feature["properties"] as? [String: Any]), longitude: place[0],
                latitude: place[1])
        }
    }

    /// Uploads a photo that differs from others.
    private static func photo(
        _ number: UInt8, _ client: PostersClient, _ user: Posters.LoggedIn
    ) async throws -> String {
        var photo = SampleJPEG()
        photo.pixels = [number, 9]
        return try await client.upload(photo.bytes, by: user)
    }

    @Test("Reports are joined as supercluster joins them, and a box that crosses 180° shows both sides")
    func clusters() async throws {
        let posters = try await Posters()
        try await posters.fill(500)
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            for longitude in [179.0, -179.0] {
                let photo = try await Self.photo(longitude > 0 ? 1 : 2, client, ada)
                _ = try await client.number(
                    by: ada, ["photos": [photo], "place": ["lat": 10.0, "long": longitude]])
            }
            let changes = try await posters.store.mapChanges(after: 0, limit: 1000)
            let places = changes.compactMap(\.place).map {
                MapPlace(longitude: $0.longitude, latitude: $0.latitude)!
            }
            try await posters.parts.map.rebuild()
            let index = ClusterIndex(places)
            for zoom in [0, 5, 9, 12, 17] {
                let found = try Self.features(await client.get("/map.geojson?bbox=-180,-90,180,90&zoom=\(zoom)"))
                #expect(found.map(\.count).sorted() == index.entries(in: .world, zoom: zoom).map(\.count).sorted())
                #expect(found.reduce(0) { $0 + $1.count } == 502)
            }
            let seam = try Self.features(await client.get("/map.geojson?bbox=170,-90,-170,90&zoom=9"))
            #expect(Set(seam.map(\.longitude)) == [179, -179])
            let encoded = try Self.features(await client.get("/map.geojson?bbox=170%2C-90%2C190%2C90&zoom=9"))
            #expect(encoded.count == 2)
        }
    }

    @Test(
        "ogrinfo and geojson read the map at every zoom, across 180°, and without a report, and a supervisor's export")
    func geoJSON() async throws {
        let posters = try await Posters()
        try await posters.fill(300)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            for (number, longitude) in [179.5, -179.5].enumerated() {
                let photo = try await Self.photo(UInt8(number), client, eve)
                _ = try await client.number(by: eve, ["photos": [photo], "place": ["lat": 10.0, "long": longitude]])
            }
            let queries = [("", 302), ("zoom=6", 302), ("zoom=11", 302), ("zoom=17", 302)]
            for (query, count) in queries + [("bbox=170,-90,-170,90&zoom=9", 2), ("bbox=-60,-60,-50,-50&zoom=3", 0)] {
                let answer = try await client.get("/map.geojson?\(query)")
                let read = try await GeoJSONOracle.read(answer.text)
                #expect(read.faults == [], "\(query)")
                #expect(read.features.reduce(0) { $0 + (Int($1["point_count"] ?? "1") ?? 0) } == count, "\(query)")
                let places = try Self.features(answer).map { [$0.longitude, $0.latitude] }
                #expect(zip(read.points, places).allSatisfy { abs($0[0] - $1[0]) < 1e-9 && abs($0[1] - $1[1]) < 1e-9 })
            }
            let export = try await GeoJSONOracle.read(client.get("/v1/export.geojson", by: eve).text)
            #expect(export.faults == [] && export.features.count == 302)
            #expect(export.points.prefix(2) == [[-179.5, 10], [179.5, 10]])
            #expect(export.features[0]["status"] == "new" && export.features[0]["phones"] == "(1:+380441234567)")
        }
    }

    @Test(
        "A query that can't be read is refused with 400",
        arguments: [
            "bbox=1,2,3", "bbox=a,b,c,d", "bbox=0,50,10,40", "bbox=0,0,10,91", "zoom=x", "zoom=-1", "zoom=25",
        ])
    func refusals(query: String) async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let answer = try await client.get("/map.geojson?\(query)")
            #expect(answer.status == 400 && answer.error?["message"] != nil, "\(answer)")
        }
    }

    @Test(
        "An area with more marks than a page can show is refused with the limit, and a lower zoom or a part of it is not"
    )
    func tooManyMarks() async throws {
        let posters = try await Posters()
        try await posters.fill(10_001)
        try await posters.serve { client in
            let answer = try await client.get("/map.geojson?zoom=17")
            #expect(answer.status == 400, "\(answer)")
            #expect(answer.error?["message"]?.contains("10001 marks") == true, "\(answer)")
            #expect(answer.error?["message"]?.contains("at most 10000") == true, "\(answer)")
            #expect(try Self.features(await client.get("/map.geojson?zoom=9")).reduce(0) { $0 + $1.count } == 10_001)
            let part = try Self.features(await client.get("/map.geojson?bbox=30.3,50,30.31,51&zoom=17"))
            #expect(!part.isEmpty && part.count < 1000)
        }
    }

    @Test("A new report, a decision and a withdrawal show at once, and nothing that is not public is shown")
    func current() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        try await posters.serve { client in
            func shown() async throws -> [Feature] { try Self.features(await client.get("/map.geojson?zoom=17")) }
            #expect(try await shown().isEmpty)
            let number = try await client.number(by: ada, ["comment": "behind the kiosk"])
            let first = try #require(try await shown().first)
            #expect(first.properties["number"] as? Int == number && first.properties["status"] as? String == "new")
            #expect(Set(first.properties.keys) == ["number", "status", "type", "filed"])
            try await posters.parts.map.rebuild()
            _ = try await client.decide(number, "confirmed", by: eve)
            #expect(try await shown().first?.properties["status"] as? String == "confirmed")
            _ = try await client.ask(
                .patch, "/v1/reports/\(number)", by: ada, json: ["place": ["lat": 49.8, "long": 24.0]])
            let photo = try await Self.photo(3, client, ada)
            let second = try await client.number(by: ada, ["photos": [photo], "place": ["lat": 49.8, "long": 24.0]])
            #expect(try await shown().count == 2)
            _ = try await client.ask(.post, "/v1/reports/\(second)/cancel", by: ada)
            #expect(try await shown().map { $0.properties["number"] as? Int } == [number])
            // Another process, such as a command, has a store of its own.
            let other = try PostersStore(folder: posters.folder.path)
            try await other.write {
                try $0.execute(
                    sql: """
                        UPDATE counter SET value = value + 1;
                        UPDATE report SET deletionWanted = 1, version = (SELECT value FROM counter) WHERE deletionWanted = 0;
                        """)
            }
            try other.close()
            #expect(try await shown().isEmpty)
        }
    }

    @Test("The page loads nothing from elsewhere but tiles from the configured address")
    func page() async throws {
        let posters = try await Posters()
        try await posters.serve { client in
            let page = try await client.get("/map")
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(
                policy.hasPrefix(
                    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"))
            #expect(page.text.contains("data-tiles=\"\"") && !page.text.contains("://") && !page.text.contains("{{"))
            let script = try await client.get("/map/map.js")
            #expect(script.headers[.contentType]?.hasPrefix("text/javascript") == true)
            #expect(!script.text.contains("://"))
            let tag = try #require(script.headers[.eTag])
            let again = try await client.ask(.get, "/map/map.js", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(try await client.get("/map/map.css").status == 200)
        }
    }
}
