import ExamplesTestSupport
import Foundation
import TestSupport
import MapClusters
import Testing

@testable import posters

@Suite("The map of posters")
struct MapTests {
    @Test("The map comes from the server without a login, and from the stored reports if the server is away")
    func map() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        for (name, place) in [("A", "50.4501,30.5234"), ("B", "50.45011,30.52341"), ("C", "50.5,30.6")] {
            try await anna.file(name, "--at", place)
        }
        let words = ["map", "--bbox", "30.3,50.3,30.8,50.6", "--zoom", "10"]
        let visitor = try Inspector()
        let guest = try await visitor.start(words + ["--server", city.address, "--format", "geojson"]).result()
        #expect(guest.ending == .exit(0), "\(guest.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(guest.output.utf8)) as? [String: Any]
        #expect((document?["features"] as? [Any])?.count == 3)
        #expect(!guest.output.contains("Company") && !guest.output.contains("+380"))
        try await city.stop()
        let away = try await anna.start(words + ["--format", "tsv"]).result()
        #expect(away.ending == .exit(0) && away.errors.contains("can't be reached"))
        #expect(away.output.split(separator: "\n").map { $0.prefix(1) } == ["2", "1"])
        let stored = try await GeoJSONOracle.read(anna.start(words + ["--format", "geojson"]).result().output)
        #expect(stored.faults == [] && stored.features.compactMap { $0["point_count"] } == ["2"])
        #expect(stored.points.count == 2 && stored.points.contains([30.6, 50.5]), "\(stored)")
        let picture = try await anna.start(words + ["--format", "picture"]).result().output
        #expect(picture.contains("2") && picture.contains("●") && picture.hasPrefix("┌"))
    }

    @Test("A map of the server or of the stored reports ends with status 74 if it can't be written")
    func noticesLostOutput() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        let line = "exec \"$posters\" map --bbox 30.3,50.3,30.8,50.6 --zoom 10 --format geojson > /dev/full"
        let served = try await anna.shell(line)
        #expect(served.ending == .exit(74) && served.errors.contains("No space left on device"), "\(served.errors)")
        try await city.stop()
        let stored = try await anna.shell(line)
        #expect(stored.ending == .exit(74) && stored.errors.contains("No space left on device"), "\(stored.errors)")
    }

    @Test(
        "An area that makes no sense is refused with status 65, and a zoom with 64",
        arguments: ["", "1,2,3", "0,91,1,92", "a,b,c,d"])
    func areas(box: String) async throws {
        let result = try await Inspector().posters(
            "map", "--bbox", box, "--zoom", "3", "--server", "http://localhost:1")
        #expect(result.ending == .exit(65), "\(result.errors)")
        let zoom = try await Inspector().posters("map", "--bbox", "0,0,1,1", "--zoom", "99")
        #expect(zoom.ending == .exit(64))
    }

    @Test("A picture has at most 24 rows however narrow the area is", arguments: ["0,50,1e-20,60", "0,50,1e-300,60"])
    func narrow(box: String) async throws {
        let city = try await ScriptedCity()
        let picture = try await Inspector().succeed(
            "map", "--bbox", box, "--zoom", "5", "--format", "picture", "--server", city.address)
        #expect(picture.output.split(separator: "\n").count == 26, "\(picture.output)")
    }

    @Test("The numbers and dots of a picture add up to all reports, however close their marks are", arguments: 0..<200)
    func sums(seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        let box = try #require(MapBox("30,50,31,51"))
        let marks = (0..<Int.random(in: 2...60, using: &random)).map { _ in
            MapMark(
                place: Place(
                    lat: .random(in: 50.3...50.6, using: &random), long: .random(in: 30...31, using: &random)),
                count: random.pick([1, 2, 9, 13, 45, 120]), status: "new")
        }
        let lines = MapPicture(marks, of: box, columns: .random(in: 20...76, using: &random)).lines
        let numbers = lines.flatMap { $0.matches(of: /[0-9]+|[●○]/) }.map { Int($0.output) ?? 1 }
        #expect(numbers.reduce(0, +) == marks.reduce(0) { $0 + $1.count }, "\(lines.joined(separator: "\n"))")
    }

    @Test(
        "near takes a southern latitude, wherever it stands",
        arguments: [
            ["-16.5,-179.9"], ["-16.5,-179.9", "--radius", "1000"], ["--radius", "1000", "-16.5,-179.9"],
            ["--radius", "1000", "--", "-16.5,-179.9"],
        ])
    func southern(words: [String]) async throws {
        let city = try await ScriptedCity()
        let result = try await Inspector.loggedIn(at: city).start(["near"] + words).result()
        #expect(result.ending == .exit(66), "\(result.errors)")
        #expect(result.errors.contains("m of -16.5,-179.9."), "\(result.errors)")
    }

    @Test("Reports near a place are the stored ones if the server is away")
    func near() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A", "--at", "50.4501,30.5234")
        try await anna.file("B", "--at", "50.46,30.5234")
        try await city.stop()
        let found = try await anna.succeed("near", "50.4502,30.5234", "--format", "tsv")
        #expect(found.output.hasPrefix("1\t") && found.output.split(separator: "\n").count == 1)
        #expect(try await anna.posters("near", "0,0").ending == .exit(66))
        let far = try await anna.posters("near", "50.4502,30.5234", "--radius", "50001")
        #expect(far.ending == .exit(64) && far.errors.contains("1 to 50,000 meters"), "\(far.errors)")
    }

    @Test("Reports near a place that the server leaves out are announced, whatever the limit")
    func moreNearby() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        // This server lists two at once.
        for (names, isMore) in [(["A", "B"], false), (["C"], true)] {
            for name in names { #expect(try await anna.file(name).ending == .exit(0)) }
            for limit in ["2", "1000", "1000000"] {
                let result = try await anna.succeed("near", "50,30", "--limit", limit)
                #expect(result.errors.contains("use a smaller --radius") == isMore, "\(limit): \(result.errors)")
            }
        }
    }
}
