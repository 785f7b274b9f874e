import Foundation
import Serving

/// `POST /v1/changes`.
struct ChangeRequest: Decodable, Sendable {
    let changes: [SyncChange]

    /// The longest request, in bytes.
    static let longest = 8 << 20

    private enum Member: String, CodingKey, CaseIterable { case changes }

    init(from decoder: any Decoder) throws {
        changes = try decoder.strictContainer(Member.self).decode([SyncChange].self, forKey: .changes)
        guard changes.count <= SyncChange.mostOfRequest else {
            throw ServiceError(
                .tooLarge,
                "The request has \(changes.count) changes; send at most \(SyncChange.mostOfRequest) in one request.")
        }
    }
}

extension SyncChange: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case kind, id, base, deleted, content }

    init(from decoder: any Decoder) throws {
        let members = try decoder.strictContainer(Member.self)
        guard let kind = ObjectKind(rawValue: try members.decode(String.self, forKey: .kind)) else {
            let kinds = ObjectKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.malformed, "A change has a kind that is unknown here; the kinds are \(kinds).")
        }
        self.kind = kind
        id = try members.decode(ObjectID.self, forKey: .id)
        base = try members.decode(Int64.self, forKey: .base)
        guard base >= 0 else { throw ServiceError(.malformed, "The base of \(id) is below zero.") }
        let isDeleted = try members.decode(Bool.self, forKey: .deleted)
        let hasContent = try members.contains(.content) && !members.decodeNil(forKey: .content)
        guard isDeleted != hasContent else {
            throw ServiceError(
                .malformed, "A deletion has no content, and any other change has one: see \(kind.rawValue) \(id).")
        }
        content = hasContent ? try ObjectContent(of: kind, from: members.superDecoder(forKey: .content)) : nil
    }
}

extension ObjectContent: Encodable {
    /// Reads the content of an object of a kind.
    init(of kind: ObjectKind, from decoder: any Decoder) throws {
        switch kind {
        case .fund:
            try decoder.refuseOthers(["name"])
            self = .fund(try Fund(from: decoder))
        case .note:
            try decoder.refuseOthers(["fund", "title", "text"])
            self = .note(try Note(from: decoder))
        case .feed:
            try decoder.refuseOthers(["address", "title", "folders", "fund"])
            self = .feed(try Feed(from: decoder))
        case .read:
            try decoder.refuseOthers(["feed", "item", "read"])
            self = .read(try ReadMark(from: decoder))
        case .file:
            try decoder.refuseOthers(["fund", "path", "sha256", "size", "modified"])
            self = .file(try File(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .fund(let fund): try fund.encode(to: encoder)
        case .note(let note): try note.encode(to: encoder)
        case .feed(let feed): try feed.encode(to: encoder)
        case .read(let mark): try mark.encode(to: encoder)
        case .file(let file): try file.encode(to: encoder)
        }
    }
}

extension ObjectContent.Feed: Codable {
    private enum Member: String, CodingKey { case address, title, folders, fund }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        address = try members.decode(String.self, forKey: .address)
        title = try members.decode(String.self, forKey: .title)
        folders = try members.decode([String].self, forKey: .folders)
        // The member is required, but may be null.
        fund = try members.decodeNil(forKey: .fund) ? nil : members.decode(ObjectID.self, forKey: .fund)
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(address, forKey: .address)
        try members.encode(title, forKey: .title)
        try members.encode(folders, forKey: .folders)
        try members.encode(fund, forKey: .fund)
    }
}

/// Any name of a member.
private struct AnyMember: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// The members of an object, which may have no others than those of the enumeration: what isn't understood must not be lost.
    fileprivate func strictContainer<Member: CodingKey & CaseIterable>(
        _ type: Member.Type
    ) throws -> KeyedDecodingContainer<Member> {
        try refuseOthers(Set(Member.allCases.map(\.stringValue)))
        return try container(keyedBy: type)
    }

    fileprivate func refuseOthers(_ known: Set<String>) throws {
        for member in try container(keyedBy: AnyMember.self).allKeys where !known.contains(member.stringValue) {
            let place = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
            throw ServiceError(
                .malformed,
                "The member “\(member.stringValue.prefix(40))” \(place.isEmpty ? "" : "of \(place) ")is unknown here; leave it out."
            )
        }
    }
}
