import AppGroupPlatform
import CLibpq

/// One connection, which one thread uses at a time.
package final class PostgresConnection {
    private let handle: OpaquePointer
    private let libpq: Libpq
    /// The connection's socket, under a number that libpq does not close: it closes its own when the connection is lost, and another
    /// file may have that number then.
    private let socket: Descriptor
    /// The names of prepared statements; `nil` if each statement is sent whole, because every transaction may run on another
    /// connection of a pooler.
    private var prepared: [String: String]?

    /// Connects.
    ///
    /// - Parameters:
    ///   - isPooled: Whether a pooler in transaction mode is in between.
    /// - Throws: ``PostgresFailure``, or `configuration` if libpq can't be loaded.
    package init(to address: PostgresAddress, program: String, isPooled: Bool) throws {
        let libpq = try Libpq.loaded()
        let options = address.options(program: program)
        let handle = Self.passing(options) { libpq.connectdbParams($0, $1, 1) }
        guard let handle else { throw PostgresFailure(state: "53200", words: "out of memory", isConnectionLost: true) }
        guard libpq.status(handle) == CONNECTION_OK else {
            let words = Self.words(libpq.errorMessage(handle).map { UnsafePointer($0) })
            libpq.finish(handle)
            // A server that is only of the wrong kind, such as a standby before its promotion, refuses nobody permanently.
            let isRefused =
                !address.isChoosy && Self.passing(options) { libpq.pingParams($0, $1, 1) } == PQPING_OK
            throw PostgresFailure(state: nil, words: words, isConnectionLost: true, isRefused: isRefused)
        }
        let socket = appgroup_libpq_duplicate(libpq.socket(handle))
        guard socket >= 0 else {
            libpq.finish(handle)
            throw PostgresFailure(state: nil, words: "too many files are open", isConnectionLost: true)
        }
        _ = libpq.setNoticeProcessor(handle, appgroup_libpq_ignore, nil)
        self.socket = Descriptor(owning: socket)
        self.handle = handle
        self.libpq = libpq
        prepared = isPooled ? nil : [:]
    }

    deinit { libpq.finish(handle) }

    /// The encoding of the database.
    package var serverEncoding: String {
        libpq.parameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? ""
    }

    /// The version of the server, such as 150018 for 15.18.
    package var serverVersion: Int { Int(libpq.serverVersion(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { libpq.transactionStatus(handle) != PQTRANS_IDLE }

    /// Ends the statement under way as if the connection were lost. Any thread may call it.
    func cut() { appgroup_libpq_cut(socket.number) }

    /// Runs one statement.
    @discardableResult
    package func run(_ sql: String, _ values: SQLValue...) throws -> PostgresAnswer { try run(sql, values) }

    /// Runs one statement.
    package func run(_ sql: String, _ values: [SQLValue]) throws -> PostgresAnswer {
        let texts = try values.map { try $0.encoded() }
        return try Self.withPointers(to: texts) { pointers in
            let count = Int32(texts.count)
            guard prepared != nil else {
                return try answer(libpq.execParams(handle, sql, count, nil, pointers, nil, nil, 0))
            }
            return try answer(libpq.execPrepared(handle, name(of: sql), count, pointers, nil, nil, 0))
        }
    }

    /// Runs statements without parameters, separated by semicolons, in one round trip.
    package func script(_ sql: String) throws(PostgresFailure) { _ = try answer(libpq.exec(handle, sql)) }

    /// The name of a statement, which is prepared when it is first used.
    private func name(of sql: String) throws -> String {
        if let known = prepared?[sql] { return known }
        let name = "s\(prepared?.count ?? 0)"
        _ = try answer(libpq.prepare(handle, name, sql, 0, nil))
        prepared?[sql] = name
        return name
    }

    private func answer(_ result: OpaquePointer?) throws(PostgresFailure) -> PostgresAnswer {
        guard let result else { throw failure(state: nil, words: libpq.errorMessage(handle).map { UnsafePointer($0) }) }
        switch libpq.resultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return PostgresAnswer(result, libpq)
        default:
            defer { libpq.clear(result) }
            let state = libpq.resultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let primary = libpq.resultErrorField(result, Int32(UInt8(ascii: "M")))
            throw failure(state: state, words: (primary ?? libpq.resultErrorMessage(result)).map { UnsafePointer($0) })
        }
    }

    private func failure(state: String?, words: UnsafePointer<CChar>?) -> PostgresFailure {
        PostgresFailure(
            state: state, words: Self.words(words), isConnectionLost: libpq.status(handle) != CONNECTION_OK)
    }

    private static func words(_ text: UnsafePointer<CChar>?) -> String {
        text.map { PostgresAddress.line(String(cString: $0)) } ?? "no reason is given"
    }

    // MARK: - Texts for C

    private typealias Pointers = UnsafePointer<UnsafePointer<CChar>?>

    /// Calls `body` with the keywords and the values of options.
    private static func passing<Value>(
        _ options: [(keyword: String, value: String)], _ body: (Pointers, Pointers) throws -> Value
    ) rethrows -> Value {
        try withPointers(to: options.map(\.keyword)) { keywords in
            try withPointers(to: options.map(\.value)) { values in try body(keywords, values) }
        }
    }

    /// Calls `body` with C's form of texts, which ends with a null pointer.
    private static func withPointers<Value>(to texts: [String?], _ body: (Pointers) throws -> Value) rethrows -> Value {
        var bytes: [CChar] = []
        let starts = texts.map { text in
            text.map { text in
                defer { bytes += text.utf8CString }
                return bytes.count
            }
        }
        bytes.append(0)
        return try bytes.withUnsafeBufferPointer { bytes in
            let pointers = starts.map { start in start.flatMap { bytes.baseAddress?.advanced(by: $0) } } + [nil]
            return try pointers.withUnsafeBufferPointer { pointers in
                guard let start = pointers.baseAddress else {
                    preconditionFailure("An array that is not empty has no bytes.")
                }
                return try body(start)
            }
        }
    }
}
