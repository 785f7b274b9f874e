import ExamplesTestSupport
import MapClusters
import TestSupport
import Testing

@Suite("Clusters of points on a map")
struct ClusterIndexTests {
    /// The entries of pysupercluster, for each zoom: count, longitude and latitude of each entry.
    private static func oracle(_ places: [MapPlace], zooms: ClosedRange<Int>, box: [Double]) async throws
        -> [[[Double]]]
    {
        struct Given: Encodable {
            let places: [[Double]]
            let zooms: [Int]
            let box: [Double]
        }
        let given = Given(places: places.map { [$0.longitude, $0.latitude] }, zooms: Array(zooms), box: box)
        return try await GeoOracle.run(
            """
            import numpy, pysupercluster
            index = pysupercluster.SuperCluster(
                numpy.array(given["places"]).reshape(-1, 2), min_zoom=0, max_zoom=16, radius=40, extent=512)
            west, south, east, north = given["box"]
            answer = [
                [[e["count"], e["longitude"], e["latitude"]]
                 for e in index.getClusters(top_left=(west, north), bottom_right=(east, south), zoom=zoom)]
                for zoom in given["zooms"]]
            """, given: given)
    }

    /// The same as a list whose order doesn't depend on who made it.
    private static func rows(_ entries: [[Double]]) -> [[Double]] {
        // Rounded once, and not in each comparison.
        entries.map { ($0, ($0[0], ($0[1] * 1e7).rounded(), ($0[2] * 1e7).rounded())) }
            .sorted { $0.1 < $1.1 }.map(\.0)
    }

    @Test(
        "Random points and crowds of points are joined as pysupercluster joins them, at every zoom",
        arguments: [(0, 1, 1.0), (1, 3000, 1.0), (2, 20_000, 1.0), (3, 3000, 0.0), (4, 20_000, 0.0), (5, 20_000, 0.3)])
    func agrees(seed: UInt64, count: Int, spread: Double) async throws {
        var random = RandomSource(seed: seed)
        let places = Places.random(count, spread: spread, using: &random)
        let index = ClusterIndex(places)
        let expected = try await Self.oracle(places, zooms: 0...17, box: [-180, -85, 180, 85])
        let box = try #require(MapBox(west: -180, south: -85, east: 180, north: 85))
        for zoom in 0...17 {
            let ours = Self.rows(
                index.entries(in: box, zoom: zoom).map { [Double($0.count), $0.place.longitude, $0.place.latitude] })
            let theirs = Self.rows(expected[zoom])
            #expect(ours.map { $0[0] } == theirs.map { $0[0] }, "zoom \(zoom)")
            let furthest = zip(ours, theirs).map { max(abs($0[1] - $1[1]), abs($0[2] - $1[2])) }.max() ?? 0
            #expect(furthest < 1e-6, "zoom \(zoom)")
        }
    }

    @Test("A part of the map shows the entries that pysupercluster shows there")
    func agreesInBoxes() async throws {
        var random = RandomSource(seed: 6)
        let places = Places.random(5000, spread: 0.5, using: &random)
        let index = ClusterIndex(places)
        for _ in 0..<5 {
            let (x, y) = (Double.random(in: -170...100, using: &random), Double.random(in: -70...40, using: &random))
            let sides = [x, y, x + .random(in: 1...60, using: &random), y + .random(in: 1...30, using: &random)]
            let box = try #require(MapBox(west: sides[0], south: sides[1], east: sides[2], north: sides[3]))
            let expected = try await Self.oracle(places, zooms: 0...17, box: sides)
            for zoom in 0...17 {
                let ours = index.entries(in: box, zoom: zoom).map(\.count).sorted()
                #expect(ours == expected[zoom].map { Int($0[0]) }.sorted(), "zoom \(zoom) of \(sides)")
            }
        }
    }

    @Test("Every cluster's children and leaves add up, and it falls apart at its expansion zoom")
    func hierarchy() throws {
        var random = RandomSource(seed: 7)
        let places = Places.random(3000, spread: 0.3, using: &random)
        let index = ClusterIndex(places)
        for zoom in [0, 3, 9] {
            var all: [Int] = []
            for entry in index.entries(in: .world, zoom: zoom) {
                guard case .cluster(let id) = entry.content else {
                    if case .point(let point) = entry.content { all.append(point) }
                    continue
                }
                let children = try #require(index.children(of: id))
                #expect(children.count > 1)
                #expect(children.reduce(0) { $0 + $1.count } == entry.count)
                let expansion = try #require(index.expansionZoom(of: id))
                #expect(expansion > zoom)
                let shown = Set(index.entries(in: .world, zoom: expansion).map(\.content))
                #expect(children.allSatisfy { shown.contains($0.content) })
                let leaves = try #require(index.leaves(of: id, limit: .max))
                #expect(leaves.count == entry.count)
                #expect(index.leaves(of: id, limit: 3, offset: 2) == Array(leaves.dropFirst(2).prefix(3)))
                all += leaves
            }
            #expect(all.sorted() == Array(places.indices), "zoom \(zoom)")
        }
    }

    @Test("The identity of a cluster that does not exist is recognized")
    func unknownClusters() {
        let index = ClusterIndex(Places.grid(50))
        var known = 0
        for number in -5..<5000 where index.children(of: ClusterID(rawValue: number)) != nil { known += 1 }
        #expect(known > 0)
        let ids = (0...16).flatMap { index.entries(in: .world, zoom: $0) }.map(\.content).filter {
            if case .cluster = $0 { true } else { false }
        }
        #expect(known == Set(ids).count)
        #expect(index.leaves(of: ClusterID(rawValue: .max), limit: 1) == nil)
        #expect(index.expansionZoom(of: ClusterID(rawValue: 31)) == nil)
    }

    @Test("A box that crosses the 180° meridian shows both sides of it")
    func seam() throws {
        let places = [(179.0, 10.0), (-179.0, 10.0), (180.0, -10.0), (-180.0, -20.0), (0.0, 0.0), (169.0, 0.0)].map {
            MapPlace(longitude: $0.0, latitude: $0.1)!
        }
        let index = ClusterIndex(places)
        func points(_ text: String) throws -> [Int] {
            index.entries(in: try #require(MapBox(text)), zoom: 17).compactMap {
                if case .point(let point) = $0.content { point } else { nil }
            }.sorted()
        }
        #expect(try points("170,-90,-170,90") == [0, 1, 2, 3])
        #expect(try points("170,-90,190,90") == [0, 1, 2, 3])
        #expect(try points("-190,-90,-170,90") == [0, 1, 2, 3])
        #expect(try points("-180,-90,180,90") == Array(places.indices))
        #expect(try points("-300,-90,300,90") == Array(places.indices))
        #expect(try points("170,0,-170,90") == [0, 1])
    }

    @Test(
        "Text that is no box is refused",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "a,b,c,d", "0,50,10,40", "0,-91,10,40", "0,0,nan,1", "0,0,inf,1", "0,0,1e300,1",
        ])
    func noBox(text: String) { #expect(MapBox(text) == nil) }

    @Test("Places outside the square map and many places in one spot are joined too")
    func edges() throws {
        let poles = [(0.0, 90.0), (0.0, -90.0), (180.0, 90.0), (-180.0, -90.0)].map {
            MapPlace(longitude: $0.0, latitude: $0.1)!
        }
        let index = ClusterIndex(poles + Array(repeating: MapPlace(longitude: 30.5, latitude: 50.4)!, count: 1000))
        #expect(index.entries(in: .world, zoom: 16).map(\.count).sorted() == [1, 1, 1, 1, 1000])
        #expect(index.entries(in: .world, zoom: 17).count == 1004)
        #expect(index.entries(in: .world, zoom: 99).count == 1004)
        #expect(ClusterIndex([]).entries(in: .world, zoom: 0).isEmpty)
        #expect(MapPlace(longitude: 180.1, latitude: 0) == nil)
        #expect(MapPlace(longitude: .nan, latitude: 0) == nil)
    }

    @Test(
        "A hundred thousand places in one spot, or in two, are joined without comparing each with each",
        .timeLimit(.minutes(1)), arguments: [0, 0.00034])
    func crowds(distance: Double) throws {
        // The second spot is in the square around the first one, but outside of the circle.
        let places = (0..<100_000).map {
            $0 % 2 == 0
                ? MapPlace(longitude: 30, latitude: 0)! : MapPlace(longitude: 30 + distance, latitude: distance)!
        }
        let index = ClusterIndex(places)
        let expected = distance == 0 ? [100_000] : [50_000, 50_000]
        #expect(index.entries(in: .world, zoom: 16).map(\.count) == expected)
        #expect(index.entries(in: .world, zoom: 15).map(\.count) == [100_000])
    }
}
