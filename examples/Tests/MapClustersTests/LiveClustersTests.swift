import MapClusters
import TestSupport
import Testing

@Suite("Clusters of marks that come and go")
struct LiveClustersTests {
    private static func count(_ live: LiveClusters<Int>, zoom: Int) -> Int {
        live.entries(in: .world, zoom: zoom).reduce(0) { $0 + $1.count }
    }

    @Test("After random changes, no mark is missing or shown twice, before and after a rebuilding")
    func random() throws {
        var random = RandomSource(seed: 1)
        let live = LiveClusters<Int>()
        var expected: [Int64: (place: MapPlace, mark: Int)] = [:]
        for round in 0..<400 {
            let number = Int64(random.below(300))
            switch random.below(10) {
            case 0, 1:
                expected[number] = nil
                live.remove(number)
            case 2 where expected[number] != nil:
                let place = try #require(expected[number]).place
                expected[number] = (place, round)
                live.set(number, at: place, round)
            default:
                let place = Places.random(1, spread: 0.1, using: &random)[0]
                expected[number] = (place, round)
                live.set(number, at: place, round)
            }
            if random.isOnce(in: 40) { live.rebuild() }
            #expect(live.count == expected.count)
            for zoom in [0, 4, 17] { #expect(Self.count(live, zoom: zoom) == expected.count, "round \(round)") }
            var shown: [Int64: (MapPlace, Int)] = [:]
            for entry in live.entries(in: .world, zoom: 17) {
                guard case .mark(let number, let mark) = entry.content else { continue }
                #expect(shown[number] == nil)
                shown[number] = (entry.place, mark)
            }
            #expect(shown.count == expected.count)
            #expect(shown.allSatisfy { expected[$0.key]?.place == $0.value.0 && expected[$0.key]?.mark == $0.value.1 })
        }
        live.rebuild()
        let index = ClusterIndex(live.entries(in: .world, zoom: 17).map(\.place))
        for zoom in 0...17 {
            #expect(Self.count(live, zoom: zoom) == index.entries(in: .world, zoom: zoom).reduce(0) { $0 + $1.count })
        }
    }

    @Test("A new mark joins the cluster near it at once, and one that stands alone is shown alone")
    func joins() throws {
        let live = LiveClusters<Int>()
        for number in 0..<10 { live.set(Int64(number), at: MapPlace(longitude: 30, latitude: 50)!, number) }
        live.rebuild()
        live.set(10, at: MapPlace(longitude: 30.001, latitude: 50)!, 10)
        live.set(11, at: MapPlace(longitude: -60, latitude: 0)!, 11)
        #expect(live.entries(in: .world, zoom: 3).map(\.count).sorted() == [1, 11])
        #expect(live.entries(in: try #require(MapBox("-61,-1,-59,1")), zoom: 3).map(\.count) == [1])
        for number in 1..<10 { live.remove(Int64(number)) }
        #expect(live.entries(in: .world, zoom: 3).map(\.count).sorted() == [1, 1, 1])
    }

    @Test("All changes that are made while the index is rebuilt are kept")
    func concurrent() async {
        let live = LiveClusters<Int>()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var random = RandomSource(seed: UInt64(task))
                    for index in 0..<500 {
                        let place = Places.random(1, spread: 0.5, using: &random)[0]
                        live.set(Int64(task * 1000 + index), at: place, index)
                        if index % 5 == 4 { live.remove(Int64(task * 1000 + index - 2)) }
                    }
                }
            }
            group.addTask {
                for _ in 0..<20 {
                    live.rebuild()
                    await Task.yield()
                }
            }
        }
        #expect(live.count == 1600)
        #expect(Self.count(live, zoom: 5) == 1600)
        live.rebuild()
        #expect(!live.isDue)
        #expect(Self.count(live, zoom: 17) == 1600)
    }
}
