import Foundation
import Testing

/// An OpenAPI document, for tests that compare it with the routes and answers of a server.
package struct InterfaceDescription {
    package typealias Object = [String: Any]

    private let document: Object

    /// - Parameter bytes: The document, in JSON.
    package init(_ bytes: [UInt8]) throws {
        document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
    }

    // MARK: - Operations

    /// What the document says about each method and path, such as `GET /v1/reports/{}`.
    package var operations: [String: Object] {
        let paths = document["paths"] as? [String: [String: Object]] ?? [:]
        let operations = paths.flatMap { path, methods in
            methods.map { (Self.operation($0.uppercased(), path), $1) }
        }
        return Dictionary(uniqueKeysWithValues: operations)
    }

    /// A method and a path, without the names of its parameters.
    package static func operation(_ method: String, _ path: String) -> String { plain("\(method) \(path)") }

    private static func plain(_ operation: String) -> String { operation.replacing(/{[^}]*}/, with: "{}") }

    /// The responses to an operation such as `GET /v1/reports/{number}`, by status.
    package func responses(to name: String) throws -> [Int: Object] {
        let operation = try #require(operations[Self.plain(name)], "\(name)")
        let responses = try #require(operation["responses"] as? [String: Object])
        let byStatus = try responses.map { (try #require(Int($0)), try resolved($1)) }
        return Dictionary(uniqueKeysWithValues: byStatus)
    }

    // MARK: - Shared parts

    /// What the document defines once and refers to: its kinds, then their names.
    private var components: [String: [String: Object]] {
        document["components"] as? [String: [String: Object]] ?? [:]
    }

    /// The references that lead to a shared part.
    package var sharedParts: Set<String> {
        Set(
            components.flatMap { kind, parts in
                kind == "securitySchemes" ? [] : parts.keys.map { "#/components/\(kind)/\($0)" }
            })
    }

    /// The shared part that an object refers to, or the object itself if it's no reference.
    package func resolved(_ object: Object) throws -> Object {
        guard let reference = object["$ref"] as? String else { return object }
        let names = try #require(reference.wholeMatch(of: /#\/components\/([a-zA-Z]+)\/(\w+)/), "\(reference)")
        return try #require(components[String(names.1)]?[String(names.2)], "\(reference)")
    }

    /// All references to shared parts.
    package var references: Set<String> { Self.references(in: document) }

    private static func references(in value: Any) -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(references(in: $1)) } }
        guard let object = value as? Object else { return [] }
        let own = (object["$ref"] as? String).map { Set([$0]) } ?? []
        return object.values.reduce(into: own) { $0.formUnion(references(in: $1)) }
    }
}
