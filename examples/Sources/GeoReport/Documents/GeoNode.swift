#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import XMLReading

/// A value of a document in either format.
///
/// In XML, everything is an element with members or with a text, so a list is an element whose members have the same name.
enum GeoNode: Equatable {
    case object([Member])
    case list([GeoNode])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null

    struct Member: Equatable {
        let name: String
        let value: GeoNode
    }

    /// Reads a document.
    /// - Parameter root: The name of the document's element in XML.
    init(_ bytes: [UInt8], as format: GeoFormat, root: String) throws(GeoError) {
        switch format {
        case .json:
            do {
                self = try JSONDecoder().decode(GeoNode.self, from: Data(bytes))
            } catch {
                throw GeoError("This is not JSON.")
            }
        case .xml:
            let receiver = GeoNodeReceiver()
            do {
                let reader = try XMLReader(to: receiver)
                try reader.read(bytes)
                try reader.finish()
            } catch {
                throw GeoError("This is not XML: \(error)")
            }
            guard let document = receiver.document else { throw GeoError("This XML has no element.") }
            guard document.name == root else {
                throw GeoError("The document is “\(document.name)”, but “\(root)” is expected.")
            }
            self = document.value
        }
    }

    /// The first member with a name.
    subscript(_ name: String) -> GeoNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text of a member; nil if there is none, if it is null, or if it is empty. Some servers write numbers for texts.
    func text(_ name: String) -> String? { self[name]?.text }

    var text: String? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .number(let number): number == number.rounded() && abs(number) < 0x1p53 ? "\(Int(number))" : "\(number)"
        case .flag(let flag): flag ? "true" : "false"
        case .object, .list, .null: nil
        }
    }

    func number(_ name: String) -> Double? {
        if case .number(let number)? = self[name] { return number }
        return text(name).flatMap(Double.init)
    }

    func flag(_ name: String) -> Bool { text(name)?.lowercased() == "true" }

    func time(_ name: String) -> GeoTime? { text(name).flatMap { GeoTime($0) } }

    /// The elements of this list.
    /// - Parameter item: Their name in XML.
    func elements(_ item: String) -> [GeoNode] {
        switch self {
        case .list(let elements): elements
        case .object(let members): members.filter { $0.name == item }.map(\.value)
        default: []
        }
    }

    /// The members of an object that are texts.
    var texts: [GeoRequest.Attribute] {
        guard case .object(let members) = self else { return [] }
        return members.compactMap { member in member.value.text.map { GeoRequest.Attribute(member.name, $0) } }
    }
}

extension GeoNode: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            let names = container.allKeys.map(\.stringValue).sorted()
            self = .object(
                try names.map { name in
                    Member(name: name, value: try container.decode(GeoNode.self, forKey: Key(stringValue: name)))
                })
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [GeoNode] = []
            while !container.isAtEnd { elements.append(try container.decode(GeoNode.self)) }
            self = .list(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .null
        }
    }
}

/// Collects the elements of an XML document. Attributes and namespaces are ignored: GeoReport v2 has none.
private final class GeoNodeReceiver: XMLReceiver {
    private var open: [(name: String, members: [GeoNode.Member], text: [UInt8])] = []
    private(set) var document: GeoNode.Member?

    func begin(_ tag: borrowing XMLTag) { open.append((tag.name.local, [], [])) }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if !open.isEmpty { open[open.count - 1].text += bytes }
    }

    func end(_ name: borrowing XMLName) {
        guard let (name, members, text) = open.popLast() else { return }
        let value: GeoNode = members.isEmpty ? .text(String(decoding: text, as: UTF8.self)) : .object(members)
        let member = GeoNode.Member(name: name, value: value)
        if open.isEmpty { document = member } else { open[open.count - 1].members.append(member) }
    }
}
