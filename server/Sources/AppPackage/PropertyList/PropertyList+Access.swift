extension PropertyList {
    /// The value of a key; `nil` where there is none, or where this is no dictionary.
    subscript(key: String) -> PropertyList? { dictionary?[key] }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    var boolean: Bool? {
        guard case .boolean(let truth) = self else { return nil }
        return truth
    }

    var array: [PropertyList]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    var dictionary: [String: PropertyList]? {
        guard case .dictionary(let values) = self else { return nil }
        return values
    }
}
