"""A name server on 127.0.0.1 that answers questions about _autodiscover._tcp.example.com with three SRV records, those about
cut.example.com with half a message, and any other one with no record. Prints its port."""

import socket
import struct

RECORDS = [(20, 0, 443, "backup.example.com"), (10, 5, 443, "small.example.com"), (10, 50, 8443, "big.example.com")]


def encoded(name):
    return b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\0"


def main():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        question, sender = server.recvfrom(4096)
        end = question.index(b"\0", 12) + 5
        records = RECORDS if question[12:end - 4] == encoded("_autodiscover._tcp.example.com") else []
        answer = question[:2] + struct.pack(">HHHHH", 0x8180 if records else 0x8183, 1, len(records), 0, 0) + question[12:end]
        for priority, weight, port, host in records:
            data = struct.pack(">HHH", priority, weight, port) + encoded(host)
            answer += b"\xc0\x0c" + struct.pack(">HHIH", 33, 1, 60, len(data)) + data
        if question[12:].startswith(b"\3cut"):
            answer = question[:2] + struct.pack(">HHHHH", 0x8180, 1, 1, 0, 0) + question[12:end] + b"\xc0"
        server.sendto(answer, sender)


main()
