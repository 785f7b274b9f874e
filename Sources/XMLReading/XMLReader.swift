import CLibxml2

/// Reads a document as it arrives, through libxml2's SAX2 interface. One task at a time may use a reader.
///
/// Nothing is ever fetched or opened, and entities stand for nothing but what ``XMLOptions/entities`` says.
public final class XMLReader {
    private let receiver: any XMLReceiver
    private let options: XMLOptions
    /// Whether libxml2 goes on after an error, which may still end the reading here.
    private var goesOn: Bool { options.recovers || options.leavesOutForbiddenCharacters }
    private let library: libxml2
    private let context: xmlParserCtxtPtr
    private var entities: KnownEntities
    private var received = 0
    private var depth = 0
    private var textLength = 0
    /// How many attributes the start tag has whose end has not come yet.
    private var begunAttributes = 0
    private var hasEnded = false

    /// The error that ended the reading: an ``XMLError``, or an error of the receiver.
    private var failure: (any Error)?

    /// The first fault of a document that was read in spite of damage.
    public private(set) var damage: XMLError?

    /// Begins to read a document.
    /// - Throws: ``XMLError`` with ``XMLError/Code/unknownEncoding``, or without memory.
    public init(to receiver: any XMLReceiver, _ options: XMLOptions = XMLOptions()) throws(XMLError) {
        self.receiver = receiver
        self.options = options
        entities = KnownEntities(options.entities)
        guard let library = libxml2.loaded else {
            throw XMLError(.noLibrary, "libxml2 is missing or too old; install it")
        }
        self.library = library
        var handler = Self.makeHandler()
        // libxml2 copies the handler, and `self` does not exist yet, so the context gets it below.
        guard let context = library.create_context(&handler, nil, nil, 0, nil) else {
            throw XMLError(.noMemory, "There is not enough memory to read XML")
        }
        self.context = context
        // Without NOENT, attributes would get "&#38;" for "&". With OLDSAX, each entity is looked up in `entity`.
        var flags = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_OLDSAX.rawValue
        if goesOn { flags |= XML_PARSE_RECOVER.rawValue }
        if options.encoding != nil { flags |= XML_PARSE_IGNORE_ENC.rawValue }
        _ = library.use_options(context, Int32(flags))
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        if let encoding = options.encoding {
            guard let converter = library.find_encoding(encoding),
                library.switch_encoding(context, converter) == 0
            else {
                throw XMLError(.unknownEncoding, "The encoding \"\(encoding)\" is unknown")
            }
        }
    }

    deinit {
        library.free_context(context)
    }

    /// Reads more of the document.
    /// - Throws: ``XMLError``, or an error of the receiver. Afterwards, every call throws it again.
    public func read(_ bytes: UnsafeRawBufferPointer) throws {
        // libxml2 moves what it has not read yet to the beginning of its buffer, so large pieces cost more.
        let piece = 32 << 10
        var rest = bytes[...]
        while !rest.isEmpty {
            if let failure { throw failure }
            guard !hasEnded else { return }
            let next = rest.prefix(piece)
            received += next.count
            guard received <= options.limits.bytes else {
                throw fail(XMLError(.tooLarge, "The document is larger than \(options.limits.bytes) bytes"))
            }
            let chunk = UnsafeRawBufferPointer(rebasing: next).assumingMemoryBound(to: CChar.self)
            withExtendedLifetime(self) { _ = library.parse(context, chunk.baseAddress, Int32(chunk.count), 0) }
            try checkStartTag(after: next)
            rest = rest.dropFirst(next.count)
        }
        if let failure { throw failure }
    }

    /// Reads more of the document.
    public func read(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try read($0) } }

    /// Refuses a start tag with too many attributes before all of it is there: libxml2 compares each of them with all others.
    private func checkStartTag(after piece: Slice<UnsafeRawBufferPointer>) throws {
        guard failure == nil, context.pointee.instate == XML_PARSER_START_TAG, let input = context.pointee.input,
            let start = input.pointee.cur, let end = input.pointee.end
        else { return begunAttributes = 0 }
        let unread = end - start
        if unread <= piece.count { begunAttributes = 0 }
        var isValue = false
        for byte in piece.suffix(unread) {
            switch byte {
            case UInt8(ascii: "="): isValue = true
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if isValue { begunAttributes += 1 }
                isValue = false
            case 0, 9, 10, 13, 32: break  // 0 is a part of a character in UTF-16
            default: isValue = false
            }
        }
        guard begunAttributes <= XMLLimits.names else {
            throw fail(XMLError(.tooLarge, line: line, "An element has more than \(XMLLimits.names) attributes"))
        }
    }

    /// Ends the document.
    /// - Throws: ``XMLError`` if it is incomplete, unless damage is allowed; or an error of the receiver.
    public func finish() throws {
        if let failure { throw failure }
        guard !hasEnded else { return }
        hasEnded = true
        withExtendedLifetime(self) { _ = library.parse(context, nil, 0, 1) }
        if let failure { throw failure }
    }

    /// The line that has been reached, from 1.
    public var line: Int { max(1, Int(library.line(context))) }

    private func fail(_ error: any Error) -> any Error {
        if failure == nil { failure = error }
        library.stop(context)
        return failure ?? error
    }

    // MARK: - Events

    private func begin(_ tag: consuming XMLTag) {
        depth += 1
        textLength = 0
        guard depth <= options.limits.depth else {
            _ = fail(
                XMLError(.tooLarge, line: line, "Elements are nested more than \(options.limits.depth) deep"))
            return
        }
        guard tag.attributeCount == 0 || tag.longestAttribute <= options.limits.text else {
            _ = fail(XMLError(.tooLarge, line: line, "An attribute is longer than \(options.limits.text) bytes"))
            return
        }
        guard context.pointee.nsNr / 2 <= XMLLimits.names else {
            _ = fail(XMLError(.tooLarge, line: line, "More than \(XMLLimits.names) namespaces are declared at once"))
            return
        }
        guard failure == nil else { return }
        do { try receiver.begin(tag) } catch { _ = fail(error) }
    }

    private func end(_ name: consuming XMLName) {
        depth -= 1
        textLength = 0
        guard failure == nil else { return }
        do { try receiver.end(name) } catch { _ = fail(error) }
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        textLength += bytes.count
        guard textLength <= options.limits.text else {
            _ = fail(XMLError(.tooLarge, line: line, "A text is longer than \(options.limits.text) bytes"))
            return
        }
        guard failure == nil else { return }
        do { try receiver.text(bytes) } catch { _ = fail(error) }
    }

    private func documentType() {
        if !options.allowsDocumentType {
            _ = fail(XMLError(.forbidden, line: line, "The document has a document type, which is not allowed here"))
        }
    }

    private func entityDeclaration() {
        note(XMLError(.forbidden, line: line, "The document declares entities, which is not allowed here"))
    }

    private func note(_ error: XMLError) {
        if !options.recovers {
            _ = fail(error)
        } else if damage == nil {
            damage = error
        }
    }

    private func note(_ error: xmlError) {
        guard error.level.rawValue >= XML_ERR_ERROR.rawValue, failure == nil else { return }
        let message = error.message.map { String(cString: $0) } ?? "The document is damaged"
        let sentence = message.prefix { $0 != "\n" && $0 != "\r" }
        switch xmlParserErrors(UInt32(error.code)) {
        case XML_ERR_INVALID_CHAR where options.leavesOutForbiddenCharacters: break
        case XML_ERR_NO_MEMORY: _ = fail(XMLError(.noMemory, "There is not enough memory to read XML"))
        case XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_UNKNOWN_ENCODING:
            note(XMLError(.unknownEncoding, line: Int(error.line), String(sentence)))
        default: note(XMLError(.damaged, line: Int(error.line), String(sentence)))
        }
    }

    private func entity(named name: UnsafePointer<UInt8>) -> xmlEntityPtr? {
        // After the first error, libxml2 would leave out every entity, even "&amp;".
        if goesOn { context.pointee.wellFormed = 1 }
        return library.predefined_entity(name)
            ?? entities.entity(named: name, isInAttribute: context.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE)
    }

    // MARK: - Callbacks

    /// Calls a function with the reader that a context belongs to. The reader lives on at least until libxml2 returns, so it need
    /// not be retained for each event.
    private static func at<Result>(_ context: UnsafeMutableRawPointer?, _ body: (XMLReader) -> Result) -> Result {
        Unmanaged<XMLReader>.fromOpaque(context!)._withUnsafeGuaranteedRef(body)
    }

    private static func makeHandler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { context, local, prefix, namespace, _, _, count, _, attributes in
            guard let local else { return }
            XMLReader.at(context) {
                let name = XMLName(local: local, prefix: prefix, namespace: namespace)
                $0.begin(XMLTag(name, attributes, count: Int(count)))
            }
        }
        handler.endElementNs = { context, local, prefix, namespace in
            guard let local else { return }
            XMLReader.at(context) { $0.end(XMLName(local: local, prefix: prefix, namespace: namespace)) }
        }
        handler.characters = { context, bytes, count in
            XMLReader.at(context) { $0.text(UnsafeBufferPointer(start: bytes, count: Int(count))) }
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        handler.internalSubset = { context, _, _, _ in XMLReader.at(context) { $0.documentType() } }
        handler.entityDecl = { context, _, _, _, _, _ in XMLReader.at(context) { $0.entityDeclaration() } }
        handler.getEntity = { context, name in name.flatMap { name in XMLReader.at(context) { $0.entity(named: name) } }
        }
        handler.serror = { context, error in
            if let error { XMLReader.at(context) { $0.note(error.pointee) } }
        }
        return handler
    }
}

extension libxml2 {
    /// libxml2's functions, loaded and ready for several threads when they are first needed; nil if they can't be loaded.
    fileprivate static let loaded: libxml2? = {
        var library = libxml2()
        guard names.contains(where: { libxml2_load(&library, $0) }) else { return nil }
        library.init_parser()
        return library
    }()

    /// The library with the stable interface, on Linux and on macOS.
    private static let names = ["libxml2.so.2", "libxml2.2.dylib"]
}
