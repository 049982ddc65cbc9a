import { administrationRoutes } from "@atoll/contract/administration/routes";
import { hookRoutes } from "@atoll/contract/cards/hook-routes";
import type { Rota } from "@atoll/contract/cards/on-call-schemas";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { createPerson, createRole, type TestPerson, testPassword } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../../test/settled.ts";
import { escalateDue } from "./escalation.ts";
import { handOverDue } from "./hand-over.ts";

const server = sharedServer();
const slug = { slug: "devops" };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const inMs = (ms: number) => new Date(Date.now() + ms);
let dev: Announcer;
let sam: Announcer;
let mei: Announcer;
let outsider: Announcer;
let kim: TestPerson;
let monitoring: CardType;
let hook: { id: string; secret: string };

beforeAll(async () => {
  await createRole(server.db, { name: "devops cards", permissions: ["cards:devops"] });
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"], roles: ["user", "devops cards"] });
  sam = await createAnnouncer(server, "Sam", { departments: ["DevOps"] });
  mei = await createAnnouncer(server, "Mei", { departments: ["DevOps"] });
  kim = await createPerson(server.db, { name: "Kim", departments: ["DevOps"] });
  outsider = await createAnnouncer(server, "Ola", { departments: ["Marketing"] });
  const { sections } = await dev.client.call(routes.listSections, { params: slug });
  monitoring = sections.find(({ type }) => type.slug === "monitoring")!.type;
  const body = { id: uuidv7(), name: "Alerts", kind: "alertmanager" as const };
  const call = { params: { typeId: monitoring.id }, body };
  hook = { id: body.id, secret: (await dev.client.call(hookRoutes.createHook, call)).secret };
});

beforeEach(async () => {
  for (const table of ["on_call_rotas", "on_call_overrides", "on_call_duty", "on_call_escalations", "cards"])
    await sql`DELETE FROM ${sql.table(table)}`.execute(server.db);
  await emptyInboxes(server.db);
});

const plan = (person = dev) => person.client.call(routes.readOnCall, { params: slug });

const [startDay = "", startTime = ""] = inMs(-6 * hourMs)
  .toISOString()
  .split("T");

/** A rota by days in UTC, whose first shift began some hours ago, on whichever day that was. */
const rotaBody = (more: Partial<Rota & { version: number }> = {}) => ({
  ...{ memberIds: [sam.id, mei.id, dev.id], lengthDays: 1, weekday: 1, zone: "UTC", version: 0 },
  ...{ startsOn: startDay, handOver: `${startTime.slice(0, 2)}:00` },
  ...more,
});
const setRota = (more: Partial<Rota & { version: number }> = {}) =>
  dev.client.call(routes.setRota, { params: slug, body: rotaBody(more) });
const overrideOf = (person: Announcer, from: Date, until: Date, id = uuidv7()) => ({
  params: slug,
  body: { id, personId: person.id, startsAt: from.toISOString(), endsAt: until.toISOString() },
});

async function inbox(person: Announcer): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items } = await person.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.map(({ title }) => title).toSorted();
}

/** Names of the members in the order of their next shifts. */
async function turns(count: number): Promise<string[]> {
  const { shifts, members } = await plan();
  return shifts.slice(0, count).map(({ personId }) => members.find(({ id }) => id === personId)!.name);
}

async function audited(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`SELECT concat_ws(' ', actor_name, action, subject_name) AS line
    FROM audit_log WHERE action LIKE 'on-call.%' ORDER BY number DESC LIMIT 5`.execute(server.db);
  return rows.map(({ line }) => line);
}

describe("a rota", () => {
  test("gives its members their shifts, and is seen by members and changed by those with the permission", async () => {
    await setRota();
    expect(await turns(4)).toEqual(["Sam", "Mei", "Dev", "Sam"]);
    const seen = await plan(sam);
    expect(seen).toMatchObject({ mayChange: false, rota: { version: 1, zone: "UTC" } });
    expect(seen.shifts).toHaveLength(29);
    expect(seen.severities[0]).toBe("Urgent");
    const { onCall } = await sam.client.call(routes.readOverview, { params: slug });
    expect(onCall?.person.name).toBe("Sam");
    expect(await inbox(sam)).toEqual(["You are on call for DevOps"]);
    expect((await audited())[0]).toBe("Dev on-call.rota-changed DevOps");
    for (const person of [sam, outsider]) {
      const expected = person === sam ? "forbidden" : "section_not_found";
      expect(await person.refused(routes.setRota, { params: slug, body: rotaBody({ version: 1 }) })).toBe(
        expected,
      );
      expect(await person.refused(routes.deleteRota, { params: slug })).toBe(expected);
    }
    expect(await outsider.refused(routes.readOnCall, { params: slug })).toBe("section_not_found");
    const foreign = rotaBody({ memberIds: [outsider.id], version: 1 });
    expect(await dev.refused(routes.setRota, { params: slug, body: foreign })).toBe("person_not_found");
    const far = rotaBody({ startsOn: dayIn("UTC", inMs(400 * dayMs)), version: 1 });
    expect(await dev.refused(routes.setRota, { params: slug, body: far })).toBe("on_call_wrong: startsOn");
  });

  test("keeps the member on call when others join, and refuses a change of an older version", async () => {
    await setRota({ memberIds: [sam.id, mei.id] });
    await setRota({ memberIds: [dev.id, sam.id, mei.id], version: 1 });
    expect(await turns(3)).toEqual(["Sam", "Mei", "Dev"]);
    const answers = await Promise.allSettled([
      setRota({ version: 2 }),
      setRota({ lengthDays: 7, version: 2 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await dev.refused(routes.setRota, { params: slug, body: rotaBody({ version: 2 }) })).toBe(
      "changed_meanwhile",
    );
  });

  test("hands over at its time, and notifies both members once, whichever node comes first", async () => {
    await setRota();
    await emptyInboxes(server.db);
    const next = new Date((await plan()).shifts[1]!.startsAt);
    expect(await handOverDue(server.db, new Date(next.getTime() - 1))).toEqual([]);
    await Promise.all([handOverDue(server.db, next), handOverDue(server.db, next)]);
    expect(await handOverDue(server.db, new Date(next.getTime() + minuteMs))).toEqual([]);
    expect(await inbox(sam)).toEqual(["Mei is on call for DevOps now"]);
    expect(await inbox(mei)).toEqual(["You are on call for DevOps"]);
    const { rows } = await sql<{ count: number }>`SELECT sum(count)::int AS count FROM notifications
      WHERE kind = 'card.on-call'`.execute(server.db);
    expect(rows[0]?.count).toBe(2);
  });

  test("takes members out of the turn who leave the department or lose their account, for good", async () => {
    const leo = await createPerson(server.db, { name: "Leo", departments: ["DevOps"] });
    await setRota({ memberIds: [leo.id, kim.id, dev.id] });
    await sql`DELETE FROM user_departments WHERE user_id = ${leo.id}`.execute(server.db);
    expect(await turns(3)).toEqual(["Kim", "Dev", "Kim"]);
    expect(await handOverDue(server.db, new Date())).toHaveLength(1);
    await sql`INSERT INTO user_departments (user_id, department_id)
      SELECT ${leo.id}, id FROM departments WHERE slug = 'devops'`.execute(server.db);
    expect(await turns(3)).toEqual(["Kim", "Dev", "Kim"]);
    expect((await plan()).rota).toMatchObject({ memberIds: [kim.id, dev.id], version: 2 });
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${kim.id}`.execute(server.db);
    expect(await turns(2)).toEqual(["Dev", "Dev"]);
    await handOverDue(server.db, new Date());
    await sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${kim.id}`.execute(server.db);
    expect((await plan()).rota?.memberIds).toEqual([dev.id]);
  });
});

describe("the turn", () => {
  test("stays with the member on call while another one is erased", async () => {
    const root = await createAnnouncer(server, "Root", { roles: ["super_admin"] });
    const lea = await createPerson(server.db, { name: "Lea Parting", departments: ["DevOps"] });
    // The second member, in the second round.
    const startsOn = dayIn("UTC", inMs(-4 * dayMs - 6 * hourMs));
    await setRota({ memberIds: [sam.id, mei.id, lea.id], startsOn });
    expect((await turns(1))[0]).toBe("Mei");
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${lea.id}`.execute(server.db);
    const body = { id: uuidv7(), personId: lea.id, keepsTexts: true, name: "Lea Parting" };
    await root.client.call(personalDataRoutes.startErasure, {
      body: { ...body, currentPassword: testPassword },
    });
    const state = async () =>
      (await root.client.call(personalDataRoutes.listErasures, { query: {} })).items[0]?.state;
    await expect.poll(state, { timeout: 60_000 }).toBe("done");
    expect((await plan()).rota?.memberIds).toEqual([sam.id, mei.id]);
    expect((await turns(2)).join()).toBe("Mei,Sam");
  });

  test("goes on in the department that another one becomes a part of, with the overrides and steps", async () => {
    const root = await createAnnouncer(server, "Chief", { roles: ["super_admin"] });
    const created = async (name: string) =>
      (await root.client.call(administrationRoutes.createDepartment, { body: { name } })).department;
    const [from, into] = [await created("Platform"), await created("Systems")];
    const pia = await createAnnouncer(server, "Pia", { roles: ["super_admin"], departments: ["Platform"] });
    const max = await createPerson(server.db, { name: "Max", departments: ["Platform"] });
    const params = { slug: from.slug };
    await pia.client.call(routes.setRota, { params, body: rotaBody({ memberIds: [pia.id, max.id] }) });
    const override = overrideOf(pia, inMs(2 * dayMs), inMs(3 * dayMs));
    await pia.client.call(routes.addOverride, { ...override, params });
    const steps = [{ who: "everyone" as const, personId: null, afterMinutes: 5 }];
    await pia.client.call(routes.setEscalation, {
      params,
      body: { severity: null, repeats: 2, steps, version: 0 },
    });
    await root.client.call(administrationRoutes.mergeDepartment, {
      params: { departmentId: from.id },
      body: { intoId: into.id },
    });
    const seen = await pia.client.call(routes.readOnCall, { params: { slug: into.slug } });
    expect(seen).toMatchObject({
      rota: { memberIds: [pia.id, max.id] },
      overrides: [{ id: override.body.id }],
      escalation: { repeats: 2, steps },
    });
    expect(seen.shifts[0]?.personId).toBe(pia.id);
  });

  test("hands over to someone whose account was disabled before, and can be used again", async () => {
    await sam.client.call(routes.addOverride, overrideOf(mei, inMs(2 * hourMs), inMs(3 * hourMs)));
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${mei.id}`.execute(server.db);
    await dev.client.call(routes.addOverride, overrideOf(sam, inMs(0), inMs(hourMs)));
    await handOverDue(server.db, inMs(hourMs));
    await sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${mei.id}`.execute(server.db);
    expect(await handOverDue(server.db, inMs(2 * hourMs + minuteMs))).toHaveLength(1);
    expect(await inbox(mei)).toEqual(["You are on call for DevOps"]);
  });
});

describe("overrides", () => {
  test("take part of a shift, are one when sent again, and end by hand", async () => {
    await setRota();
    const wanted = overrideOf(mei, inMs(-hourMs), inMs(minuteMs));
    await sam.client.call(routes.addOverride, wanted);
    await sam.client.call(routes.addOverride, wanted);
    expect(await turns(3)).toEqual(["Mei", "Sam", "Mei"]);
    expect(await inbox(mei)).toEqual(["You are on call for DevOps"]);
    expect(await mei.refused(routes.addOverride, wanted)).toBe("on_call_override_id_taken");
    const { overrides } = await plan();
    expect(overrides).toMatchObject([{ id: wanted.body.id, personId: mei.id, createdById: sam.id }]);
    const params = { overrideId: wanted.body.id };
    expect(await outsider.refused(routes.endOverride, { params })).toBe("on_call_override_not_found");
    await mei.client.call(routes.endOverride, { params });
    expect(await mei.refused(routes.endOverride, { params })).toBe("on_call_override_not_found");
    expect(await turns(2)).toEqual(["Sam", "Mei"]);
    expect((await audited()).slice(0, 2)).toEqual([
      "Mei on-call.overridden DevOps",
      "Sam on-call.overridden DevOps",
    ]);
  });

  test("are refused for times that are over, too far away or the wrong way round, and for others than members who are free", async () => {
    for (const [from, until] of [
      [-2 * hourMs, -hourMs],
      [hourMs, 367 * dayMs],
      [2 * hourMs, hourMs],
    ] as const)
      expect(await sam.refused(routes.addOverride, overrideOf(mei, inMs(from), inMs(until)))).toBe(
        "on_call_wrong: endsAt",
      );
    await setRota();
    const [own] = (await plan()).shifts;
    const ofOwn = overrideOf(sam, new Date(own?.startsAt ?? ""), inMs(minuteMs));
    expect(own?.personId).toBe(sam.id);
    expect(await mei.refused(routes.addOverride, ofOwn)).toBe("on_call_wrong: personId");
    expect((await plan()).overrides).toEqual([]);
    const ofOutsider = overrideOf(outsider, inMs(0), inMs(hourMs));
    expect(await sam.refused(routes.addOverride, ofOutsider)).toBe("person_not_found");
    expect(await outsider.refused(routes.addOverride, ofOutsider)).toBe("section_not_found");
  });

  test("swap two shifts, unless someone else has one of them by now", async () => {
    await setRota();
    const [, first, second] = (await plan()).shifts;
    const shiftOf = ({ personId, startsAt, endsAt }: typeof first & object) => ({
      personId,
      startsAt,
      endsAt,
    });
    const body = {
      ids: [uuidv7(), uuidv7()] as [string, string],
      shifts: [shiftOf(first!), shiftOf(second!)] as [ReturnType<typeof shiftOf>, ReturnType<typeof shiftOf>],
    };
    await sam.client.call(routes.swapShifts, { params: slug, body });
    await sam.client.call(routes.swapShifts, { params: slug, body });
    expect(await turns(4)).toEqual(["Sam", "Dev", "Mei", "Sam"]);
    const again = { ...body, ids: [uuidv7(), uuidv7()] as [string, string] };
    expect(await mei.refused(routes.swapShifts, { params: slug, body: again })).toBe("changed_meanwhile");
    expect(await outsider.refused(routes.swapShifts, { params: slug, body: again })).toBe(
      "section_not_found",
    );
  });

  test("follow from choosing a member until a time, and end with choosing nobody", async () => {
    await setRota();
    const set = (personId: string | null) =>
      sam.client.call(routes.setOnCall, {
        params: slug,
        body: { personId, until: "2037-01-01T09:00:00.000Z" },
      });
    expect((await set(mei.id)).onCall).toMatchObject({
      person: { id: mei.id },
      until: "2037-01-01T09:00:00.000Z",
    });
    expect((await set(dev.id)).onCall?.person.id).toBe(dev.id);
    expect((await set(null)).onCall?.person.id).toBe(sam.id);
    expect((await plan()).overrides).toEqual([]);
  });
});

/** Reports alerts as Alertmanager does, and waits until they were read. */
async function report(alerts: { name: string; status?: string; labels?: object }[]): Promise<Card[]> {
  const raw = JSON.stringify({
    at: uuidv7(),
    alerts: alerts.map(({ name, status = "firing", labels }) => ({
      ...{ status, fingerprint: name, startsAt: new Date().toISOString() },
      ...(status === "resolved" && { endsAt: new Date().toISOString() }),
      labels: { alertname: name, severity: "critical", ...labels },
    })),
  });
  const headers = { authorization: `Bearer ${hook.secret}` };
  const { status } = await server.anyone.send("POST", `/api/card-hooks/${hook.id}`, { raw, headers });
  expect(status).toBe(202);
  return vi.waitFor(async () => {
    const call = { params: { hookId: hook.id }, query: {} };
    const [last] = (await dev.client.call(hookRoutes.listDeliveries, call)).items;
    expect(last?.outcome).not.toBe("waiting");
    const query = { params: { typeId: monitoring.id }, query: {} };
    const { items } = await dev.client.call(routes.listCards, query);
    return alerts.map(({ name }) => items.find(({ data }) => data.fingerprint === name)!);
  });
}

describe("an alert that nobody acknowledges", () => {
  const steps = [
    { who: "on_call" as const, personId: null, afterMinutes: 5 },
    { who: "everyone" as const, personId: null, afterMinutes: 10 },
  ];
  const escalation = (more: object = {}) => ({ severity: null, repeats: 0, steps, version: 0, ...more });
  const setEscalation = (more: object = {}) =>
    dev.client.call(routes.setEscalation, { params: slug, body: escalation(more) });
  /** How often each person was notified of an escalation. */
  const escalated = async () => {
    await everybodyNotified(server.db);
    const { rows } = await sql<{ name: string; count: number }>`SELECT p.name, sum(n.count)::int AS count
      FROM notifications n JOIN profiles p ON p.id = n.user_id WHERE n.kind = 'card.escalated'
      GROUP BY p.name ORDER BY p.name`.execute(server.db);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  const change = async (cardId: string, set: object) => {
    const changeId = uuidv7();
    await sam.client.call(routes.changeCards, { body: { changeId, cardIds: [cardId], set } });
    return changeId;
  };
  const undo = (changeId: string) => sam.client.call(routes.undoChange, { params: { changeId } });
  beforeEach(() => setRota());

  test("escalates step by step and again, each step once, and ends after its repeats", async () => {
    const lead = { who: "member" as const, personId: dev.id, afterMinutes: 10 };
    await setEscalation({ repeats: 1, steps: [steps[0]!, lead] });
    await report([{ name: "slow" }]);
    expect(await inbox(sam)).toContain("“slow” is firing, and you are on call");
    const start = Date.now();
    const at = (minutes: number) => new Date(start + minutes * minuteMs);
    await escalateDue(server.db, at(4));
    expect(await escalated()).toEqual({});
    await Promise.all([escalateDue(server.db, at(5)), escalateDue(server.db, at(5))]);
    await escalateDue(server.db, at(6));
    expect(await escalated()).toEqual({ Sam: 1 });
    await escalateDue(server.db, at(15));
    expect(await escalated()).toEqual({ Dev: 1, Sam: 1 });
    expect(await inbox(dev)).toEqual(["Nobody has acknowledged “slow” yet"]);
    await escalateDue(server.db, at(20));
    await escalateDue(server.db, at(30));
    expect(await escalated()).toEqual({ Dev: 2, Sam: 2 });
    await escalateDue(server.db, at(300));
    expect(await escalated()).toEqual({ Dev: 2, Sam: 2 });
  });

  test("reaches everyone of the rota, and nobody who has left it", async () => {
    await setEscalation({ steps: [steps[1]!] });
    await setRota({ memberIds: [sam.id, kim.id, dev.id], version: 1 });
    await report([{ name: "lost" }]);
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${kim.id}`.execute(server.db);
    await escalateDue(server.db, inMs(11 * minuteMs));
    await sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${kim.id}`.execute(server.db);
    expect(await escalated()).toEqual({ Dev: 1, Sam: 1 });
  });

  test.each(["acknowledge", "resolve", "silence"])("stops to escalate after people %s it", async (way) => {
    await setEscalation();
    const [card] = await report([{ name: way }]);
    if (way === "acknowledge") {
      const set = { stage: "acknowledged", data: { acknowledged_by: sam.id } };
      const body = { changeId: uuidv7(), cardIds: [card!.id], set };
      await sam.client.call(routes.changeCards, { body });
    }
    if (way === "resolve") await report([{ name: way, status: "resolved" }]);
    if (way === "silence")
      await sam.client.call(routes.createSilence, {
        params: { typeId: monitoring.id },
        body: {
          ...{ id: uuidv7(), matchers: [{ field: "fingerprint" as const, value: way }], reason: "Known" },
          until: inMs(hourMs).toISOString(),
        },
      });
    await escalateDue(server.db, inMs(6 * minuteMs));
    await escalateDue(server.db, inMs(60 * minuteMs));
    expect(await escalated()).toEqual({});
  });

  test.each(["acknowledged", "resolved"])(
    "leaves the inbox with what it asks for once it is %s",
    async (stage) => {
      await setEscalation();
      const [card] = await report([{ name: "open" }]);
      await escalateDue(server.db, inMs(6 * minuteMs));
      const entries = async () => (await inbox(sam)).filter((title) => title.includes("“open”"));
      expect(await entries()).toHaveLength(2);
      if (stage === "resolved") await report([{ name: "open", status: stage }]);
      else await change(card!.id, { stage, data: { acknowledged_by: sam.id } });
      const firing = "“open” is firing, and you are on call";
      expect(await entries()).toEqual(stage === "resolved" ? [] : [firing]);
      await report([{ name: "open" }]);
      expect((await entries()).length).toBe(1);
    },
  );

  test("escalates only from the severity that was set", async () => {
    await setEscalation({ severity: "High" });
    await report([
      { name: "minor", labels: { severity: "warning" } },
      { name: "major", labels: { severity: "error" } },
    ]);
    await escalateDue(server.db, inMs(6 * minuteMs));
    expect((await inbox(sam)).filter((title) => title.includes("“"))).toEqual([
      "Nobody has acknowledged “major” yet",
      "“major” is firing, and you are on call",
      "“minor” is firing, and you are on call",
    ]);
  });

  test.each<[string, object, (changeId: string, cardId: string) => Promise<unknown>]>([
    ["someone undoes its acknowledgement", { stage: "acknowledged" }, undo],
    [
      "someone moves it back",
      { stage: "acknowledged" },
      (_changeId, cardId) => change(cardId, { stage: "firing" }),
    ],
    ["it is restored", { isDeleted: true }, undo],
  ])("notifies and escalates from the first step after %s", async (_why, set, fireAgain) => {
    await setEscalation();
    const [card] = await report([{ name: "again" }]);
    const isDone = "stage" in set ? { data: { acknowledged_by: sam.id } } : {};
    const changeId = await change(card!.id, { ...set, ...isDone });
    await escalateDue(server.db, inMs(6 * minuteMs));
    await emptyInboxes(server.db);
    await fireAgain(changeId, card!.id);
    expect(await inbox(sam)).toContain("“again” is firing, and you are on call");
    await escalateDue(server.db, inMs(4 * minuteMs));
    expect(await escalated()).toEqual({});
    await escalateDue(server.db, inMs(6 * minuteMs));
    expect(await escalated()).toEqual({ Sam: 1 });
  });

  test("escalates once its severity, or that of the escalation, makes it count", async () => {
    await setEscalation({ severity: "High" });
    const labels = { severity: "warning" };
    const cards = await report(["reported", "raised", "waiting"].map((name) => ({ name, labels })));
    await escalateDue(server.db, inMs(6 * minuteMs));
    await report([{ name: "reported", labels: { severity: "critical" } }]);
    await change(cards[1]!.id, { data: { severity: "Urgent" } });
    await escalateDue(server.db, inMs(4 * minuteMs));
    expect(await escalated()).toEqual({});
    await escalateDue(server.db, inMs(6 * minuteMs));
    expect(await escalated()).toEqual({ Sam: 2 });
    await setEscalation({ version: 1 });
    await escalateDue(server.db, inMs(6 * minuteMs));
    expect(await escalated()).toEqual({ Sam: 3 });
  });

  test("reaches the next member who may read alerts, and says who may not", async () => {
    await setEscalation();
    const restrict = (isRestricted: boolean) =>
      sql`UPDATE card_types SET is_restricted = ${isRestricted}
        WHERE id = ${monitoring.id}`.execute(server.db);
    expect((await plan()).withoutAlerts).toEqual([]);
    await restrict(true);
    await report([{ name: "secret" }]);
    await escalateDue(server.db, inMs(6 * minuteMs));
    const { withoutAlerts } = await plan();
    const seen = [await inbox(sam), (await inbox(dev)).filter((title) => title.includes("“secret”"))];
    await restrict(false);
    expect(withoutAlerts).toEqual(expect.arrayContaining([sam.id, mei.id]));
    expect(withoutAlerts).not.toContain(dev.id);
    expect(seen).toEqual([
      ["You are on call for DevOps"],
      ["Nobody has acknowledged “secret” yet", "“secret” is firing, and you are on call"],
    ]);
  });

  test("goes on with the next round when the steps become fewer", async () => {
    await setEscalation({ repeats: 1 });
    await report([{ name: "shorter" }]);
    await escalateDue(server.db, inMs(6 * minuteMs));
    await setEscalation({ repeats: 1, steps: [steps[0]!], version: 1 });
    await escalateDue(server.db, inMs(17 * minuteMs));
    expect(await escalated()).toEqual({ Sam: 2 });
    await escalateDue(server.db, inMs(60 * minuteMs));
    expect(await escalated()).toEqual({ Sam: 2 });
  });

  test("notifies who comes on call of alerts that are not silenced, whatever fires for the same cause", async () => {
    const alertname = "HighCPU";
    const [, loud] = await report([
      { name: "quiet", labels: { alertname, service: "billing" } },
      { name: "loud", labels: { alertname, service: "checkout" } },
    ]);
    await sam.client.call(routes.createSilence, {
      params: { typeId: monitoring.id },
      body: {
        ...{ id: uuidv7(), matchers: [{ field: "service" as const, value: "billing" }], reason: "Known" },
        until: inMs(hourMs).toISOString(),
      },
    });
    await sam.client.call(routes.addOverride, overrideOf(mei, inMs(0), inMs(hourMs)));
    await everybodyNotified(server.db);
    const { items } = await mei.client.call(notificationRoutes.listNotifications, { query: {} });
    const alerts = items.filter(({ kind }) => kind === "card.alert");
    expect(alerts).toMatchObject([{ link: expect.stringContaining(loud!.id) }]);
  });

  test("escalates from the same severity under its new name, which is not removed", async () => {
    const root = await createAnnouncer(server, "Ruth", { roles: ["super_admin"] });
    await setEscalation({ severity: "High" });
    const { rows } = await sql<{ id: string }>`SELECT id FROM departments
      WHERE slug = 'devops'`.execute(server.db);
    const field = async () => {
      const call = { params: { departmentId: rows[0]!.id } };
      const { sections } = await root.client.call(routes.listSettings, call);
      const { version, fields } = sections.find(({ id }) => id === monitoring.id)!;
      const { options, conversion } = fields.find(({ name }) => name === "severity")!;
      expect(conversion).toBeUndefined();
      return { version, options: options! };
    };
    const change = async (nameOf: (was: string) => string | undefined) => {
      const { version, options } = await vi.waitFor(field);
      const kept = options.flatMap((was) => (nameOf(was) === undefined ? [] : [{ was, name: nameOf(was)! }]));
      return { params: { sectionId: monitoring.id, field: "severity" }, body: { version, options: kept } };
    };
    const rename = async (from: string, to: string) =>
      root.client.call(routes.changeField, await change((was) => (was === from ? to : was)));
    await rename("High", "Major");
    expect((await plan()).escalation).toMatchObject({ severity: "Major", version: 2 });
    const removal = await change((was) => (was === "Major" ? undefined : was));
    expect(await root.refused(routes.changeField, removal)).toBe("section_part_ruled");
    await rename("Major", "High");
  });

  test("is one entry with the others of its service in the same minute", async () => {
    const labels = { service: "checkout" };
    await report([
      { name: "first", labels },
      { name: "second", labels },
      { name: "apart", labels: { service: "search" } },
    ]);
    await vi.waitFor(async () =>
      expect((await inbox(sam)).filter((title) => title.includes("“"))).toEqual([
        "“apart” is firing, and you are on call",
        "“first” and other alerts of its cause or service fired 2 times",
      ]),
    );
  });

  test("escalates as members with the permission say, who keep each other's changes", async () => {
    const body = escalation();
    expect(await sam.refused(routes.setEscalation, { params: slug, body })).toBe("forbidden");
    expect(await outsider.refused(routes.setEscalation, { params: slug, body })).toBe("section_not_found");
    const wrong = escalation({ severity: "Apocalyptic" });
    expect(await dev.refused(routes.setEscalation, { params: slug, body: wrong })).toBe(
      "on_call_wrong: severity",
    );
    await setEscalation({ severity: "High" });
    expect(await dev.refused(routes.setEscalation, { params: slug, body })).toBe("changed_meanwhile");
    expect((await plan(sam)).escalation).toEqual({ severity: "High", repeats: 0, steps, version: 1 });
    expect((await audited())[0]).toBe("Dev on-call.escalation-changed DevOps");
  });
});
