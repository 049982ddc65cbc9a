import { hookRoutes } from "@atoll/contract/cards/hook-routes";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test, vi } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { everybodyNotified } from "../../../../test/settled.ts";

const server = sharedServer();
let dev: Announcer;
let sam: Announcer;
let monitoring: CardType;
let hook: { id: string; secret: string };
const hourMs = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

beforeAll(async () => {
  await createRole(server.db, { name: "devops cards", permissions: ["cards:devops"] });
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"], roles: ["user", "devops cards"] });
  sam = await createAnnouncer(server, "Sam", { departments: ["DevOps"] });
  const { sections } = await dev.client.call(routes.listSections, { params: { slug: "devops" } });
  monitoring = sections.find(({ type }) => type.slug === "monitoring")!.type;
  const body = { id: uuidv7(), name: "Alerts", kind: "alertmanager" as const };
  const call = { params: { typeId: monitoring.id }, body };
  hook = { id: body.id, secret: (await dev.client.call(hookRoutes.createHook, call)).secret };
  const onCall = { personId: sam.id, until: later(2) };
  await dev.client.call(routes.setOnCall, { params: { slug: "devops" }, body: onCall });
});

/** Has earlier alerts notified more than a minute ago: later ones of their service get an entry of their own. */
const lookBack = () =>
  sql`UPDATE on_call_pages SET fired_at = fired_at - interval '2 minutes'`.execute(server.db);

/** Reports an alert as Alertmanager does, and waits until it was read. */
async function report(fingerprint: string, more: object = {}, labels: object = {}): Promise<Card> {
  await lookBack();
  const alert = {
    status: "firing",
    labels: { alertname: fingerprint, service: "checkout", severity: "critical", ...labels },
    startsAt: new Date().toISOString(),
    fingerprint,
    ...more,
  };
  const raw = JSON.stringify({ alerts: [alert], at: uuidv7() });
  const headers = { authorization: `Bearer ${hook.secret}` };
  const { status } = await server.anyone.send("POST", `/api/card-hooks/${hook.id}`, { raw, headers });
  expect(status).toBe(202);
  return vi.waitFor(async () => {
    const call = { params: { hookId: hook.id }, query: {} };
    const [last] = (await dev.client.call(hookRoutes.listDeliveries, call)).items;
    expect(last?.outcome).not.toBe("waiting");
    const query = { params: { typeId: monitoring.id }, query: {} };
    const { items } = await dev.client.call(routes.listCards, query);
    return items.find(({ data }) => data.fingerprint === fingerprint)!;
  });
}

async function alertsOf(person: Announcer): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items } = await person.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter(({ kind }) => kind === "card.alert").map(({ title }) => title);
}

const silence = (
  matchers: { field: "fingerprint" | "service" | "severity"; value: string }[],
  more = {},
) => ({
  params: { typeId: monitoring.id },
  body: { id: uuidv7(), matchers, until: later(1), reason: "Known, fixed on Monday", ...more },
});

test("a silence keeps alerts from notifying until it ends, by a label or a fingerprint", async () => {
  const bySeverity = silence([
    { field: "service", value: "checkout" },
    { field: "severity", value: "Urgent" },
  ]);
  await dev.client.call(routes.createSilence, bySeverity);
  await dev.client.call(routes.createSilence, bySeverity);
  expect(await sam.refused(routes.createSilence, bySeverity)).toBe("card_silence_id_taken");
  const { stage } = await report("quiet");
  expect(stage).toBe("firing");
  await report("other", {}, { service: "billing" });
  expect(await alertsOf(sam)).toEqual(["“other” is firing, and you are on call"]);
  const { silences } = await sam.client.call(routes.listSilences, { params: { typeId: monitoring.id } });
  expect(silences).toMatchObject([{ reason: "Known, fixed on Monday", person: { id: dev.id } }]);
  // Another alert of the same service is not so severe.
  await report("mild", {}, { severity: "warning" });
  expect(await alertsOf(sam)).toHaveLength(2);
  // Its time comes: what still fires notifies now, and nothing twice.
  await lookBack();
  await sql`UPDATE card_silences SET until = now() - interval '1 second'`.execute(server.db);
  expect(
    (await sam.client.call(routes.listSilences, { params: { typeId: monitoring.id } })).silences,
  ).toEqual([]);
  for (const value of ["first", "second"]) {
    const another = silence([{ field: "fingerprint", value }]);
    await dev.client.call(routes.createSilence, another);
    // Silences that are due end with it.
    await dev.client.call(routes.endSilence, { params: { silenceId: another.body.id } });
  }
  expect((await alertsOf(sam)).filter((title) => title.includes("quiet"))).toEqual([
    "“quiet” is firing, and you are on call",
  ]);
});

test("a silence ends by hand, and refuses times that are over or too far away", async () => {
  const wanted = silence([{ field: "fingerprint", value: "night" }]);
  await dev.client.call(routes.createSilence, wanted);
  await report("night");
  await sam.client.call(routes.endSilence, { params: { silenceId: wanted.body.id } });
  expect((await alertsOf(sam)).some((title) => title.includes("night"))).toBe(true);
  expect(await sam.refused(routes.endSilence, { params: { silenceId: wanted.body.id } })).toBe(
    "card_silence_not_found",
  );
  for (const until of [later(-1), later(24 * 91)])
    expect(await dev.refused(routes.createSilence, silence(wanted.body.matchers, { until }))).toBe(
      "card_silence_wrong: until",
    );
});

test("many silences end at once: each alert notifies once, unless another silence still matches", async () => {
  const byService = { field: "service" as const, value: "payments" };
  const still = silence([{ field: "fingerprint", value: "held" }]);
  await dev.client.call(routes.createSilence, still);
  const last = silence([byService]);
  await dev.client.call(routes.createSilence, last);
  await sql`INSERT INTO card_silences (id, type_id, matchers, until, reason, sent_hash, created_by)
    SELECT gen_random_uuid(), type_id, matchers, until, reason, sent_hash, created_by FROM card_silences,
      generate_series(1, 120) WHERE id = ${last.body.id}`.execute(server.db);
  await report("paid", {}, { service: "payments" });
  await report("held", {}, { service: "payments" });
  await sql`UPDATE card_silences SET until = now() - interval '1 second'
    WHERE matchers @> ${JSON.stringify([byService])}::jsonb AND id <> ${last.body.id}`.execute(server.db);
  await dev.client.call(routes.endSilence, { params: { silenceId: last.body.id } });
  const told = (await alertsOf(sam)).filter((title) => /paid|held/.test(title));
  expect(told).toEqual(["“paid” is firing, and you are on call"]);
  const { rows } = await sql<{ open: number }>`SELECT count(*)::int AS open FROM card_silences
    WHERE ended_at IS NULL`.execute(server.db);
  expect(rows[0]!.open).toBe(1);
  await lookBack();
  await dev.client.call(routes.endSilence, { params: { silenceId: still.body.id } });
  expect((await alertsOf(sam)).filter((title) => title.includes("held"))).toHaveLength(1);
});

test("a service is green only with data, and grey without", async () => {
  const read = async (span: "days" | "hours") => {
    const call = { params: { typeId: monitoring.id }, query: { span, zone: "Europe/Berlin" } };
    const { services, buckets } = await dev.client.call(routes.readUptime, call);
    return { buckets, of: (name: string) => services.find(({ service }) => service === name) };
  };
  const start = new Date(Date.now() - 3 * hourMs).toISOString();
  const over = {
    status: "resolved",
    startsAt: start,
    endsAt: new Date(Date.now() - 2 * hourMs).toISOString(),
  };
  await report("search-ok", over, { service: "search" });
  await report("reports-silent", {}, { service: "reports", alertname: "DatasourceNoData" });
  await report("staging", {}, { service: "staged", environment: "staging" });
  const hours = await read("hours");
  expect(hours.buckets).toHaveLength(24);
  const search = hours.of("search")!;
  expect([search.states.at(-1), search.uptime]).toEqual(["up", 1]);
  expect(search.states.slice(0, -1).every((state) => state === "unknown")).toBe(true);
  expect(hours.of("reports")).toMatchObject({ uptime: null });
  expect(hours.of("reports")!.states.every((state) => state === "unknown")).toBe(true);
  expect(hours.of("staged")).toBeUndefined();
  const checkout = hours.of("checkout")!;
  expect(checkout.states.at(-1)).toBe("down");
  expect(checkout.uptime).toBeLessThan(1);
  // It was acknowledged, and is open still: a day in the past has what the history says.
  await sql`UPDATE object_changes SET at = now() - interval '50 hours' WHERE field = 'stage' AND subject_id IN
    (SELECT id FROM cards WHERE data ->> 'service' = 'billing')`.execute(server.db);
  const days = await read("days");
  expect(days.buckets).toHaveLength(90);
  expect(days.of("billing")!.states.slice(-2)).toEqual(["down", "down"]);
  expect(
    days
      .of("billing")!
      .states.slice(0, 80)
      .every((state) => state === "unknown"),
  ).toBe(true);
});
