import Hummingbird
import Serving

/// The parameters of a request's query. A parameter with an empty value is refused.
struct QueryReader {
    private let request: Request

    init(_ request: Request) { self.request = request }

    /// The largest page.
    static let longestPage = 1000

    func text(_ name: Substring) throws(ServiceError) -> String? {
        guard let value = request.uri.queryParameters[name] else { return nil }
        guard !value.isEmpty else {
            throw ServiceError(.malformed, "The parameter \(name) is empty; leave it out, or give it a value.")
        }
        return String(value)
    }

    func required(_ name: Substring) throws(ServiceError) -> String {
        guard let text = try text(name) else {
            throw ServiceError(.malformed, "The parameter \(name) is missing.")
        }
        return text
    }

    /// How many entries a page may have.
    func limit() throws(ServiceError) -> Int { Int(try number("limit", 1...Int64(Self.longestPage)) ?? 100) }

    func number(_ name: Substring, _ range: ClosedRange<Int64>) throws(ServiceError) -> Int64? {
        guard let text = try text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw ServiceError(
                .malformed,
                "“\(text.prefix(40))” can't be \(name); use \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// - Parameter range: Both ends are whole numbers.
    func measure(_ name: Substring, _ range: ClosedRange<Double>) throws(ServiceError) -> Double? {
        guard let text = try text(name) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw ServiceError(
                .malformed,
                "“\(text.prefix(40))” can't be \(name); use \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
        }
        return number
    }

    func flag(_ name: Substring) throws(ServiceError) -> Bool {
        switch try text(name) {
        case nil, "false": false
        case "true": true
        case let other?: throw ServiceError(.malformed, "“\(other.prefix(40))” can't be \(name); use true or false.")
        }
    }

    func word<Word: RawRepresentable & CaseIterable>(
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

extension PostersContext {
    /// The report's number in the path.
    func reportNumber() throws(ServiceError) -> Int64 {
        let text = parameters.get("number") ?? ""
        guard let number = Int64(text), number > 0 else {
            throw ServiceError(.malformed, "“\(text.prefix(40))” is no number of a report.")
        }
        return number
    }

    /// The photo's name in the path.
    func photoName() throws(ServiceError) -> BlobDigest {
        guard let digest = parameters.get("sha256").flatMap({ BlobDigest($0) }) else {
            throw ServiceError(.malformed, "Name a photo by its SHA-256, 64 lowercase hexadecimal digits.")
        }
        return digest
    }
}
