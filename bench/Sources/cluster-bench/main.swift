import AppGroupPlatform
import MapClusters

// Joins points that `make bench` measures: cluster-bench FILE ZOOM. Each line of the file is a longitude and a latitude. Prints
// the milliseconds of building the index, of asking for the world at a zoom, and how many entries there are.
let arguments = CommandLine.arguments
guard arguments.count == 3, let zoom = Int(arguments[2]) else { fatalError("usage: cluster-bench FILE ZOOM") }
let text = String(decoding: try Files.contents(of: arguments[1], limit: 64 << 20), as: UTF8.self)
let places = text.split(separator: "\n").compactMap { line in
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    return numbers.count == 2 ? MapPlace(longitude: numbers[0], latitude: numbers[1]) : nil
}

func milliseconds(_ body: () -> Void) -> Double {
    let time = ContinuousClock().measure(body)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
}

var (index, entries) = (ClusterIndex([]), 0)
var (builds, queries): ([Double], [Double]) = ([], [])
for _ in 0..<7 { builds.append(milliseconds { index = ClusterIndex(places) }) }
for _ in 0..<101 { queries.append(milliseconds { entries = index.entries(in: .world, zoom: zoom).count }) }
print(builds.sorted()[3], queries.sorted()[50], entries)
