"""The rows of the report: what was measured, and whether it meets its bar."""


def row(what, ours, peer, ratio, bar):
    """Prints a line of a Markdown table. `bar` is the required ratio, as (text, holds)."""
    text, holds = bar
    print(f"| {what} | {ours} | {peer} | {ratio} | {text} | {'yes' if holds else '**no**'} |", flush=True)


def head():
    """Prints the head of the table."""
    print("| what | ours | compared with | ratio | must be | holds |\n|---|---|---|---|---|---|", flush=True)


def milliseconds(time):
    return f"{time:.2f} ms"


def at_most(value, limit, unit=""):
    """The ratio or figure must not be above the limit."""
    return f"≤ {limit}{unit}", value <= limit


def at_least(value, limit, unit=""):
    """The ratio or figure must not be below the limit."""
    return f"≥ {limit}{unit}", value >= limit


def beside(what, ours, peer, name, bar_limit):
    """A row for two times: ours must be at most `bar_limit` times the peer's."""
    ratio = ours / peer
    row(what, milliseconds(ours), f"{name} {milliseconds(peer)}", f"{ratio:.2f}", at_most(ratio, bar_limit))


def times_as_fast(what, ours, peer, name, bar_limit):
    """A row for two times: the peer's must be at least `bar_limit` times ours."""
    ratio = peer / ours
    row(what, milliseconds(ours), f"{name} {milliseconds(peer)}", f"{ratio:.1f} × as fast", at_least(ratio, bar_limit))
