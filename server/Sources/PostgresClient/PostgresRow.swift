import CLibpq
import Serving

/// One row of an answer. Each read takes the column at ``column`` and moves on to the next.
package struct PostgresRow {
    private let answer: PostgresAnswer
    private let row: Int32
    /// The place of the column that is read next, from 0.
    package var column = 0

    fileprivate init(_ answer: PostgresAnswer, row: Int32) {
        self.answer = answer
        self.row = row
    }

    /// The next column as text.
    package mutating func text() throws -> String {
        guard let text = try optionalText() else { throw unreadable("an empty value") }
        return text
    }

    /// The next column as text; `nil` for null.
    package mutating func optionalText() throws -> String? {
        try next().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The next column as a number.
    package mutating func integer() throws -> Int64 {
        guard let number = try optionalInteger() else { throw unreadable("an empty value") }
        return number
    }

    /// The next column as a number; `nil` for null.
    package mutating func optionalInteger() throws -> Int64? {
        try next().map { bytes throws in
            guard let number = Int64(String(decoding: bytes, as: UTF8.self)) else { throw unreadable("no number") }
            return number
        }
    }

    /// The next column as a truth value.
    package mutating func boolean() throws -> Bool { try text() == "t" }

    /// The next column as bytes.
    package mutating func bytes() throws -> [UInt8] {
        guard let digits = try next(), digits.starts(with: "\\x".utf8), digits.count.isMultiple(of: 2) else {
            throw unreadable("no bytes")
        }
        return try stride(from: 2, to: digits.count, by: 2).map { place in
            let pair = String(decoding: digits[place..<place + 2], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { throw unreadable("no bytes") }
            return byte
        }
    }

    private mutating func next() throws -> UnsafeBufferPointer<UInt8>? {
        guard column < answer.columnCount else { throw unreadable("too few columns") }
        defer { column += 1 }
        return answer.value(row, Int32(column))
    }

    private func unreadable(_ what: String) -> ServiceError {
        ServiceError(
            ofDatabase: .inputOutput, "PostgreSQL's answer has \(what) in column \(column); restore a backup.")
    }
}

/// The answer to one statement.
package final class PostgresAnswer {
    private let result: OpaquePointer
    private let libpq: Libpq

    init(_ result: OpaquePointer, _ libpq: Libpq) {
        self.result = result
        self.libpq = libpq
    }

    deinit { libpq.clear(result) }

    /// How many rows a change affected.
    package var changedRows: Int { libpq.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// What `read` makes of each row.
    package func map<Value>(_ read: (inout PostgresRow) throws -> Value) throws -> [Value] {
        try (0..<libpq.ntuples(result)).map { number in
            var row = PostgresRow(self, row: number)
            return try read(&row)
        }
    }

    /// What `read` makes of the first row; `nil` if there is none.
    package func first<Value>(_ read: (inout PostgresRow) throws -> Value) throws -> Value? {
        guard libpq.ntuples(result) > 0 else { return nil }
        var row = PostgresRow(self, row: 0)
        return try read(&row)
    }

    fileprivate var columnCount: Int { Int(libpq.nfields(result)) }

    fileprivate func value(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard libpq.getisnull(result, row, column) == 0, let bytes = libpq.getvalue(result, row, column) else {
            return nil
        }
        let count = Int(libpq.getlength(result, row, column))
        return UnsafeRawBufferPointer(start: bytes, count: count).bindMemory(to: UInt8.self)
    }
}
