import Foundation

/// An OpenAPI document, for tests that compare it with the routes of a server.
package struct InterfaceDescription {
    private let document: [String: Any]

    /// - Parameter bytes: The document, in JSON.
    package init(_ bytes: [UInt8]) throws {
        document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
    }

    /// Each method and path, such as `GET /v1/reports/{}`.
    package var operations: Set<String> {
        let paths = document["paths"] as? [String: [String: Any]] ?? [:]
        return Set(paths.flatMap { path, methods in methods.keys.map { Self.operation($0.uppercased(), path) } })
    }

    /// A method and a path, without the names of its parameters.
    package static func operation(_ method: String, _ path: String) -> String {
        "\(method) \(path.replacing(/{[^}]*}/, with: "{}"))"
    }

    /// The parts that the document defines once and refers to.
    package var sharedParts: Set<String> {
        let components = document["components"] as? [String: [String: Any]] ?? [:]
        return Set(
            components.flatMap { kind, parts in
                kind == "securitySchemes" ? [] : parts.keys.map { "#/components/\(kind)/\($0)" }
            })
    }

    /// All references to shared parts.
    package var references: Set<String> { Self.references(in: document) }

    private static func references(in value: Any) -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(references(in: $1)) } }
        guard let object = value as? [String: Any] else { return [] }
        let own = (object["$ref"] as? String).map { Set([$0]) } ?? []
        return object.values.reduce(into: own) { $0.formUnion(references(in: $1)) }
    }
}
