/// A kind of report that a city takes (GET services).
public struct GeoService: Hashable, Sendable {
    /// The answer to a report of this kind.
    public enum Kind: String, Sendable, CaseIterable {
        /// The report's number comes at once.
        case realtime
        /// A token comes, for which the number can be asked later.
        case batch
        /// Nothing comes.
        case blackbox
    }

    /// The code that reports of this kind have.
    public var code: String
    /// The name for people.
    public var name: String
    /// A sentence about it.
    public var description: String
    /// Whether there is a ``GeoServiceDefinition``.
    public var hasDefinition: Bool
    /// The answer to a report of this kind.
    public var kind: Kind
    /// Words by which people find it, without commas.
    public var keywords: [String]
    /// The heading under which it is listed.
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

/// The fields of a kind of report, in addition to the usual ones (GET services/CODE).
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
    /// The type of a field's values.
    public enum Kind: String, Sendable, CaseIterable {
        case string, number, datetime, text, singlevaluelist, multivaluelist

        /// Whether the values are those of a list.
        public var isList: Bool { self == .singlevaluelist || self == .multivaluelist }
    }

    /// A value of a list, with its name for people.
    public struct Choice: Hashable, Sendable {
        /// The value that is sent.
        public var key: String
        /// The name for people.
        public var name: String

        /// A value with its name.
        public init(key: String, name: String) { (self.key, self.name) = (key, name) }
    }

    /// The name of the field: `attribute[CODE]`.
    public var code: String
    /// The type of the values.
    public var kind: Kind
    /// The question that people read.
    public var description: String
    /// Whether a report without it is refused.
    public var isRequired: Bool
    /// False if the field is only a text for the reporter to read.
    public var isVariable: Bool
    /// A description of how the values should look.
    public var hint: String?
    /// The place among the fields, from 1.
    public var order: Int
    /// The values of a list.
    public var choices: [Choice]

    /// A field of reports.
    public init(
        code: String, kind: Kind, description: String, isRequired: Bool, isVariable: Bool = true, hint: String? = nil,
        order: Int, choices: [Choice] = []
    ) {
        (self.code, self.kind, self.description, self.isRequired) = (code, kind, description, isRequired)
        (self.isVariable, self.hint, self.order, self.choices) = (isVariable, hint, order, choices)
    }
}
