import AppGroupPlatform

/// A table in a file: a line that names the columns, then lines of as many fields, separated by tabs. UTF-8.
///
/// Errors are sentences that name the file and the line.
package struct TabSeparatedFile: ~Copyable {
    /// Which of the headers it has.
    package let header: [String]
    private let path: String
    private var reader: LineReader
    /// The number of the line that was read last, from 1.
    private(set) var line = 1

    /// The most bytes of a line.
    private static let longestLine = 4096

    /// - Parameter headers: Those that it may have.
    package init(path: String, headers: [[String]]) throws(AppGroupError) {
        var reader = try Self.open(path)
        guard let first = try Self.line(of: &reader, path: path, number: 1).map(Self.fields) else {
            throw AppGroupError(
                .invalidValue, "The file \(path) is empty; it must begin with the line \(Self.quoted(headers)).")
        }
        guard let header = headers.first(where: { $0 == first }) else {
            throw AppGroupError(
                .invalidValue,
                "\(path), line 1: the columns are \(PlainText.quoted(first.joined(separator: " "))); they must be "
                    + "\(Self.quoted(headers)), separated by tabs.")
        }
        self.header = header
        self.path = path
        self.reader = reader
    }

    private static func open(_ path: String) throws(AppGroupError) -> LineReader {
        do { return try LineReader(path: path) } catch { throw described(error, path: path, line: 1) }
    }

    private static func line(
        of reader: inout LineReader, path: String, number: Int
    ) throws(AppGroupError) -> ArraySlice<UInt8>? {
        do { return try reader.next(limit: longestLine) } catch { throw described(error, path: path, line: number) }
    }

    /// The fields of the next line, as many as there are columns; `nil` after the last line.
    package mutating func next() throws(AppGroupError) -> [String]? {
        line += 1
        guard let fields = try Self.line(of: &reader, path: path, number: line).map(Self.fields) else { return nil }
        guard fields.count == header.count else {
            throw error("has \(fields.count) \(fields.count == 1 ? "field" : "fields"), and must have \(header.count)")
        }
        guard let undecodable = fields.firstIndex(of: Self.undecodable) else { return fields }
        throw error("the field “\(header[undecodable])” is empty or not text in UTF-8")
    }

    /// A field as a whole number within bounds.
    package func integer(_ field: String, _ name: String, in range: ClosedRange<Int64>) throws(AppGroupError) -> Int64 {
        guard let number = Int64(field), range.contains(number) else {
            throw error(
                "the \(name) is \(PlainText.quoted(field)), and must be a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }

    /// A field as one of a few words.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ field: String, _ name: String
    ) throws(AppGroupError) -> Word {
        if let word = Word(rawValue: field) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw error("the \(name) is \(PlainText.quoted(field)), and must be one of \(words)")
    }

    /// An error of the line that was read last.
    package func error(_ sentence: String) -> AppGroupError { Self.error(sentence, path: path, line: line) }

    /// What stands for a field without any text, or with bytes that are none.
    private static let undecodable = ""

    private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
        line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
            String(validating: $0, as: UTF8.self) ?? undecodable
        }
    }

    private static func quoted(_ headers: [[String]]) -> String {
        headers.map { "“\($0.joined(separator: " "))”" }.joined(separator: " or ")
    }

    static func error(_ sentence: String, path: String, line: Int) -> AppGroupError {
        AppGroupError(.invalidValue, "\(path), line \(line): \(sentence).")
    }

    private static func described(_ error: SystemError, path: String, line: Int) -> AppGroupError {
        switch error {
        case .tooLarge: Self.error("is longer than \(longestLine) bytes", path: path, line: line)
        case .notFound: AppGroupError(.notFound, "There is no file \(path).", errno: error.number)
        case .accessDenied, .notPermitted:
            AppGroupError(.permission, "The file \(path) may not be read: \(error.message).", errno: error.number)
        default: AppGroupError(.inputOutput, "\(path) cannot be read: \(error.message).", errno: error.number)
        }
    }
}
