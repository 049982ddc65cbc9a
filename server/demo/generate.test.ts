import { beforeAll, describe, expect, it } from "vitest";
import { generateDemoCompany } from "./generate.ts";
import { demoSignIns } from "./sign-ins.ts";
import type { DemoCompany, DemoMessage } from "./types.ts";

const dayMs = 24 * 60 * 60_000;
const table = /^\|.*\|$/gm;

/** A working morning, the first hour of a week, a Sunday, a late Monday, a new year's night, a date with summer time. */
const starts = [
  { now: "2026-11-20T10:28:00Z", utcOffsetMinutes: 0 },
  { now: "2026-11-23T08:00:30Z", utcOffsetMinutes: 60 },
  { now: "2026-11-22T23:31:00Z", utcOffsetMinutes: 330 },
  { now: "2026-11-23T23:58:00Z", utcOffsetMinutes: 0 },
  { now: "2027-01-01T00:10:00Z", utcOffsetMinutes: -480 },
  { now: "2026-07-15T16:45:12Z", utcOffsetMinutes: 120 },
];

describe.each(starts)("the demo company made at $now, $utcOffsetMinutes minutes ahead", (start) => {
  const now = new Date(start.now);
  let company: DemoCompany;
  let channels: { key: string; members: string[]; messages: DemoMessage[] }[];

  beforeAll(() => {
    company = generateDemoCompany({ now, utcOffsetMinutes: start.utcOffsetMinutes });
    const byChannel = Map.groupBy(company.messages, (message) => message.channelKey);
    channels = company.channels.map((one) => ({ ...one, messages: byChannel.get(one.key) ?? [] }));
  });

  it("is the same for the same time and seed, and different for another seed", () => {
    const options = { now, utcOffsetMinutes: start.utcOffsetMinutes };
    expect(generateDemoCompany(options)).toEqual(company);
    const other = generateDemoCompany({ ...options, seed: 2 });
    expect(other.messages.map(({ content }) => content)).not.toEqual(
      company.messages.map(({ content }) => content),
    );
  });

  it("has sixty people in five departments", () => {
    expect(company.people).toHaveLength(60);
    const sizes = company.departments.map(({ key }) => [
      key,
      company.people.filter(({ departments }) => departments.includes(key)).length,
    ]);
    expect(Object.fromEntries(sizes)).toEqual({
      "business-development": 16,
      frontend: 12,
      backend: 14,
      devops: 7,
      marketing: 11,
    });
    const roles = new Set(company.roles.map(({ key }) => key));
    expect(company.people.flatMap((person) => person.roles).filter((role) => !roles.has(role))).toEqual([]);
    expect(company.people.filter(({ roles: held }) => held.length === 0)).toEqual([]);
  });

  it("names only people who are there, and prints sign-ins that work", () => {
    const emails = new Map(company.people.map(({ key, email }) => [key, email]));
    expect(emails.size).toBe(60);
    expect(new Set(emails.values()).size).toBe(60);
    for (const signIn of demoSignIns) expect(emails.get(signIn.personKey)).toBe(signIn.email);
    for (const one of company.channels) {
      expect(one.members).toContain(one.createdBy);
      expect(new Set(one.members).size).toBe(one.members.length);
      expect(one.members.filter((key) => !emails.has(key))).toEqual([]);
      expect(one.members).toEqual(expect.arrayContaining(one.owners));
      expect(one.owners.length > 0).toBe(one.type !== "DIRECT");
      if (one.type === "DIRECT") expect([2, 3]).toContain(one.members.length);
    }
    for (const { leadKey } of company.departments) expect(emails.has(leadKey)).toBe(true);
  });

  it("has unique ids of version 7", () => {
    const all = [company.departments, company.roles, company.people, company.channels, company.messages];
    const ids = all.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const odd = ids.filter(
      (id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
    );
    expect(odd).toEqual([]);
  });

  it("has weeks of talk in every channel, in order and none of it in the future", () => {
    expect(company.messages.length).toBeGreaterThan(2500);
    expect(company.messages.length).toBeLessThan(4000);
    for (const { key, messages } of channels) {
      expect(messages.length, key).toBeGreaterThan(3);
      const times = messages.map(({ sentAt }) => sentAt.getTime());
      const inOrder = times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0));
      expect(inOrder, key).toBe(true);
    }
    const outOfTime = company.messages.filter(({ sentAt, editedAt, deletedAt, pinnedAt, reactions }) => {
      const later = [editedAt, deletedAt, pinnedAt, ...reactions.map(({ at }) => at)].flatMap((at) =>
        at === null ? [] : [at.getTime()],
      );
      return (
        sentAt.getTime() < now.getTime() - 45 * dayMs ||
        later.some((at) => at <= sentAt.getTime()) ||
        Math.max(sentAt.getTime(), ...later) > now.getTime()
      );
    });
    expect(outOfTime).toEqual([]);
    expect(company.messages.filter(({ editedAt }) => editedAt !== null).length).toBeGreaterThan(10);
    expect(company.messages.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(2);
  });

  it("leaves no word of a template unfilled", () => {
    const unfilled = company.messages.filter(
      ({ content }) =>
        content === "" || content !== content.trim() || /[{}|]|undefined/.test(content.replace(table, "")),
    );
    expect(unfilled).toEqual([]);
  });

  it("lets only members speak, and only once they have joined", () => {
    const joined = new Map(company.people.map(({ key, joinedAt }) => [key, joinedAt.getTime()]));
    const opened = new Map(company.channels.map(({ key, createdAt }) => [key, createdAt.getTime()]));
    const strangers = channels.flatMap(({ key, members, messages }) =>
      messages.filter(
        ({ authorKey, sentAt }) =>
          !members.includes(authorKey) ||
          sentAt.getTime() < (joined.get(authorKey) ?? Number.POSITIVE_INFINITY) ||
          sentAt.getTime() < (opened.get(key) ?? Number.POSITIVE_INFINITY),
      ),
    );
    expect(strangers).toEqual([]);
  });

  it("does not repeat itself within two days", () => {
    const repeated = channels.flatMap(({ messages }) => {
      const lastSaid = new Map<string, number>();
      return messages.filter(({ content, sentAt }) => {
        const before = lastSaid.get(content) ?? 0;
        lastSaid.set(content, sentAt.getTime());
        return content.length > 25 && sentAt.getTime() - before < 2 * dayMs;
      });
    });
    expect(repeated).toEqual([]);
  });

  it("shows what a chat can do: threads, reactions, pins, mentions, and channels of every kind", () => {
    const byId = new Map(company.messages.map((message) => [message.id, message]));
    const replies = company.messages.filter(({ parentId }) => parentId !== null);
    expect(new Set(replies.map(({ parentId }) => parentId)).size).toBeGreaterThan(15);
    for (const reply of replies) {
      const root = byId.get(reply.parentId ?? "");
      expect([root?.channelKey, root?.parentId]).toEqual([reply.channelKey, null]);
      expect(reply.sentAt.getTime()).toBeGreaterThan(root?.sentAt.getTime() ?? Number.POSITIVE_INFINITY);
    }
    expect(company.messages.filter(({ reactions }) => reactions.length > 0).length).toBeGreaterThan(100);
    expect(company.messages.filter(({ pinnedAt }) => pinnedAt !== null).length).toBeGreaterThan(7);
    const mentioned = company.messages.flatMap(({ mentions }) => mentions);
    expect(mentioned.filter((key) => key === "marisol").length).toBeGreaterThan(1);
    expect(company.messages.some(({ content }) => content.includes("@channel"))).toBe(true);
    for (const one of company.channels) {
      if (!one.followsDepartment) continue;
      const people = company.people.filter(({ departments }) =>
        departments.includes(one.departmentKey ?? ""),
      );
      expect(one.members.toSorted()).toEqual(people.map(({ key }) => key).toSorted());
    }
    const kinds = company.channels.map((one) =>
      [one.type, one.isOwnersOnly, one.followsDepartment].join(" "),
    );
    expect(new Set(kinds)).toEqual(
      new Set([
        "PUBLIC false false",
        "PUBLIC true false",
        "PRIVATE false false",
        "PRIVATE false true",
        "DIRECT false false",
      ]),
    );
    const writers = new Map(company.channels.map(({ key, owners }) => [key, owners]));
    const news = company.messages.filter(({ channelKey }) => channelKey === "announcements");
    expect(news.filter(({ authorKey }) => !writers.get("announcements")?.includes(authorKey))).toEqual([]);
  });

  it("gives every demo account starred chats of which they are members", () => {
    const members = new Map(company.channels.map((one) => [one.key, one.members]));
    for (const { personKey, channelKey } of company.stars)
      expect(members.get(channelKey) ?? []).toContain(personKey);
    const starred = new Set(company.stars.map(({ personKey }) => personKey));
    expect(demoSignIns.map(({ personKey }) => personKey).filter((key) => !starred.has(key))).toEqual([
      "pavel",
    ]);
  });

  it("leaves Marisol seven unread in business-development and one from Aiko", () => {
    const unread = channels
      .filter(({ members }) => members.includes("marisol"))
      .map(({ key, messages }) => [key, unreadOf("marisol", key, messages)] as const)
      .filter(([, count]) => count > 0);
    expect(Object.fromEntries(unread)).toEqual({ "business-development": 7, "dm-aiko-marisol": 1 });
  });

  it("has everybody read up to their own last message", () => {
    const behind = channels.flatMap(({ key, members, messages }) =>
      members.filter((member) => {
        const own = messages.findLastIndex(
          ({ authorKey, parentId }) => authorKey === member && parentId === null,
        );
        return readIndex(member, key, messages) < own;
      }),
    );
    expect(behind).toEqual([]);
  });

  it("shows Marisol the same recent chats at every start", () => {
    const recent = channels
      .filter(({ members }) => members.includes("marisol"))
      .map(({ key, messages }) => ({ key, last: messages.findLast(({ parentId }) => parentId === null) }))
      .toSorted((one, other) => (other.last?.sentAt.getTime() ?? 0) - (one.last?.sentAt.getTime() ?? 0));
    expect(recent.slice(0, 6).map(({ key }) => key)).toEqual([
      "deploys",
      "dm-marisol-ruth",
      "business-development",
      "dm-aiko-marisol",
      "general",
      "dm-kofi-marisol",
    ]);
    const lastOf = (wanted: string) => recent.find(({ key }) => key === wanted)?.last?.content;
    expect(lastOf("deploys")).toMatch(/^Please shout here if anything looks off before \d\d:\d\d/);
    expect(lastOf("general")).toBe("Coffee machine on 3 is alive again");
    expect(lastOf("harbour-freight")).toBe("Terminal C is still a guess until they send the plans.");
    expect(lastOf("marketing")).toBe("The autumn case study is live");
    expect(lastOf("dm-jonah-marisol")).toBe("Welcome aboard!");
  });

  function readIndex(personKey: string, channelKey: string, messages: DemoMessage[]): number {
    const read = company.reads.find((one) => one.personKey === personKey && one.channelKey === channelKey);
    return messages.findIndex(({ id }) => id === read?.throughMessageId);
  }

  function unreadOf(personKey: string, channelKey: string, messages: DemoMessage[]): number {
    const unread = messages.slice(readIndex(personKey, channelKey, messages) + 1);
    return unread.filter(({ authorKey, parentId }) => authorKey !== personKey && parentId === null).length;
  }
});
