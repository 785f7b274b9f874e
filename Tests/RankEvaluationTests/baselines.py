"""The four known rules, written again from their descriptions: what `rank-eval` must print for a trace.

    baselines.py TRACE SKIP EXCLUDE(0|1)

Prints a line for each rule: its name, hit@1, @3, @4, @5 and the mean reciprocal rank, means over users in percent.
"""

import sys

DAY = 86_400


def mru(now, uses, events):
    return {item: own[-1][0] for item, own in uses.items()}


def mfu(now, uses, events):
    return {item: len(own) for item, own in uses.items()}


def zoxide(now, uses, events):
    ranks = {}
    for _, item in events:
        ranks[item] = ranks.get(item, 0) + 1
        total = sum(ranks.values())
        if total > 10_000:
            ranks = {key: rank * (0.9 * 10_000 / total) for key, rank in ranks.items()}
            ranks = {key: rank for key, rank in ranks.items() if rank >= 1}
    def factor(age):
        return 4 if age < 3600 else 2 if age < DAY else 0.5 if age < 7 * DAY else 0.25
    return {item: rank * factor(now - uses[item][-1][1]) for item, rank in ranks.items()}


def firefox(now, uses, events):
    def points(time):
        age = (now - time) / DAY
        return next((weight for limit, weight in ((4, 100), (14, 70), (31, 50), (90, 30)) if age <= limit), 10)
    return {item: len(own) * sum(points(time) for _, time in own[-10:]) / len(own[-10:]) for item, own in uses.items()}


def main():
    path, skip, exclude = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "1"
    users = {}
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            user, time, item = line.rstrip("\n").split("\t")
            users.setdefault(user, []).append((int(time), item))
    for rule in (mru, mfu, zoxide, firefox):
        means = []
        for events in users.values():
            places, uses = [], {}
            for number, (time, item) in enumerate(events):
                if number >= skip:
                    scores = rule(time, uses, events[:number])
                    if exclude and number:
                        scores.pop(events[number - 1][1], None)
                    order = sorted(scores, key=lambda key: (scores[key], uses[key][-1][0]), reverse=True)
                    places.append(order.index(item) + 1 if item in scores else None)
                uses.setdefault(item, []).append((number, time))
            if places:
                hits = [sum(1 for place in places if place and place <= limit) for limit in (1, 3, 4, 5)]
                figures = hits + [sum(1 / place for place in places if place)]
                means.append([100 * figure / len(places) for figure in figures])
        print(rule.__name__, *(sum(column) / len(means) for column in zip(*means)))


main()
