"""Draws what a terminal shows as an SVG image: one that moves, or one that stays."""

import base64
import html
import re

from terminal import BACKGROUND, CELL_HEIGHT, CELL_WIDTH, FOREGROUND, Placed

MARGIN, TITLE, FONT_SIZE = 16, 34, 15
DIM = "#8a93a3"
# The sixteen colors with names, as pyte calls them.
NAMED = {
    "black": "#2e3440", "red": "#e5484d", "green": "#8fbf7f", "brown": "#ebcb8b", "blue": "#6f9fd8", "magenta": "#b48ead",
    "cyan": "#88c0d0", "white": "#e5e9f0", "brightblack": "#6b7689", "brightred": "#ff6b70", "brightgreen": "#a9d99a",
    "brightbrown": "#ffe0a0", "brightblue": "#8fb8ee", "brightmagenta": "#cda6c7", "brightcyan": "#a0d8e6",
    "brightwhite": "#ffffff",
}
# Which of the lines left, right, up and down a box character has; 2 is a heavy line.
BOXES = {
    "─": (1, 1, 0, 0), "│": (0, 0, 1, 1), "┌": (0, 1, 0, 1), "┐": (1, 0, 0, 1), "└": (0, 1, 1, 0), "┘": (1, 0, 1, 0),
    "├": (0, 1, 1, 1), "┤": (1, 0, 1, 1), "┬": (1, 1, 0, 1), "┴": (1, 1, 1, 0), "┼": (1, 1, 1, 1),
    "╭": (0, 1, 0, 1), "╮": (1, 0, 0, 1), "╰": (0, 1, 1, 0), "╯": (1, 0, 1, 0),
    "━": (2, 2, 0, 0), "┃": (0, 0, 2, 2), "┏": (0, 2, 0, 2), "┓": (2, 0, 0, 2), "┗": (0, 2, 2, 0), "┛": (2, 0, 2, 0),
    "═": (2, 2, 0, 0), "║": (0, 0, 2, 2), "╔": (0, 2, 0, 2), "╗": (2, 0, 0, 2), "╚": (0, 2, 2, 0), "╝": (2, 0, 2, 0),
}
# The rectangles of block characters: left, top, width and height in eighths of a cell.
BLOCKS = {
    "▀": [(0, 0, 8, 4)], "█": [(0, 0, 8, 8)], "▐": [(4, 0, 4, 8)], "▔": [(0, 0, 8, 1)], "▕": [(7, 0, 1, 8)],
    "▖": [(0, 4, 4, 4)], "▗": [(4, 4, 4, 4)], "▘": [(0, 0, 4, 4)], "▝": [(4, 0, 4, 4)],
    "▙": [(0, 0, 4, 8), (4, 4, 4, 4)], "▛": [(0, 0, 4, 8), (4, 0, 4, 4)], "▜": [(0, 0, 8, 4), (4, 4, 4, 4)],
    "▟": [(4, 0, 4, 8), (0, 4, 4, 4)], "▚": [(0, 0, 4, 4), (4, 4, 4, 4)], "▞": [(4, 0, 4, 4), (0, 4, 4, 4)],
    **{"▁▂▃▄▅▆▇"[size - 1]: [(0, 8 - size, 8, size)] for size in range(1, 8)},
    **{"▉▊▋▌▍▎▏"[7 - size]: [(0, 0, size, 8)] for size in range(1, 8)},
}


def color(name, default):
    if name == "default":
        return default
    return NAMED.get(name.replace("bright_", "bright"), f"#{name}")


def frame(terminal):
    """What a terminal shows now: for each row the runs of cells with one style, and the images."""
    rows = []
    for row in range(terminal.rows):
        runs = []
        for column in range(terminal.columns):
            cell = terminal.cells.buffer[row][column]
            if cell.data == "":
                continue
            front, back = color(cell.fg, FOREGROUND), color(cell.bg, None)
            if cell.reverse:
                front, back = back or BACKGROUND, front
            if cell.italics:
                front = DIM
            style = (front, back, cell.bold, cell.underscore)
            if runs and runs[-1][2] == style and runs[-1][0] + len(runs[-1][1]) == column and cell.data.isascii():
                runs[-1][1] += cell.data
            else:
                runs.append([column, cell.data, style])
        rows.append(tuple((column, text, style) for column, text, style in runs if text.strip() or style[1] or style[3]))
    cursor = terminal.cells.cursor
    return {"rows": rows, "images": list(terminal.cells.images.placed),
            "cursor": None if cursor.hidden else (min(cursor.x, terminal.columns - 1), cursor.y)}


def drawn_row(row, runs, top):
    """The elements of a row."""
    y, parts = top + row * CELL_HEIGHT, []
    for column, text, (front, back, bold, underlined) in runs:
        x = MARGIN + column * CELL_WIDTH
        if back:
            parts.append(f'<rect x="{x}" y="{y}" width="{len(text) * CELL_WIDTH}" height="{CELL_HEIGHT}" fill="{back}"/>')
        if text in BLOCKS:
            parts += [f'<rect x="{x + left * CELL_WIDTH / 8:g}" y="{y + up * CELL_HEIGHT / 8:g}" '
                      f'width="{wide * CELL_WIDTH / 8:g}" height="{high * CELL_HEIGHT / 8:g}" fill="{front}"/>'
                      for left, up, wide, high in BLOCKS[text]]
        elif text in BOXES:
            parts.append(box(text, x, y, front))
        else:
            # Each word by itself, because not every viewer keeps the spaces between them.
            for word in re.finditer(r"\S+(?: \S+)*", text):
                left, wide = x + word.start() * CELL_WIDTH, len(word[0]) * CELL_WIDTH
                more = ' font-weight="700"' if bold else ""
                more += ' text-decoration="underline"' if underlined else ""
                more += f' textLength="{wide}"' if word[0].isascii() and len(word[0]) > 1 else ""
                parts.append(f'<text x="{left}" y="{y + 14}" fill="{front}"{more}>{html.escape(word[0])}</text>')
    return "".join(parts)


def box(character, x, y, front):
    """A box character, drawn so that it meets its neighbors without a gap."""
    left, right, up, down = BOXES[character]
    middle_x, middle_y = x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2
    if character in "╭╮╰╯":
        side, end = (x + CELL_WIDTH if right else x), (y + CELL_HEIGHT if down else y)
        path = f"M{side:g} {middle_y:g}Q{middle_x:g} {middle_y:g} {middle_x:g} {end:g}"
    else:
        path = "".join(f"M{middle_x:g} {middle_y:g}{to}" for has, to in (
            (left, f"H{x:g}"), (right, f"H{x + CELL_WIDTH:g}"), (up, f"V{y:g}"), (down, f"V{y + CELL_HEIGHT:g}")) if has)
    return f'<path d="{path}" fill="none" stroke="{front}" stroke-width="{max(left, right, up, down) * 1.2:g}"/>'


def svg(frames, columns, rows, title, bar_height=0):
    """An image that shows frames one after the other, again and again.

    Each frame has the seconds that it stays, what `frame` made, and the PNG image of a bar above the terminal, or None. A
    program that does not move images shows the frame marked as the poster.
    """
    top = bar_height + TITLE + 8
    width, height = columns * CELL_WIDTH + 2 * MARGIN, top + rows * CELL_HEIGHT + MARGIN
    total = sum(frame["seconds"] for frame in frames)
    poster = next((place for place, frame in enumerate(frames) if frame.get("poster")), 0)
    # Each thing that is drawn, and the frames in which it is.
    things = {}
    for place, item in enumerate(frames):
        if item.get("bar"):
            data = base64.b64encode(item["bar"]).decode()
            things.setdefault(f'<image width="{width}" height="{bar_height}" preserveAspectRatio="none" '
                              f'href="data:image/png;base64,{data}"/>', set()).add(place)
        for image in item["images"]:
            things.setdefault(image._replace(number=None), set()).add(place)
        for row, runs in enumerate(item["rows"]):
            if runs:
                things.setdefault(drawn_row(row, runs, top), set()).add(place)
        if item["cursor"]:
            x, y = MARGIN + item["cursor"][0] * CELL_WIDTH, top + item["cursor"][1] * CELL_HEIGHT
            things.setdefault(f'<rect x="{x}" y="{y + 1}" width="{CELL_WIDTH}" height="{CELL_HEIGHT - 2}" fill="{FOREGROUND}" '
                              'opacity=".75"/>', set()).add(place)
    images = {}
    styles, parts, names = [], [], {}
    for thing, places in sorted(things.items(), key=depth):
        if isinstance(thing, Placed):
            name = images.setdefault(thing.png, f"i{len(images)}")
            thing = (f'<use href="#{name}" transform="translate({MARGIN + thing.column * CELL_WIDTH} '
                     f'{top + thing.row * CELL_HEIGHT}) scale({thing.columns * CELL_WIDTH} {thing.rows * CELL_HEIGHT})"/>')
        key = frozenset(places)
        if len(key) == len(frames):
            parts.append(thing)
            continue
        if key not in names:
            names[key] = f"a{len(names)}"
            styles.append(animation(names[key], key, frames, total, visible=poster in key))
        parts.append(f'<g class="{names[key]}">{thing}</g>')
    definitions = "".join(
        f'<image id="{name}" width="1" height="1" preserveAspectRatio="none" href="data:image/png;base64,'
        f'{base64.b64encode(data).decode()}"/>' for data, name in images.items())
    dots = "".join(f'<circle cx="{22 + 18 * place}" cy="{bar_height + 17}" r="5.5" fill="{fill}"/>'
                   for place, fill in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{html.escape(title)}">',
        f"<style>text{{font-family:'JetBrains Mono','DejaVu Sans Mono',ui-monospace,Menlo,Consolas,monospace;"
        f"font-size:{FONT_SIZE}px}}", *styles, "@media(prefers-reduced-motion:reduce){g{animation:none!important}}</style>",
        f"<defs>{definitions}</defs>",
        f'<clipPath id="c"><rect width="{width}" height="{height}" rx="10"/></clipPath><g clip-path="url(#c)">',
        f'<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>',
        f'<rect y="{bar_height}" width="{width}" height="{TITLE}" fill="#2a2f3a"/>{dots}',
        *parts, "</g></svg>", ""])


def depth(thing):
    """What is drawn first: images below the text, then the text, then images over it."""
    return (0 if thing[0].is_below else 2) if isinstance(thing[0], Placed) else 1


def animation(name, places, frames, total, visible):
    """The style of what is seen only in some frames."""
    steps, time, last = [], 0, None
    for place, item in enumerate(frames):
        seen = int(place in places)
        if seen != last:
            steps.append(f"{100 * time / total:.3f}%{{opacity:{seen}}}")
            last = seen
        time += item["seconds"]
    steps.append(f"100%{{opacity:{last}}}")
    return (f"@keyframes {name}{{{''.join(steps)}}}"
            f".{name}{{opacity:{int(visible)};animation:{name} {total:g}s step-end infinite}}")
