"""Adds to one badge from several threads: adds THREADS COUNT"""

import os
import sys
import threading

import appgroup

group = appgroup.Group(os.environ["APP_GROUP"], patience=60)
failures = []


def add():
    try:
        for _ in range(int(sys.argv[2])):
            group.add_badge("org.example.tool", 1)
    except appgroup.Error as error:
        failures.append(error)


threads = [threading.Thread(target=add) for _ in range(int(sys.argv[1]))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures, failures
print("done")
