/// Reads one page.
struct PageReader {
    let table: ObjectTable
    let fonts: FontCache

    /// What a page holds, and what of it could not be read.
    struct Answer {
        var rows: [PDFRow] = []
        var table = PageTable(lines: [], columns: Columns([]), edges: [])
        var notes: [PDFNote.Kind] = []
    }

    /// - Throws: ``ReadFailure/missing(_:)`` where a part has not arrived.
    func read(_ page: PDFDictionary) throws -> Answer {
        var interpreter = ContentInterpreter(table: table, fonts: fonts)
        var answer = Answer()
        do {
            try run(&interpreter, page)
        } catch ReadFailure.damaged {
            interpreter.collector.noteDamage()
        } catch ReadFailure.tooLarge {
            interpreter.collector.noteLimit()
        } catch ReadFailure.unsupported {
            answer.notes.append(.unknownFilter)
        }
        let text = interpreter.collector.finish()
        (answer.rows, answer.table) = PageLayout.rows(of: text)
        answer.notes += text.fontsWithoutMap.sorted().map(PDFNote.Kind.fontWithoutMap)
        if text.isDamaged { answer.notes.append(.damagedPage) }
        if text.isTooLarge { answer.notes.append(.tooLarge) }
        if text.runs.isEmpty, text.showsImages { answer.notes.append(.scanned) }
        return answer
    }

    private func run(_ interpreter: inout ContentInterpreter, _ page: PDFDictionary) throws {
        let resources = try inherited("Resources", page).dictionary ?? [:]
        let contents = try table.resolve(page["Contents"])
        var content: [UInt8] = []
        for part in contents.array ?? [contents] {
            guard let stream = try table.resolve(part).stream else { continue }
            let decoded = try table.bytes(of: stream)
            if !decoded.isWhole { interpreter.collector.noteDamage() }
            guard content.count + decoded.bytes.count <= table.limits.decodedStream else { throw ReadFailure.tooLarge }
            if content.isEmpty { content = decoded.bytes } else { content += [10] + decoded.bytes }
        }
        try interpreter.run(content, resources: resources)
    }

    /// What a page has from those above it in the tree (ISO 32000-1, 7.7.3.4).
    private func inherited(_ key: String, _ page: PDFDictionary) throws -> PDFObject {
        var node = page
        for _ in 0..<table.limits.pageTreeDepth {
            if let value = node[key] { return try table.resolve(value) }
            guard let parent = try table.resolve(node["Parent"]).dictionary else { return .null }
            node = parent
        }
        throw ReadFailure.damaged
    }
}
