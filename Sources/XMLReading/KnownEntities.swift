import CLibxml2

/// Entities that a document may use without declaring them, in the form that libxml2 wants.
///
/// Inside text, libxml2 takes an entity as it is if it counts as one of XML's own. Inside an attribute, it would take only the
/// first byte of such an entity, so there the same entity counts as one that a document type declares.
final class KnownEntities {
    private let values: [String: String]
    private var inText: [String: xmlEntityPtr] = [:]
    private var inAttributes: [String: xmlEntityPtr] = [:]

    init(_ values: [String: String]) { self.values = values }

    deinit {
        for entity in [inText, inAttributes].flatMap(\.values) {
            free(UnsafeMutableRawPointer(mutating: entity.pointee.name))
            free(entity.pointee.content)
            entity.deallocate()
        }
    }

    /// The entity with this name; nil if there is none.
    func entity(named bytes: UnsafePointer<UInt8>, isInAttribute: Bool) -> xmlEntityPtr? {
        guard !values.isEmpty else { return nil }
        let name = String(cString: bytes)
        if let known = isInAttribute ? inAttributes[name] : inText[name] { return known }
        guard let value = values[name] else { return nil }
        let entity = xmlEntityPtr.allocate(capacity: 1)
        entity.initialize(to: xmlEntity())
        entity.pointee.type = XML_ENTITY_DECL
        entity.pointee.name = UnsafePointer(Self.copy(name))
        entity.pointee.content = Self.copy(value)
        entity.pointee.length = Int32(value.utf8.count)
        entity.pointee.etype = isInAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
        if isInAttribute { inAttributes[name] = entity } else { inText[name] = entity }
        return entity
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<UInt8>? {
        text.withCString { strdup($0).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) } }
    }
}
