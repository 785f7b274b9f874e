import AppGroupText
import Foundation
import TestSupport
import Testing
import ToolClient

@testable import fund

@Suite("What devices send each other")
struct SyncContentTests {
    /// The same members, written by Foundation.
    private struct Peer: Codable, Equatable {
        var fund: String
        var text: String
        var title: String
    }

    @Test("Contents have the text that Foundation gives them, and are read from it")
    func text() throws {
        var random = RandomSource(seed: 3)
        let pieces = [
            "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{8}", "ф", "基", "👩‍👩‍👧", "\u{202E}", "\u{2028}",
            "é",
        ]
        let fund = SyncID()
        for _ in 0..<500 {
            let words = (0..<2).map { _ in (0..<random.below(12)).map { _ in random.pick(pieces) }.joined() }
            let content = NoteContent(fund: fund, title: words[0], text: words[1])
            let peer = Peer(fund: "\(fund)", text: words[1], title: words[0])
            let text = try StableJSON.text(peer)
            #expect(StableJSON.text(content) == text)
            let read: NoteContent? = StableJSON.value(in: text)
            #expect(read == content)
            #expect(StableJSON.value(in: StableJSON.text(content), as: Peer.self) == peer)
        }
        let feed = FeedContent(address: "https://example.org/a", title: "A", folders: ["x", "y\t"], fund: nil)
        #expect(
            StableJSON.text(feed)
                == #"{"address":"https://example.org/a","folders":["x","y\t"],"fund":null,"title":"A"}"#)
        let again: FeedContent? = StableJSON.value(in: StableJSON.text(feed))
        #expect(again == feed)
    }

    @Test(
        "Content that lacks a member, or has one of another type, is not read",
        arguments: [
            #"{"address":"a","folders":[],"fund":null}"#, #"{"address":"a","folders":[1],"fund":null,"title":"t"}"#,
            #"{"address":"a","folders":"x","fund":null,"title":"t"}"#,
            #"{"address":1,"folders":[],"fund":null,"title":"t"}"#,
            #"{"address":"a","folders":[],"fund":1,"title":"t"}"#, "[]", "",
        ])
    func nonsense(text: String) {
        let feed: FeedContent? = StableJSON.value(in: text)
        #expect(feed == nil)
    }

    @Test(
        "A file is read only if its SHA-256 is 64 lowercase hexadecimal digits",
        arguments: [
            (String(repeating: "0af9", count: 16), true), (String(repeating: "a", count: 63), false),
            (String(repeating: "a", count: 65), false), (String(repeating: "A", count: 64), false),
            (String(repeating: "../", count: 20) + "file", false), ("", false),
        ] as [(String, Bool)])
    func digests(sha256: String, isRead: Bool) {
        let text = #"{"fund":"\#(SyncID())","modified":0,"path":"a.txt","sha256":"\#(sha256)","size":1}"#
        let file: FileContent? = StableJSON.value(in: text)
        #expect(file.map { StableJSON.text($0) } == (isRead ? text : nil))
    }

    @Test(
        "An object is read only if its ID, and that of its fund or feed, are 32 lowercase hexadecimal digits",
        arguments: [
            (String(repeating: "0af9", count: 8), true), (String(repeating: "a", count: 31), false),
            (String(repeating: "a", count: 33), false), (String(repeating: "A", count: 32), false),
            (String(repeating: "../", count: 10) + "ab", false), (String(repeating: "'", count: 32), false),
            ("", false),
        ] as [(String, Bool)])
    func identifiers(id: String, isRead: Bool) {
        func value(_ text: String) -> JSONValue { JSONValue(reading: text.utf8) ?? .null }
        let sha256 = String(repeating: "a", count: 64)
        let object = value(#"{"deleted": true, "id": "\#(id)", "kind": "card", "version": 7}"#)
        #expect((RemoteObject(object) != nil) == isRead)
        let results = value(#"{"results": [{"id": "\#(id)", "result": "stored", "version": 7}]}"#)
        #expect((ChangeResults(results) != nil) == isRead)
        #expect((NoteContent(value(#"{"fund": "\#(id)", "text": "", "title": "t"}"#)) != nil) == isRead)
        let feed = value(#"{"address": "a", "folders": [], "fund": "\#(id)", "title": "t"}"#)
        #expect((FeedContent(feed) != nil) == isRead)
        let file = value(#"{"fund": "\#(id)", "modified": 0, "path": "a", "sha256": "\#(sha256)", "size": 1}"#)
        #expect((FileContent(file) != nil) == isRead)
        #expect((ReadContent(value(#"{"feed": "\#(id)", "item": "i", "read": true}"#)) != nil) == isRead)
    }

    @Test("An object of the server is a content or a deletion, and one that is neither is refused")
    func remoteObjects() throws {
        func object(_ members: String) -> RemoteObject? {
            JSONValue(reading: #"{"id": "\#(SyncID())", "version": 7, "kind": \#(members)}"#.utf8).flatMap {
                RemoteObject($0)
            }
        }
        let fund = try #require(object(#""fund", "deleted": false, "content": {"name": "Equity", "later": 1}"#))
        guard case .object(.fund, let content?) = fund.content else { return #expect(Bool(false), "\(fund)") }
        #expect(content == #"{"name":"Equity"}"# && fund.version == 7)
        for kind in ["fund", "note", "feed", "file"] {
            for members in ["\"\(kind)\", \"deleted\": true", "\"\(kind)\", \"deleted\": true, \"content\": null"] {
                guard case .object(_, nil)? = object(members)?.content else {
                    return #expect(Bool(false), "A deleted \(kind) is not read as a deletion.")
                }
            }
            #expect(object("\"\(kind)\", \"deleted\": false")?.id == nil)
            #expect(object("\"\(kind)\", \"deleted\": false, \"content\": {}")?.id == nil)
        }
        guard case .read(nil)? = object(#""read", "deleted": true"#)?.content,
            case .unknown? = object(#""card", "deleted": false, "content": {"x": 1}"#)?.content
        else { return #expect(Bool(false), "A read mark or an unknown kind is not read.") }
    }

    @Test(
        "A title has one space between its words and no spaces at its ends",
        arguments: [
            (" Fees\t of\r\n 2026 ", "Fees of 2026"), ("## Fees #1", "## Fees #1"), ("基金\u{3000}費", "基金 費"),
            ("\n", nil), ("", nil),
        ] as [(String, String?)])
    func titles(title: String, checked: String?) {
        #expect(Note.checked(title) == checked)
    }
}
