import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { expect, test } from "vitest";
import { ringsInWords } from "./in-words.ts";
import { withWay } from "./kinds-card.tsx";
import { quietInWords, withDay } from "./quiet-days.ts";

const noon = new Date("2026-11-18T12:00:00Z");
const night = { from: "22:00", until: "07:00" };
const everyNight = { timeZone: "UTC", days: Array.from({ length: 7 }, () => night) };
const mention = "someone mentions me, or everyone in a channel of mine";
const password = "an administrator sets a new password for me";

function words(chosen: Partial<NotificationSettings>, now = noon, status: "deep-dive" | null = null) {
  return ringsInWords({ ...defaultNotificationSettings, ...chosen }, now, status).map((time) => ({
    title: time.title,
    why: time.why,
    mention: time.groups.find(({ labels }) => labels.includes(mention))?.ways,
    password: time.groups.find(({ labels }) => labels.includes(password))?.ways,
  }));
}

const all = "A banner on computers, push to your phone, a sound and your inbox";
const inbox = "Only your inbox";

test("notifies people who have not chosen anything", () => {
  expect(words({})).toEqual([{ title: "Now", why: "", mention: all, password: all }]);
});

test("announces quiet hours beforehand, and their end while they last", () => {
  const quiet = { why: "These are your quiet hours.", mention: inbox, password: all };
  expect(words({ quietHours: everyNight })).toEqual([
    { title: "Now", why: "", mention: all, password: all },
    { title: "In quiet hours", ...quiet },
  ]);
  expect(words({ quietHours: everyNight }, new Date("2026-11-18T23:00:00Z"))).toEqual([
    { title: "Now", ...quiet },
    { title: "At other times", why: "", mention: all, password: all },
  ]);
});

test("a status and Do Not Disturb hold back non-urgent notifications, or all if urgent ones are off too", () => {
  const held = { title: "Now", why: "Do Not Disturb is on." };
  const later = { title: "At other times", why: "", mention: all, password: all };
  expect(words({}, noon, "deep-dive")).toEqual([{ ...held, mention: inbox, password: all }, later]);
  const until = { doNotDisturbUntil: "2026-11-18T13:00:00Z", letsUrgentThrough: false };
  expect(words(until)).toEqual([{ ...held, mention: inbox, password: inbox }, later]);
});

test("a toggle of a part silences that part, and the master all of them", () => {
  expect(words({ chat: false })).toEqual([{ title: "Now", why: "", mention: inbox, password: all }]);
  expect(words({ enabled: false, quietHours: everyNight })).toEqual([
    { title: "Now", why: "Notifications are off.", mention: inbox, password: inbox },
  ]);
  expect(words({ kinds: { "chat.mention": { inbox: false, push: false, sound: false } } })[0]?.mention).toBe(
    "Nowhere",
  );
});

test("stores only differences from a kind's defaults", () => {
  const off = withWay({ kinds: {} }, "chat.mention", "push", false);
  expect(off).toEqual({ "chat.mention": { push: false } });
  const both = withWay({ kinds: off }, "chat.mention", "sound", false);
  expect(both).toEqual({ "chat.mention": { push: false, sound: false } });
  expect(withWay({ kinds: off }, "chat.mention", "push", true)).toEqual({});
});

test("quiet hours in words group equal days", () => {
  expect(quietInWords(everyNight)).toBe("every day 22:00 to 07:00");
  const noSunday = withDay(everyNight, 6, false);
  expect(quietInWords(noSunday)).toBe("Monday to Saturday 22:00 to 07:00");
  const weekend = withDay(withDay(everyNight, 5, { from: "00:00", until: "00:00" }), 6, false);
  expect(quietInWords(weekend)).toBe("Monday to Friday 22:00 to 07:00, Saturday 00:00 to 00:00 the next day");
  expect(withDay(noSunday, 6, true).days[6]).toEqual(night);
});
