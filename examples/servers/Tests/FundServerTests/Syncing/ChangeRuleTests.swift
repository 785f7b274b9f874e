import Foundation
import TestSupport
import Testing

@testable import FundServer

@Suite("The rules for changes of several devices")
struct ChangeRuleTests {
    private static let id = ObjectID(String(repeating: "a", count: 32))!

    private static func object(_ text: String?, _ version: Int64) -> SyncObject {
        SyncObject(kind: .note, id: id, version: version, content: text.map { Data($0.utf8) })
    }

    private static let table: [(SyncObject?, String?, Int64, ChangeRule)] = [
        (nil, nil, 0, .nothing), (nil, nil, 7, .nothing), (nil, "a", 0, .store), (nil, "a", 7, .store),
        (object("a", 3), "a", 0, .same), (object("a", 3), "a", 3, .same), (object(nil, 3), nil, 1, .same),
        (object("a", 3), "b", 3, .store), (object("a", 3), nil, 3, .store), (object(nil, 3), "a", 3, .store),
        (object(nil, 3), "a", 2, .store), (object("a", 3), nil, 2, .conflict), (object("a", 3), "b", 2, .conflict),
        (object("a", 3), "b", 0, .conflict), (object("a", 3), "b", 9, .conflict), (object("a", 3), nil, 9, .conflict),
    ]

    @Test(arguments: table.indices) func `Each case of the table in the documentation has its result`(_ index: Int) {
        let (current, text, base, rule) = Self.table[index]
        #expect(ChangeRule(current: current, content: text.map { Data($0.utf8) }, base: base) == rule)
    }

    /// A device that edits one note, and asks its person nothing: of two texts it keeps both.
    private struct Device {
        var text: String?
        var base: Int64 = 0
        /// What it has not sent yet.
        var isDirty = false
    }

    /// Whatever devices do, in whatever order, and whether or not answers get lost: each text that was written is in the end where
    /// somebody can read it, unless somebody who had read it replaced or deleted it.
    @Test(arguments: 1...200) func `No edit is lost in random histories of three devices`(_ seed: UInt64) {
        var random = RandomSource(seed: seed)
        var server: SyncObject?
        var counter: Int64 = 0
        var devices = [Device](repeating: Device(), count: 3)
        // A text that nobody has replaced knowingly.
        var living: Set<String> = []
        func merge(_ one: String?, _ other: String?) -> String {
            Set([one, other].compactMap { $0 }.flatMap { $0.split(separator: "+").map(String.init) }).sorted()
                .joined(separator: "+")
        }
        for step in 0..<60 {
            let index = random.below(3)
            if random.isOnce(in: 2) {
                for part in devices[index].text?.split(separator: "+") ?? [] { living.remove(String(part)) }
                // What other devices have copies of goes, too: this person has read and replaced it.
                devices[index].text = random.isOnce(in: 4) ? nil : "t\(step)"
                if let text = devices[index].text { living.insert(text) }
                devices[index].isDirty = true
                continue
            }
            var device = devices[index]
            guard device.isDirty else {
                // Pulls.
                device.text = server?.content.map { String(decoding: $0, as: UTF8.self) }
                device.base = server?.version ?? 0
                devices[index] = device
                continue
            }
            let content = device.text.map { Data($0.utf8) }
            let before = server
            switch ChangeRule(current: server, content: content, base: device.base) {
            case .nothing: (device.base, device.isDirty) = (0, false)
            case .same: (device.base, device.isDirty) = (server?.version ?? 0, false)
            case .store:
                counter += 1
                // A stale deletion never wins over an edit.
                if content == nil, let before { #expect(before.content == nil || before.version == device.base) }
                server = Self.object(device.text, counter)
                // The answer may be lost, and the device sends the same again later.
                if !random.isOnce(in: 3) { (device.base, device.isDirty) = (counter, false) }
            case .conflict:
                #expect(server == before && server?.content != content)
                let theirs = server?.content.map { String(decoding: $0, as: UTF8.self) }
                device.text = content == nil ? theirs : merge(device.text, theirs)
                device.base = server?.version ?? 0
            }
            devices[index] = device
        }
        // Everybody sends until nothing changes.
        for index in [0, 1, 2, 0, 1, 2] {
            var device = devices[index]
            while device.isDirty {
                let content = device.text.map { Data($0.utf8) }
                switch ChangeRule(current: server, content: content, base: device.base) {
                case .nothing, .same: device.isDirty = false
                case .store:
                    counter += 1
                    server = Self.object(device.text, counter)
                    device.isDirty = false
                case .conflict:
                    let theirs = server?.content.map { String(decoding: $0, as: UTF8.self) }
                    device.text = content == nil ? theirs : merge(device.text, theirs)
                    device.base = server?.version ?? 0
                }
            }
            devices[index] = device
        }
        let last = Set(
            (server?.content).map { String(decoding: $0, as: UTF8.self).split(separator: "+").map(String.init) } ?? [])
        #expect(living.isSubset(of: last), "lost \(living.subtracting(last))")
    }
}
