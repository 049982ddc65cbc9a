import { describe, expect, test } from "vitest";
import { notificationKindNames, notificationKinds } from "../notification-kinds.ts";
import { isQuiet } from "./quiet-hours.ts";
import {
  type NotificationSettings,
  notificationSettingsSchema,
  quietHoursSchema,
} from "./settings-schemas.ts";
import { defaultNotificationSettings, waysFor } from "./ways.ts";

const noon = new Date("2026-11-18T11:00:00Z");
const night = { from: "22:00", until: "07:00" };
const everyNight = { timeZone: "Europe/Berlin", days: Array.from({ length: 7 }, () => night) };
const settings = (chosen: Partial<NotificationSettings>) => ({ ...defaultNotificationSettings, ...chosen });
const all = { inbox: true, desktop: true, mobile: true, sound: true };

test("the defaults are settings, with all of the card on", () => {
  expect(notificationSettingsSchema.parse(defaultNotificationSettings)).toEqual(defaultNotificationSettings);
});

describe("the ways of an entry", () => {
  test("are the kind's defaults if the person chose nothing", () => {
    expect(waysFor(defaultNotificationSettings, "chat.mention", noon)).toEqual({
      ...all,
      mail: false,
      silence: null,
    });
    expect(waysFor(defaultNotificationSettings, "channel.added", noon)).toMatchObject({
      inbox: true,
      desktop: false,
      silence: null,
    });
  });

  test.each<[string, Partial<NotificationSettings>, object]>([
    ["sound off", { sound: false }, { ...all, sound: false }],
    ["no computer", { desktop: false }, { ...all, desktop: false }],
    ["no phone", { mobile: false }, { ...all, mobile: false }],
    [
      "one way of the kind",
      { kinds: { "chat.mention": { push: false } } },
      { ...all, desktop: false, mobile: false },
    ],
    ["another kind", { kinds: { "chat.reply": { push: false } } }, all],
    ["out of the inbox", { kinds: { "chat.mention": { inbox: false } } }, { ...all, inbox: false }],
    ["another part", { tasks: false }, all],
  ])("follow what was chosen: %s", (_what, chosen, ways) => {
    expect(waysFor(settings(chosen), "chat.mention", noon)).toMatchObject({ ...ways, silence: null });
  });

  test.each<[string, Partial<NotificationSettings>, Date]>([
    ["off", { enabled: false }, noon],
    ["area-off", { chat: false }, noon],
    ["do-not-disturb", { doNotDisturbUntil: "2026-11-18T11:00:00.001Z" }, noon],
    ["quiet-hours", { quietHours: everyNight }, new Date("2026-11-18T22:30:00Z")],
  ])("are only the inbox: %s", (silence, chosen, now) => {
    expect(waysFor(settings(chosen), "chat.mention", now)).toEqual({
      inbox: true,
      desktop: false,
      mobile: false,
      sound: false,
      mail: false,
      silence,
    });
  });

  test("ring again once Do Not Disturb has ended", () => {
    const until = settings({ doNotDisturbUntil: noon.toISOString() });
    expect(waysFor(until, "chat.mention", noon).silence).toBeNull();
  });

  test.each(["deep-dive", "do-not-disturb"] as const)(
    "are silent while the person's status is %s, and not while they are away",
    (status) => {
      expect(waysFor(defaultNotificationSettings, "chat.mention", noon, status).silence).toBe(
        "do-not-disturb",
      );
      expect(waysFor(defaultNotificationSettings, "chat.mention", noon, "away").silence).toBeNull();
    },
  );

  test("ring for urgent entries unless everything is turned off, and always keep them", () => {
    const quiet = {
      quietHours: { ...everyNight, days: everyNight.days.map(() => ({ from: "00:00", until: "00:00" })) },
    };
    const out = { kinds: { "password.set": { inbox: false } } };
    expect(waysFor(settings({ ...quiet, chat: false, ...out }), "password.set", noon)).toEqual({
      ...all,
      mail: true,
      silence: null,
    });
    expect(waysFor(settings({ ...quiet, letsUrgentThrough: false }), "password.set", noon).silence).toBe(
      "quiet-hours",
    );
    expect(waysFor(settings({ enabled: false, ...out }), "password.set", noon)).toMatchObject({
      inbox: true,
      silence: "off",
    });
  });
});

describe("quiet hours", () => {
  const berlin = (time: string) => isQuiet(everyNight, new Date(time));

  test.each([
    ["2026-11-18T21:00:00Z", true],
    ["2026-11-18T20:59:59Z", false],
    ["2026-11-19T05:59:59Z", true],
    ["2026-11-19T06:00:00Z", false],
  ])("are of the clock on the wall: %s", (time, is) => expect(berlin(time)).toBe(is));

  test("belong to the weekday on which they begin", () => {
    const onlyFriday = { timeZone: "Europe/Berlin", days: [null, null, null, null, night, null, null] };
    expect(isQuiet(onlyFriday, new Date("2026-11-20T22:00:00Z"))).toBe(true);
    expect(isQuiet(onlyFriday, new Date("2026-11-21T05:00:00Z"))).toBe(true);
    expect(isQuiet(onlyFriday, new Date("2026-11-21T22:00:00Z"))).toBe(false);
    expect(isQuiet(onlyFriday, new Date("2026-11-20T05:00:00Z"))).toBe(false);
  });

  // In Berlin clocks went from 2:00 to 3:00 on 29 March 2026, and from 3:00 to 2:00 on 25 October 2026.
  test("end at the same wall-clock time when clocks change", () => {
    expect(berlin("2026-03-29T04:59:00Z")).toBe(true);
    expect(berlin("2026-03-29T05:00:00Z")).toBe(false);
    expect(berlin("2026-10-25T05:59:00Z")).toBe(true);
    expect(berlin("2026-10-25T06:00:00Z")).toBe(false);
  });

  test("cover both occurrences of a repeated hour, and no part of a skipped one", () => {
    const at = { from: "02:15", until: "02:45" };
    const small = { timeZone: "Europe/Berlin", days: Array.from({ length: 7 }, () => at) };
    const quietMinutes = (day: string) =>
      Array.from(
        { length: 240 },
        (_, minute) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000),
      ).filter((time) => isQuiet(small, time)).length;
    expect(quietMinutes("2026-10-25")).toBe(60);
    expect(quietMinutes("2026-03-29")).toBe(0);
    expect(quietMinutes("2026-11-19")).toBe(30);
  });

  test("in zones that are off by half an hour, and on the other side of the date line", () => {
    const on = (timeZone: string) => ({ ...everyNight, timeZone });
    expect(isQuiet(on("Asia/Kolkata"), new Date("2026-11-18T16:30:00Z"))).toBe(true);
    expect(isQuiet(on("Asia/Kolkata"), new Date("2026-11-18T16:29:00Z"))).toBe(false);
    expect(isQuiet(on("Pacific/Kiritimati"), new Date("2026-11-18T08:00:00Z"))).toBe(true);
  });

  test.each([
    ["no zone", { ...everyNight, timeZone: "Europe/Atlantis" }],
    ["no time", { ...everyNight, days: [{ from: "24:00", until: "07:00" }, ...everyNight.days.slice(1)] }],
    ["six days", { ...everyNight, days: everyNight.days.slice(1) }],
  ])("with %s are refused", (_what, wrong) => expect(quietHoursSchema.safeParse(wrong).success).toBe(false));
});

test("every kind has a location text that ends a sentence", () => {
  for (const name of notificationKindNames) {
    const { label, isUrgent, area } = notificationKinds[name];
    expect(label).toMatch(/^(?:I |[a-z]).*[a-z]$/);
    // Alerts and incidents of services must ring at night, whatever else waits for the morning.
    if (isUrgent && !["card.alert", "card.escalated", "incident.opened", "incident.role"].includes(name))
      expect(["account", "announcements"]).toContain(area);
  }
});
