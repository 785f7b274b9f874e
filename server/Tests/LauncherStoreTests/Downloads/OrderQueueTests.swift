import AppGroup
import AppGroupPlatform
import Foundation
import Testing

@testable import LauncherStore

@Suite("The order of downloads")
struct OrderQueueTests {
    let sandbox: Sandbox
    let disk: DiskSpace

    init() throws {
        sandbox = try Sandbox()
        disk = try DiskSpace(at: sandbox.folder)
    }

    @Test("An order without room lets smaller ones go first, and begins when none is under way")
    func smallerFirst() throws {
        let room = ["slow": 2, "large": 5, "small": 1]
        var queue = try queue(["slow", "large", "small"]) { room[$0] ?? 0 }
        #expect(next(of: &queue) == ["slow", "small"])
        try queue.end(order("slow"))
        #expect(next(of: &queue).isEmpty)
        try queue.end(order("small"))
        #expect(next(of: &queue) == ["large"])
    }

    @Test("An order waits only for the room that those under way may still take")
    func rest() throws {
        var room = ["slow": 3, "small": 2]
        var queue = try queue(["slow", "small"]) { room[$0] ?? 0 }
        #expect(next(of: &queue) == ["slow"])
        room["slow"] = 2
        #expect(next(of: &queue) == ["small"])
    }

    @Test("Three downloads from one server run at the same time")
    func atOnce() throws {
        let names = ["one", "two", "three", "four"]
        var queue = try queue(names) { _ in 0 }
        #expect(next(of: &queue) == Array(names[..<3]))
        try queue.end(order("two"))
        #expect(next(of: &queue) == ["four"])
    }

    /// A queue on a disk that has room for 4 quarters of itself.
    private func queue(_ names: [String], quarters: @escaping (String) -> Int) throws -> OrderQueue {
        OrderQueue(try names.map(order)) { [disk] order in
            let bytes = disk.freeBytes / 4 * UInt64(quarters("\(order.entry.package.name)"))
            return ReleaseRoom(needs: [.init(place: "/", bytes: bytes, disk: disk)])
        }
    }

    /// The names of all orders that begin now.
    private func next(of queue: inout OrderQueue) -> [String] {
        var names: [String] = []
        while let order = queue.next() { names.append("\(order.entry.package.name)") }
        return names
    }

    private func order(_ name: String) throws -> CatalogInstaller.Order {
        let catalog = try PlanValues.catalog(of: name, ["1.0"], at: ServerAddress("http://127.0.0.1:1"))
        let entry = try PlanValues.entry(in: catalog, installed: nil, from: nil)
        return CatalogInstaller.Order(
            entry: entry, release: try #require(entry.newest),
            client: try ServerClient(server: catalog.server, authorityFile: nil), registry: sandbox.registry,
            replacing: false)
    }
}
