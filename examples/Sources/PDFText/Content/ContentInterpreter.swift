/// Interprets the content of a page and of the forms that it draws, and collects the text (ISO 32000-1, 7.8, 8 and 9).
struct ContentInterpreter {
    let table: ObjectTable
    let fonts: FontCache
    var collector: TextCollector
    var marks: [Mark] = []
    /// Whether any content belongs to a layer.
    var usesLayers = false
    private var operators = 0
    private var activeForms: [Int] = []

    init(table: ObjectTable, fonts: FontCache) {
        self.table = table
        self.fonts = fonts
        collector = TextCollector(limits: table.limits)
    }

    /// The state of one content stream: a page's, or a form's.
    private struct Context {
        let resources: PDFDictionary
        var state: GraphicsState
        var saved: [GraphicsState] = []
        var fonts: [String: Font] = [:]
        var transparencies: [String: Transparency.Change] = [:]
        var textMatrix = Matrix.identity
        var lineMatrix = Matrix.identity

        mutating func moveLine(_ x: Double, _ y: Double) {
            lineMatrix = Matrix.translation(x, y).then(lineMatrix)
            textMatrix = lineMatrix
        }
    }

    mutating func run(_ content: [UInt8], resources: PDFDictionary) throws {
        try run(content, Context(resources: resources, state: GraphicsState()))
    }

    private mutating func run(_ content: [UInt8], _ initial: Context) throws {
        var context = initial
        var reader = OperatorReader(content)
        let outer = marks.count
        defer { while marks.count > outer { endMark() } }
        while let word = reader.next() {
            operators += 1
            guard operators <= table.limits.pageOperators else { throw ReadFailure.tooLarge }
            switch ContentOperator.named(word) {
            case nil: collector.noteDamage()
            case .other: break
            case .inlineImage:
                if !reader.skipInlineImage() { collector.noteDamage() }
                collector.noteImage(context.state.matrix)
            case let operation?: try apply(operation, reader, &context)
            }
        }
        if reader.endsEarly { collector.noteDamage() }
    }

    private mutating func apply(
        _ operation: ContentOperator, _ operands: borrowing OperatorReader, _ context: inout Context
    ) throws {
        switch operation {
        case .save:
            if context.saved.count < 512 { context.saved.append(context.state) }
        case .restore:
            if let saved = context.saved.popLast() { context.state = saved }
        case .concatenate:
            guard let matrix = operands.matrix else { return }
            context.state.matrix = matrix.then(context.state.matrix)
        case .form: try drawForm(operands.name, context)
        case .beginText:
            context.textMatrix = .identity
            context.lineMatrix = .identity
            collector.place()
        case .endText: break
        case .font: try setFont(operands, &context)
        case .characterSpace: context.state.text.characterSpace = operands.number(0)
        case .wordSpace: context.state.text.wordSpace = operands.number(0)
        case .scale: context.state.text.scale = operands.number(0) / 100
        case .leading: context.state.text.leading = operands.number(0)
        case .rise: context.state.text.rise = operands.number(0)
        // Neither of these modes paints: 7 only makes a clipping path.
        case .renderMode: context.state.text.isInvisible = [3, 7].contains(operands.number(0))
        case .graphicsState: setGraphicsState(operands.name, &context)
        case .fill:
            if context.state.text.transparency.isOpaque { collector.notePatch(collector.rules.box) }
            collector.rules.paint()
        case .moveTo, .lineTo, .curveTo, .closePath, .rectangle, .paint, .closeAndPaint, .endPath:
            draw(operation, operands, context.state.matrix)
        // Only a pattern has a name.
        case .color: if operands.name != nil { collector.page.hasPattern = true }
        case .shading: collector.page.hasPattern = true
        case .beginMark: try beginMark(operands, properties: context.resources["Properties"])
        case .endMark: endMark()
        default: try applyText(operation, operands, &context)
        }
    }

    /// Applies the operators that draw paths. A curve ends at its last two numbers.
    private mutating func draw(
        _ operation: ContentOperator, _ operands: borrowing OperatorReader, _ matrix: Matrix
    ) {
        let (x, y) = (operands.number(operands.count - 2), operands.number(operands.count - 1))
        switch operation {
        case .moveTo: collector.rules.move(x, y, matrix)
        case .lineTo: collector.rules.line(x, y, matrix)
        case .curveTo:
            collector.rules.curve(x, y, matrix)
            collector.page.curves += 1
        case .closePath: collector.rules.close()
        case .rectangle: collector.rules.rectangle(operands.number(0), operands.number(1), x, y, matrix)
        case .closeAndPaint:
            collector.rules.close()
            collector.rules.paint()
        case .paint: collector.rules.paint()
        default: collector.rules.discard()
        }
    }

    /// Applies the operators that move within text or show it.
    private mutating func applyText(
        _ operation: ContentOperator, _ operands: borrowing OperatorReader, _ context: inout Context
    ) throws {
        switch operation {
        case .move, .moveSettingLeading:
            if operation == .moveSettingLeading { context.state.text.leading = -operands.number(1) }
            context.moveLine(operands.number(0), operands.number(1))
            collector.place(isAlongLine: operands.number(1) == 0)
        case .setMatrix:
            guard let matrix = operands.matrix else { return }
            context.lineMatrix = matrix
            context.textMatrix = matrix
            collector.place()
        case .nextLine, .showOnNextLine, .showOnNextLineSpaced:
            if operation == .showOnNextLineSpaced {
                context.state.text.wordSpace = operands.number(0)
                context.state.text.characterSpace = operands.number(1)
            }
            context.moveLine(0, -context.state.text.leading)
            collector.place()
            if operation != .nextLine { try show(operands, &context) }
        default: try show(operands, &context)
        }
    }

    private mutating func show(_ operands: borrowing OperatorReader, _ context: inout Context) throws {
        var isArray = false
        for index in 0..<operands.count {
            let token = operands[index]
            switch token {
            case .string(let range):
                try collector.show(
                    operands.text(range), context.state.text, textMatrix: &context.textMatrix,
                    matrix: context.state.matrix)
            case .arrayStart: isArray = true
            case .integer, .real:
                // Only an array has numbers between its strings. The two numbers before a string are already applied.
                guard isArray else { continue }
                let shift = -token.number / 1000 * context.state.text.size
                let isVertical = context.state.text.font?.isVertical == true
                context.textMatrix = Matrix.translation(
                    isVertical ? 0 : shift * context.state.text.scale, isVertical ? shift : 0
                ).then(context.textMatrix)
            default: continue
            }
        }
    }

    private func setFont(_ operands: borrowing OperatorReader, _ context: inout Context) throws {
        context.state.text.size = operands.number(operands.count - 1)
        guard let name = operands.name else { return }
        if context.fonts[name] == nil {
            let all = try table.resolve(context.resources["Font"]).dictionary ?? [:]
            context.fonts[name] = try all[name].flatMap(fonts.font)
        }
        context.state.text.font = context.fonts[name]
    }

    /// Applies a dictionary of parameters (ISO 32000-1, 8.4.5). Text can be read without it, so a page doesn't wait for it.
    private func setGraphicsState(_ name: String?, _ context: inout Context) {
        guard let name else { return }
        let change =
            context.transparencies[name]
            ?? {
                let all = try? table.resolve(context.resources["ExtGState"]).dictionary
                let parameters = (try? table.resolve(all?[name]).dictionary) ?? [:]
                return Transparency.Change(
                    opacity: (try? table.resolve(parameters["ca"]))?.number,
                    blendMode: (try? table.resolve(parameters["BM"]))?.name,
                    hasMask: parameters["SMask"].map { (try? table.resolve($0))?.dictionary != nil })
            }()
        context.transparencies[name] = change
        context.state.text.transparency.apply(change)
    }

    private mutating func drawForm(_ name: String?, _ context: Context) throws {
        let all = try table.resolve(context.resources["XObject"]).dictionary ?? [:]
        guard let name, let object = all[name] else { return }
        guard let stream = try table.resolve(object).stream else { return collector.noteDamage() }
        if let layer = stream.dictionary["OC"] {
            usesLayers = true
            guard try table.layers.show(layer, table) else { return }
        }
        guard try table.resolve(stream.dictionary["Subtype"]).name == "Form" else {
            let masks = ["SMask", "Mask", "ImageMask", "SMaskInData"]
            collector.noteImage(
                context.state.matrix,
                isOpaque: context.state.text.transparency.isOpaque && masks.allSatisfy { stream.dictionary[$0] == nil })
            return
        }
        try draw(stream, number: object.reference, context.state, context.resources)
    }

    /// Draws the appearance of an annotation in its rectangle (ISO 32000-1, 12.5.5).
    mutating func drawAnnotation(_ object: PDFObject) throws {
        guard let annotation = try table.resolve(object).dictionary,
            try table.resolve(annotation["Subtype"]).name != "Popup",
            // The flags Hidden and NoView.
            try (table.resolve(annotation["F"]).integer ?? 0) & 0x22 == 0
        else { return }
        if let layer = annotation["OC"] {
            usesLayers = true
            guard try table.layers.show(layer, table) else { return }
        }
        if try ["StrikeOut", "Redact"].contains(table.resolve(annotation["Subtype"]).name) {
            collector.notePatch(try PageBox(numbers(annotation["Rect"])))
        }
        var shown = try table.resolve(annotation["AP"]).dictionary?["N"]
        if case .dictionary(let states) = try table.resolve(shown) {
            shown = try table.resolve(annotation["AS"]).name.flatMap { states[$0] }
        }
        guard let stream = try table.resolve(shown).stream,
            let box = try PageBox(numbers(stream.dictionary["BBox"])),
            let place = try PageBox(numbers(annotation["Rect"]))
        else { return }
        let own = try Matrix(numbers(stream.dictionary["Matrix"])) ?? .identity
        var state = GraphicsState()
        state.matrix = box.mapped(by: own).fitting(into: place)
        try draw(stream, number: shown?.reference, state, [:])
    }

    private func numbers(_ object: PDFObject?) throws -> [Double] {
        try (table.resolve(object).array ?? []).prefix(6).map { try table.resolve($0).number ?? 0 }
    }

    private mutating func draw(
        _ stream: PDFStream, number: Int?, _ state: GraphicsState, _ resources: PDFDictionary
    ) throws {
        let number = number ?? -1
        guard !activeForms.contains(number) else {
            collector.noteDamage()
            return
        }
        guard activeForms.count < table.limits.formDepth else { throw ReadFailure.tooLarge }
        // Drawing a form costs more than any other operator.
        operators += 400
        activeForms.append(number)
        defer { activeForms.removeLast() }

        let own = try table.resolve(stream.dictionary["Resources"]).dictionary
        var inner = Context(resources: own ?? resources, state: state)
        if let matrix = try Matrix(numbers(stream.dictionary["Matrix"])) {
            inner.state.matrix = matrix.then(inner.state.matrix)
        }
        let content = try table.bytes(of: stream)
        if !content.isWhole { collector.noteDamage() }
        collector.place()
        try run(content.bytes, inner)
        collector.place()
    }
}
