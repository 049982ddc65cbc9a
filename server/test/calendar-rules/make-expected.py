"""Writes expected.txt.gz: rules and exceptions, and when they fall by python-dateutil, a second implementation.

Run once, and again only to change what is generated (Debian: apt-get install python3-dateutil):

    python3 server/test/calendar-rules/make-expected.py

Only wall times are kept. Its instants are left out: of times that clocks skip they are not what Atoll promises.
A line: start, zone, rule, days added, days removed, days expected; days are counted from the start, each expected one
from the one before.

Not generated, since the two differ and RFC 5545 does not decide or is on Atoll's side: weeks of the year that reach into
another one (BYWEEKNO 1, 52, 53 and -1), and a first of a week (BYSETPOS) that lies before the start.
"""

import gzip
import os
import random
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rruleset, rrulestr

RULES = 2200
SHOWN = 24
HORIZON = datetime(2050, 1, 1)
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Jerusalem",
    "Africa/Cairo",
    "Pacific/Auckland",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "America/Sao_Paulo",
    "UTC",
]
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
pick = random.Random(20270313)


def some(values, most):
    return sorted(pick.sample(values, pick.randint(1, most)))


def text(values):
    return ",".join(str(value) for value in values)


def parts_of(freq):
    parts = {"FREQ": freq}
    if pick.random() < 0.45:
        parts["INTERVAL"] = pick.choice([2, 2, 3, 4, 5, 7, 13])
    if pick.random() < 0.25:
        parts["WKST"] = pick.choice(DAYS)
    chance = pick.random
    if freq == "DAILY":
        if chance() < 0.3:
            parts["BYMONTH"] = text(some(range(1, 13), 4))
        if chance() < 0.3:
            parts["BYDAY"] = text(pick.sample(DAYS, pick.randint(1, 5)))
        elif chance() < 0.2:
            parts["BYMONTHDAY"] = text(some([*range(1, 32), -1, -2, -15], 5))
    if freq == "WEEKLY":
        if chance() < 0.7:
            parts["BYDAY"] = text(pick.sample(DAYS, pick.randint(1, 5)))
        if chance() < 0.2:
            parts["BYMONTH"] = text(some(range(1, 13), 6))
        if chance() < 0.15 and "BYDAY" in parts:
            parts["BYSETPOS"] = -1
    if freq == "MONTHLY":
        kind = chance()
        if kind < 0.3:
            parts["BYMONTHDAY"] = text(some([*range(1, 32), -1, -2, -3, -31], 4))
        elif kind < 0.6:
            ordinals = [1, 2, 3, 4, 5, -1, -2]
            parts["BYDAY"] = ",".join(f"{pick.choice(ordinals)}{day}" for day in pick.sample(DAYS, pick.randint(1, 3)))
        elif kind < 0.85:
            parts["BYDAY"] = text(pick.sample(DAYS, pick.randint(1, 7)))
            if chance() < 0.7:
                parts["BYSETPOS"] = text(pick.sample([1, 2, 3, -1, -2], pick.randint(1, 2)))
        elif kind < 0.92:
            parts["BYDAY"], parts["BYMONTHDAY"] = pick.choice(DAYS), text([13, 26, 27, 28, 29, 30])
        if chance() < 0.25:
            parts["BYMONTH"] = text(some(range(1, 13), 5))
    if freq == "YEARLY":
        kind = chance()
        if kind < 0.25:
            parts["BYMONTH"] = text(some(range(1, 13), 4))
            if chance() < 0.6:
                parts["BYMONTHDAY"] = text(some([*range(1, 32), -1, -5], 3))
        elif kind < 0.45:
            parts["BYMONTH"] = text(some(range(1, 13), 3))
            parts["BYDAY"] = f"{pick.choice([1, 2, 3, 4, -1, -2])}{pick.choice(DAYS)}"
        elif kind < 0.55:
            parts["BYDAY"] = f"{pick.choice([1, 7, 20, 52, -1, -10])}{pick.choice(DAYS)}"
        elif kind < 0.7:
            parts["BYYEARDAY"] = text(some([1, 59, 60, 61, 100, 200, 365, 366, -1, -60, -366], 4))
        elif kind < 0.85:
            parts["BYWEEKNO"] = text(some([2, 9, 20, 35, 51, -20], 3))
            parts["BYDAY"] = text(pick.sample(DAYS, pick.randint(1, 3)))
        elif kind < 0.93:
            parts["BYMONTH"] = text(some(range(1, 13), 3))
            parts["BYDAY"] = text(pick.sample(DAYS, pick.randint(2, 5)))
            parts["BYSETPOS"] = text(pick.sample([1, 2, 5, -1, -3], 2))
    return parts


def written(parts):
    return ";".join(f"{name}={value}" for name, value in parts.items())


def unended(parts, start):
    return rrulestr(written({**parts, "UNTIL": "20500101T000000"}), dtstart=start)


def line():
    zone = pick.choice(ZONES)
    year, hour = pick.randint(1999, 2032), pick.choice([0, 1, 2, 2, 3, 9, 12, 17, 23])
    start = datetime(year, 1, 1, hour, pick.choice([0, 15, 30, 59])) + timedelta(days=pick.randrange(365))
    if pick.random() < 0.15:
        start = start.replace(month=pick.choice([1, 3, 5, 12]), day=pick.choice([29, 30, 31]))
    parts = parts_of(pick.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"]))
    walls = [wall for wall, _ in zip(unended(parts, start), range(80))]
    if not walls:
        return None
    if pick.random() < 0.6:
        # Mostly a start that its rule gives, as people's are.
        start = walls[0]
    own = unended(parts, start)[0] == start
    end = pick.random()
    rule = dict(parts)
    if end < 0.35:
        count = pick.randint(1, 30)
        rule["COUNT"] = count
        expanded = {} if own or count > 1 else None
        bounded = {**parts, "COUNT": count if own else count - 1}
        if bounded["COUNT"] == 0:
            expanded = None
    elif end < 0.65:
        last = pick.choice(walls) if pick.random() < 0.6 else start + timedelta(days=pick.randint(1, 2000))
        if last < start:
            return None
        kind = pick.choice(["day", "wall", "instant"])
        if kind == "day":
            rule["UNTIL"], inclusive = f"{last:%Y%m%d}", last.replace(hour=23, minute=59, second=59)
        elif kind == "wall":
            rule["UNTIL"], inclusive = f"{last:%Y%m%dT%H%M%S}", last
        else:
            there = last.replace(tzinfo=ZoneInfo(zone))
            rule["UNTIL"], inclusive = f"{there.astimezone(timezone.utc):%Y%m%dT%H%M%SZ}", last
        bounded, expanded = {**parts, "UNTIL": f"{inclusive:%Y%m%dT%H%M%S}"}, {}
    else:
        bounded, expanded = {**parts, "UNTIL": "20500101T000000"}, {}
    whole = rruleset()
    whole.rdate(start)
    if expanded is not None:
        whole.rrule(rrulestr(written(bounded), dtstart=start))
    added, removed = [], []
    if pick.random() < 0.4:
        added = [pick.randint(1, 120) for _ in range(pick.randint(1, 3))]
        candidates = [(wall - start).days for wall in walls[:20] if wall >= start]
        removed = pick.sample(candidates, min(len(candidates), pick.randint(1, 4)))
        removed += [pick.randint(0, 90)]
    for days in added:
        whole.rdate(start + timedelta(days=days))
    for days in removed:
        whole.exdate(start + timedelta(days=days))
    expected, before = [], 0
    for wall, _ in zip(whole, range(SHOWN)):
        if wall >= HORIZON:
            break
        days = (wall - start).days
        expected.append(days - before)
        before = days
    fields = [f"{start:%Y-%m-%dT%H:%M}", zone, written(rule), text(added), text(removed), text(expected)]
    return "|".join(fields)


lines = []
while len(lines) < RULES:
    made = line()
    if made:
        lines.append(made)
place = os.path.join(os.path.dirname(__file__), "expected.txt.gz")
with open(place, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed:
    packed.write("\n".join(lines).encode())
print(len(lines), os.path.getsize(place))
