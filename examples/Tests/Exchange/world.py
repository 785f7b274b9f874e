"""The mailboxes behind the test server: rooms, their calendars, the user's meetings, and how rooms answer invitations."""

import base64
import datetime
import itertools
import random
import re
import threading
import time

UTC = datetime.timezone.utc
CITIES = ["Berlin", "Kyiv", "Lviv", "London", "Madrid"]


def moment(text):
    """Reads a time; one without an offset is in UTC."""
    value = datetime.datetime.fromisoformat(text)
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def written(value):
    """Writes a time in UTC."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class World:
    """Everything the server knows. All methods that change it hold its lock."""

    def __init__(self, plan, is_undecided=lambda: False):
        self.lock = threading.RLock()
        self.plan = plan
        self.is_undecided = is_undecided
        self.user = plan.get("user", "anna@example.com")
        self.items = {}
        self.replies = []
        self.events = {}
        self.numbers = itertools.count(1)
        self.lists = plan.get("lists")
        if self.lists is None:
            self.lists = self.usual_lists(plan.get("rooms", 10))
        for entry in plan.get("events", []):
            self.events.setdefault(entry["room"].lower(), []).append(
                (moment(entry["start"]), moment(entry["end"]), entry.get("level", "Busy"), entry.get("subject", "Taken"), None))
        self.names = {self.user.lower(): "Anna Tester"}
        self.names |= {room["address"].lower(): room["name"] for room in self.rooms()}
        for entry in plan.get("meetings", []):
            self.create({
                "subject": entry["subject"], "body": "", "location": "", "start": moment(entry["start"]),
                "end": moment(entry["end"]), "sends": True, "required": entry.get("people", []),
                "resources": entry.get("rooms", []),
                "kind": entry.get("kind", "Single"), "properties": entry.get("properties", {})})
        if plan.get("busy_days"):
            self.fill(plan["busy_days"], plan.get("busy_from"))

    @staticmethod
    def usual_lists(count):
        """Rooms that take turns over five cities."""
        lists = [{"name": city, "address": f"{city.lower()}@example.com", "rooms": []} for city in CITIES]
        for number in range(count):
            city = CITIES[number % len(CITIES)]
            lists[number % len(CITIES)]["rooms"].append(
                {"name": f"{city} {number // len(CITIES) + 1:02}", "address": f"room{number:03}@example.com"})
        return lists

    def fill(self, days, start):
        """Gives each room four meetings a day, the same ones each time."""
        source = random.Random(7)
        first = moment(start) if start else datetime.datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        for room in self.rooms():
            for day in range(days):
                for hour in (8, 10, 13, 15):
                    begin = first + datetime.timedelta(days=day, hours=hour, minutes=30 * source.randrange(2))
                    end = begin + datetime.timedelta(minutes=30 * source.randrange(1, 4))
                    self.events.setdefault(room["address"].lower(), []).append(
                        (begin, end, "Busy", f"Meeting {source.randrange(1000)} & more", None))

    def rooms(self):
        """Every room, even one in no list."""
        return [room for entry in self.lists for room in entry["rooms"]] + self.plan.get("hidden_rooms", [])

    def name(self, address):
        """What a mailbox is called; None if there is none."""
        return self.names.get(self.primary(address).lower())

    def primary(self, address):
        """The primary address of a mailbox, by which Exchange names it however it was asked for."""
        return self.plan.get("aliases", {}).get(address.lower(), address)

    def busy(self, address, start, end):
        """What takes a mailbox in a time: begin, end, level, subject, the item behind it."""
        with self.lock:
            self.settle()
            events = self.events.get(self.primary(address).lower(), [])
            taken = [event for event in events if event[0] < end and event[1] > start]
        return sorted(taken, key=lambda event: event[:2])

    # The user's own meetings.

    def create(self, item):
        """Adds a meeting; invites its rooms if the invitations are sent."""
        with self.lock:
            number = next(self.numbers)
            item["id"] = base64.b64encode(b"meeting-%06d" % number).decode()
            item["version"] = 1
            item["answers"] = {}
            item["resources"] = [self.primary(address) for address in item["resources"]]
            self.items[item["id"]] = item
            if item["sends"]:
                self.invite(item)
            return item

    def invite(self, item):
        """Lets each room think about a meeting for a while."""
        for address in item["resources"]:
            self.forget(item["id"], address)
            item["answers"][address] = {
                "at": time.monotonic() + self.plan.get("answers_after", 0), "response": "NoResponseReceived", "when": None}

    def settle(self):
        """Gives the answers that are due, unless the rooms are to wait."""
        if self.is_undecided():
            return
        now = time.monotonic()
        for item in self.items.values():
            for address, answer in item["answers"].items():
                if answer["response"] == "NoResponseReceived" and now >= answer["at"]:
                    self.answer(item, address, answer)

    def answer(self, item, address, answer):
        """A room's answer: what it was told to do, or Accept unless it is taken."""
        behavior = self.plan.get("behavior", {}).get(address.lower())
        if behavior == "silent" or self.name(address) is None:
            return
        taken = [event for event in self.events.get(address.lower(), []) if event[0] < item["end"] and event[1] > item["start"]]
        response = {"decline": "Decline", "tentative": "Tentative"}.get(behavior, "Decline" if taken else "Accept")
        reason = "The room is taken at this time." if taken else self.plan.get("reason", "This room is not for you.")
        answer.update(response=response, when=datetime.datetime.now(UTC))
        if response != "Decline":
            level = "Tentative" if response == "Tentative" else "Busy"
            self.events.setdefault(address.lower(), []).append((item["start"], item["end"], level, item["subject"], item["id"]))
        self.replies.append({
            "id": base64.b64encode(b"reply-%06d" % next(self.numbers)).decode(), "from": address, "item": item["id"],
            "response": response, "text": reason if response == "Decline" else "", "received": answer["when"]})

    def forget(self, identifier, address):
        """Takes a meeting out of a room's calendar."""
        events = self.events.get(address.lower(), [])
        self.events[address.lower()] = [event for event in events if event[4] != identifier]

    def delete(self, identifier):
        """Deletes a meeting, for its rooms, too."""
        with self.lock:
            item = self.items.pop(identifier, None)
            for other in [key for key, value in self.items.items() if value.get("series") == identifier]:
                self.delete(other)
            for address in item["resources"] if item else []:
                self.forget(identifier, address)
            return item is not None

    def change(self, identifier, values, sends):
        """Changes a meeting, and invites its rooms again if it moved."""
        with self.lock:
            item = self.items[identifier]
            item.update(values)
            item["version"] += 1
            if sends and {"start", "end"} & set(values):
                self.invite(item)
            return item

    def edit(self, how):
        """What the user does in another program to the meetings that have an id: makes series of {"weekly": times}, invites
        {"rooms": addresses} instead of the rooms that are invited, or moves the end by {"minutes": count}."""
        with self.lock:
            self.settle()
            for item in [item for item in self.items.values() if item["properties"] and item["kind"] == "Single"]:
                if "weekly" in how:
                    self.make_series(item, how["weekly"])
                if "minutes" in how:
                    self.change(item["id"], {"end": item["end"] + datetime.timedelta(minutes=how["minutes"])}, True)
                if "rooms" in how:
                    for address in item["resources"]:
                        self.forget(item["id"], address)
                    item |= {"resources": how["rooms"], "answers": {}, "version": item["version"] + 1}
                    self.invite(item)

    def make_series(self, item, times):
        """Makes a series of a meeting, which keeps its identifier, with times that have their own."""
        item["kind"] = "RecurringMaster"
        for week in range(times):
            moved = {name: item[name] + datetime.timedelta(weeks=week) for name in ("start", "end")}
            identifier = base64.b64encode(b"time-%02d-of-" % week + item["id"].encode()).decode()
            self.items[identifier] = item | moved | {
                "id": identifier, "kind": "Occurrence", "series": item["id"], "answers": dict(item["answers"])}
            for address, answer in item["answers"].items():
                if answer["response"] == "Accept":
                    self.events[address.lower()].append((*moved.values(), "Busy", item["subject"], identifier))
        for address in item["answers"]:
            self.forget(item["id"], address)

    def resolve(self, text):
        """The mailboxes that a name fits."""
        known = [(room["name"], room["address"]) for room in self.rooms()] + [("Anna Tester", self.user)]
        pattern = re.compile(r"(?:^|[\s@.])" + re.escape(text), re.IGNORECASE)
        return [pair for pair in known if pattern.search(pair[0]) or pattern.search(pair[1])]
