"""Adds from processes of multiprocessing, forked and spawned, while threads of the parent add, too."""

import multiprocessing
import os
import threading

import appgroup

ID = "org.example.tool"
CALLS = 100


def add(group):
    for _ in range(CALLS):
        group.add_badge(ID, 1)
    assert group.apps(all=True)[0].badge > 0


def main():
    group = appgroup.Group(os.environ["APP_GROUP"], patience=60)
    group.register(ID, "Tool", command=["true"])
    threads = [threading.Thread(target=add, args=(group,)) for _ in range(4)]
    processes = [
        multiprocessing.get_context(method).Process(target=add, args=(group,))
        for method in ("fork", "fork", "fork", "fork", "spawn", "spawn")]
    for one in threads + processes:
        one.start()
    for one in threads + processes:
        one.join()
    assert [process.exitcode for process in processes] == [0] * 6
    assert group.apps(all=True)[0].badge == CALLS * 10
    print("done")


if __name__ == "__main__":
    main()
