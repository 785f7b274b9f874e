extension Unicode.Scalar {
    /// Whether a terminal might obey the scalar instead of drawing it: C0 and C1 controls, DEL, the line and paragraph
    /// separators, and every Bidi_Control (UAX #9), which makes text read in another order than it was written.
    var isControlling: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether nothing is drawn for the scalar, so that two texts which look the same may differ: default ignorables
    /// (UAX #44), interlinear annotation, noncharacters.
    var isInvisible: Bool {
        guard value >= 0xAD else { return false }
        return properties.isDefaultIgnorableCodePoint || 0xFFF9...0xFFFB ~= value || properties.isNoncharacterCodePoint
    }
}
