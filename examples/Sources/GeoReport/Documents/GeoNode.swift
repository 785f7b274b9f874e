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
            let document: XMLTree
            do { document = try XMLTree(bytes) } catch { throw GeoError("This is not XML: \(error)") }
            guard document.name == root else {
                throw GeoError("The document is “\(document.name)”, but “\(root)” is expected.")
            }
            self = GeoNode(document)
        }
    }

    /// Attributes and namespaces are ignored: GeoReport v2 has none.
    private init(_ element: XMLTree) {
        self =
            element.children.isEmpty
            ? .text(element.text) : .object(element.children.map { Member(name: $0.name, value: GeoNode($0)) })
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
