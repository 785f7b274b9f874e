"""Makes all kinds of calls again and again, and prints by how many KiB memory has grown after the first rounds: memory ROUNDS"""

import gc
import os
import sys

import appgroup

ID = "org.example.tool"
name = os.environ["APP_GROUP"]


def memory():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def use(round):
    text = "one" if round % 2 else "another"
    with appgroup.Group(name) as group:
        group.register(ID, "Tool", command=["true"], schemes=["tool"], fields={"kept": text},
                       actions=[appgroup.Action("new", "New", "tool:new")])
        group.add_badge(ID, 1)
        group.set_field(ID, "k", text)
        group.settings["k"] = text
        assert group.settings["k"] == text
        assert group.total() > 0
        assert group.opened_url(ID, ["x", "tool:z"]) == "tool:z"
        group.can_open("no-such-scheme:x")
        for _ in range(5):
            assert group.apps(all=True)[0].fields["k"] == text
        try:
            group.set_badge("none", 1)
        except appgroup.Error:
            pass
        with group.changes() as changes:
            group.set_badge(ID, round)
            while changes.next_now():
                pass
        with group.join(ID, "Tool", command=["true"], schemes=["tool"]) as member:
            member.fields["k"] = text


rounds = int(sys.argv[1])
for round in range(rounds):
    use(round)
before = memory()
for round in range(3 * rounds):
    use(round)
print(memory() - before)
