/// A kind of report that a city takes (GET services).
public struct GeoService: Hashable, Sendable {
    /// What a report of this kind answers with.
    public enum Kind: String, Sendable, CaseIterable {
        /// The report's number comes at once.
        case realtime
        /// A token comes, for which the number can be asked later.
        case batch
        /// Nothing comes.
        case blackbox
    }

    /// What a report names.
    public var code: String
    /// What people read.
    public var name: String
    /// A sentence about it.
    public var description: String
    /// Whether there is a ``GeoServiceDefinition``.
    public var hasDefinition: Bool
    /// What a report of this kind answers with.
    public var kind: Kind
    /// Words by which people find it, without commas.
    public var keywords: [String]
    /// What it is listed under.
    public var group: String?

    /// A kind of report.
    public init(
        code: String, name: String, description: String = "", hasDefinition: Bool = false, kind: Kind = .realtime,
        keywords: [String] = [], group: String? = nil
    ) {
        (self.code, self.name, self.description, self.hasDefinition) = (code, name, description, hasDefinition)
        (self.kind, self.keywords, self.group) = (kind, keywords, group)
    }
}

/// What a report of a kind says beside the usual (GET services/CODE).
public struct GeoServiceDefinition: Hashable, Sendable {
    /// The ``GeoService/code``.
    public var serviceCode: String
    /// The fields in their order.
    public var attributes: [GeoAttribute]

    /// The fields of a kind of report.
    public init(serviceCode: String, attributes: [GeoAttribute]) {
        (self.serviceCode, self.attributes) = (serviceCode, attributes)
    }
}

/// A field of a report.
public struct GeoAttribute: Hashable, Sendable {
    /// What values a field takes.
    public enum Kind: String, Sendable, CaseIterable {
        case string, number, datetime, text, singlevaluelist, multivaluelist

        /// Whether the values are those of a list.
        public var isList: Bool { self == .singlevaluelist || self == .multivaluelist }
    }

    /// A value of a list: what is sent, and what people read.
    public struct Choice: Hashable, Sendable {
        /// What is sent.
        public var key: String
        /// What people read.
        public var name: String

        /// A value.
        public init(key: String, name: String) { (self.key, self.name) = (key, name) }
    }

    /// The name of the field: `attribute[CODE]`.
    public var code: String
    /// What values the field takes.
    public var kind: Kind
    /// The question that people read.
    public var description: String
    /// Whether a report without it is refused.
    public var isRequired: Bool
    /// False if the field is only a text for the reporter to read.
    public var isVariable: Bool
    /// What the values should look like.
    public var hint: String?
    /// The place among the fields, from 1.
    public var order: Int
    /// The values of a list.
    public var choices: [Choice]

    /// A field.
    public init(
        code: String, kind: Kind, description: String, isRequired: Bool, isVariable: Bool = true, hint: String? = nil,
        order: Int, choices: [Choice] = []
    ) {
        (self.code, self.kind, self.description, self.isRequired) = (code, kind, description, isRequired)
        (self.isVariable, self.hint, self.order, self.choices) = (isVariable, hint, order, choices)
    }
}
