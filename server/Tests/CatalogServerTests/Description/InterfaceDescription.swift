import Foundation
import Testing

@testable import CatalogServer

/// The OpenAPI document that the server hands out.
struct InterfaceDescription {
    typealias Object = [String: Any]

    struct Operation {
        /// In capitals, such as `GET`.
        let method: String
        /// With parameters in braces, such as `/v1/links/{link}/file`.
        let path: String
        let content: Object
    }

    let document: Object

    init() throws {
        document = try #require(
            try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? Object)
    }

    var operations: [Operation] {
        get throws {
            try #require(document["paths"] as? [String: [String: Object]]).flatMap { path, methods in
                methods.map { Operation(method: $0.uppercased(), path: path, content: $1) }
            }
        }
    }

    /// The responses to an operation such as `GET /v1/catalog`, by status.
    func responses(to name: String) throws -> [Int: Object] {
        let operation = try #require(try operations.first { "\($0.method) \($0.path)" == name })
        let responses = try #require(operation.content["responses"] as? [String: Object])
        let byStatus = try responses.map { (try #require(Int($0)), try resolved($1)) }
        return Dictionary(uniqueKeysWithValues: byStatus)
    }

    /// The component that an object refers to, or the object itself if it's no reference.
    func resolved(_ object: Object) throws -> Object {
        guard let reference = object["$ref"] as? String else { return object }
        let names = try #require(reference.wholeMatch(of: /#\/components\/([a-z]+)\/(\w+)/), "\(reference)")
        return try #require(try components()[String(names.1)]?[String(names.2)], "\(reference)")
    }

    /// The shared parts of the document: their kind, then their name.
    func components() throws -> [String: [String: Object]] {
        try #require(document["components"] as? [String: [String: Object]])
    }

    /// Each `$ref` anywhere in the document.
    var references: Set<String> { Self.references(in: document) }

    private static func references(in value: Any) -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(references(in: $1)) } }
        guard let object = value as? Object else { return [] }
        let own = (object["$ref"] as? String).map { Set([$0]) } ?? []
        return object.values.reduce(into: own) { $0.formUnion(references(in: $1)) }
    }
}
