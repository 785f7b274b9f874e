import AppGroup

/// The style sheet of a page, in the look of its group. Text has a contrast of 7 to 1 or more, and white on the badge's
/// red 6.1 (WCAG 2.2, 1.4.3 requires 4.5); the accent is only used behind text and around it. Names have a margin inside,
/// because Chromium centers a line before it adds an ellipsis, and would cut that off.
struct PageStyle {
    private let look: GroupAppearance

    init(_ look: GroupAppearance) { self.look = look }

    /// The rules, on one line.
    var text: String {
        let isCompact = look.density == .compact
        return ":root{color-scheme:\(look.colorScheme);--icon:\(look.size.iconSide)px;"
            + "--tile:\(max(84, look.size.iconSide + (isCompact ? 32 : 52)))px;--gap:\(isCompact ? 2 : 8)px;"
            + "--pad:\(isCompact ? 6 : 12)px;--name:\(isCompact || look.size == .small ? 13 : 15)px;"
            + "--accent:\(look.accent.hexadecimal);--on-accent:\(look.accent.textColor.hexadecimal)}"
            + look.css(Self.colors) + Self.rules
    }

    private static func colors(_ palette: WidgetPalette) -> String {
        ":root{--ground:\(palette.ground);--card:\(palette.card);--text:\(palette.text);--faint:\(palette.faint);"
            + "--line:\(palette.line)}"
    }

    private static let rules = """
        *{box-sizing:border-box}\
        body{margin:0;padding:2rem 1rem;font:15px/1.3 system-ui,sans-serif;color:var(--text);background:var(--ground)}\
        main{max-width:calc(var(--columns)*(var(--tile) + var(--gap)) - var(--gap) + 3rem + 2px);margin:0 auto;\
        padding:1.25rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:1.25rem;\
        box-shadow:0 .5rem 2rem #0000001a}\
        header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem}\
        h1{margin:0;font-size:1.35rem;font-weight:700;overflow-wrap:anywhere}\
        .total{margin:0;padding:.25rem .8rem;border-radius:1rem;font-weight:600;white-space:nowrap;\
        color:var(--on-accent);background:var(--accent)}\
        .total.none{color:var(--faint);background:none;padding:0}\
        section{margin-top:1.25rem;padding-top:1rem;border-top:1px solid var(--line)}\
        h2{margin:0 0 .6rem;font-size:.85rem;font-weight:650;color:var(--faint)}\
        main>p{margin:1rem 0 0;color:var(--faint)}\
        ul{list-style:none;margin:0;padding:0;display:grid;\
        grid-template-columns:repeat(auto-fill,minmax(min(var(--tile),100%),1fr));gap:var(--gap)}\
        .app{display:flex;flex-direction:column;align-items:center;height:100%;padding:var(--pad) .25rem;\
        border-radius:.9rem;color:inherit;text-decoration:none}\
        a.app:hover{background:color-mix(in srgb,var(--accent) 14%,transparent)}\
        a.app:focus-visible{outline:3px solid var(--accent);box-shadow:inset 0 0 0 1px var(--text)}\
        .icon{position:relative;width:var(--icon);height:var(--icon)}\
        picture{display:contents}\
        .icon img,.initials{display:block;width:100%;height:100%;border-radius:23%;object-fit:contain}\
        .initials{display:flex;align-items:center;justify-content:center;color:#fff;\
        font-size:calc(var(--icon)*.39);font-weight:600}\
        .badge{position:absolute;top:-.5rem;right:-.6rem;min-width:1.35rem;height:1.35rem;padding:0 .32rem;\
        border-radius:1rem;background:\(WidgetPalette.badge);color:#fff;font-size:.8rem;font-weight:700;\
        line-height:1.35rem;text-align:center;box-shadow:0 0 0 2px var(--card)}\
        .name{margin:.5rem -.25rem 0;padding:0 .25rem;font-size:var(--name);max-width:calc(100% + .5rem);text-align:center;\
        overflow-wrap:anywhere;text-wrap:balance;display:-webkit-box;-webkit-box-orient:vertical;\
        -webkit-line-clamp:2;overflow:hidden}\
        @media(max-width:34rem){body{padding:0;background:var(--card)}\
        main{max-width:none;border:0;border-radius:0;box-shadow:none;padding:1rem}\
        ul{grid-template-columns:repeat(auto-fill,minmax(min(max(84px,var(--icon) + 32px),100%),1fr))}}\
        @media(forced-colors:active){.badge,.total{border:1px solid}}
        """
}
