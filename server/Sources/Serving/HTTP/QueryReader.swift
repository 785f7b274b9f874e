public import Hummingbird

/// The parameters of a request's query. A parameter with an empty value, or one that can't be understood, throws `malformed`.
public struct QueryReader {
    private let request: Request

    /// Takes the query of a request.
    public init(_ request: Request) { self.request = request }

    /// The most entries on a page.
    public static let longestPage = 1000

    /// A parameter as text; `nil` if there is none.
    public func text(_ name: Substring) throws(ServiceError) -> String? {
        guard let value = request.uri.queryParameters[name] else { return nil }
        guard !value.isEmpty else {
            throw ServiceError(.malformed, "The parameter \(name) is empty; leave it out, or give it a value.")
        }
        return String(value)
    }

    /// A parameter that must be there.
    public func required(_ name: Substring) throws(ServiceError) -> String {
        guard let text = try text(name) else {
            throw ServiceError(.malformed, "The parameter \(name) is missing.")
        }
        return text
    }

    /// How many entries a page may have: the parameter `limit`, 1 to ``longestPage``.
    public func limit(otherwise usual: Int = 100) throws(ServiceError) -> Int {
        Int(try number("limit", 1...Int64(Self.longestPage)) ?? Int64(usual))
    }

    /// A whole number in a range; `nil` if there is none.
    public func number(_ name: Substring, _ range: ClosedRange<Int64>) throws(ServiceError) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw ServiceError(
                .malformed,
                "“\(text.prefix(40))” can't be \(name); use \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A number in a range; `nil` if there is none.
    ///
    /// - Parameter range: Both ends are whole numbers.
    public func measure(_ name: Substring, _ range: ClosedRange<Double>) throws(ServiceError) -> Double? {
        guard let text = try text(name) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw ServiceError(
                .malformed,
                "“\(text.prefix(40))” can't be \(name); use \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
        }
        return number
    }

    /// `true` or `false`; without the parameter, false.
    public func flag(_ name: Substring) throws(ServiceError) -> Bool {
        switch try text(name) {
        case nil, "false": false
        case "true": true
        case let other?: throw ServiceError(.malformed, "“\(other.prefix(40))” can't be \(name); use true or false.")
        }
    }

    /// One of an enumeration's words; `nil` if there is none.
    public func word<Word: RawRepresentable & CaseIterable>(
        _ name: Substring, _ type: Word.Type
    ) throws(ServiceError) -> Word? where Word.RawValue == String {
        guard let text = try text(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(.malformed, "“\(text.prefix(40))” can't be \(name); use one of \(words).")
        }
        return word
    }
}
