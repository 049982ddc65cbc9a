import { incidentRoutes as routes } from "@atoll/contract/cards/incident-routes";
import type {
  IncidentChange,
  NewIncident,
  NewIncidentReport,
  OpenIncident,
} from "@atoll/contract/cards/incident-schemas";
import { cardRoutes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { settingsRoutes } from "@atoll/contract/cards/settings-routes";
import { statusRoutes } from "@atoll/contract/cards/status-routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { eventEqualsRefetch } from "../../../../test/event-equals-refetch.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../../test/settled.ts";

const server = sharedServer();
let dev: Announcer;
let sam: Announcer;
let mei: Announcer;
let outsider: Announcer;
let monitoring: CardType;
let pipelines: CardType;

beforeAll(async () => {
  await createRole(server.db, { name: "devops cards", permissions: ["cards:devops"] });
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"], roles: ["user", "devops cards"] });
  sam = await createAnnouncer(server, "Sam", { departments: ["DevOps"] });
  mei = await createAnnouncer(server, "Mei", { departments: ["DevOps"] });
  outsider = await createAnnouncer(server, "Ola", { departments: ["Marketing"] });
  const { sections } = await dev.client.call(cardRoutes.listSections, { params: { slug: "devops" } });
  const section = (slug: string) => sections.find(({ type }) => type.slug === slug)!.type;
  [monitoring, pipelines] = [section("monitoring"), section("pipelines")];
  const until = "2037-01-01T09:00:00.000Z";
  const onCall = { params: { slug: "devops" }, body: { personId: sam.id, until } };
  await dev.client.call(cardRoutes.setOnCall, onCall);
});

beforeEach(async () => {
  await sql`DELETE FROM incidents`.execute(server.db);
  await emptyInboxes(server.db);
});

async function alert(title: string, type = monitoring): Promise<string> {
  const data = { service: "checkout" };
  const body = { id: uuidv7(), title, data };
  return (await dev.client.call(cardRoutes.createCard, { params: { typeId: type.id }, body })).card.id;
}
const opening = (more: Partial<NewIncident> = {}) => ({
  params: { typeId: monitoring.id },
  body: { id: uuidv7(), title: "Checkout fails", ...more },
});
const open = (more: Partial<NewIncident> = {}, person = dev) =>
  person.client.call(routes.openIncident, opening(more));
const at = ({ incident }: OpenIncident) => ({ params: { incidentId: incident.id } });
const changing = (opened: OpenIncident, set: IncidentChange["set"], seen?: IncidentChange["seen"]) => ({
  ...at(opened),
  body: {
    set,
    seen:
      seen ??
      Object.fromEntries(
        Object.keys(set).map((name) => [name, opened.incident[name as keyof IncidentChange["set"]]]),
      ),
  },
});
const change = (opened: OpenIncident, set: IncidentChange["set"], person = dev) =>
  person.client.call(routes.changeIncident, changing(opened, set));
const lines = ({ entries }: OpenIncident) =>
  entries.map(({ kind, before, after }) => [kind, before, after].filter((part) => part !== null).join(" "));

async function inboxOf(person: Announcer): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items } = await person.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter(({ kind }) => kind.startsWith("incident.")).map(({ title }) => title);
}

describe("an incident", () => {
  test("opens from alerts once, counts in its section, and notifies the member on call and the commander", async () => {
    const alerts = [await alert("Queue depth"), await alert("Errors")];
    const call = opening({ severity: "High", services: ["checkout"], commanderId: mei.id, alertIds: alerts });
    const opened = await dev.client.call(routes.openIncident, call);
    expect(opened.incident).toMatchObject({ number: 1, state: "investigating", openedById: dev.id });
    expect(lines(opened)).toEqual(["opened", `commander ${mei.id}`, ...alerts.map((id) => `linked ${id}`)]);
    expect(opened.alerts.map(({ title, isLinked }) => [title, isLinked])).toEqual([
      ["Queue depth", true],
      ["Errors", true],
    ]);
    expect(await dev.client.call(routes.openIncident, call)).toEqual(opened);
    expect(await mei.refused(routes.openIncident, call)).toBe("incident_id_taken");
    expect((await open()).incident.number).toBe(2);
    expect(await inboxOf(mei)).toEqual(["Dev gave you a role in INC-1 “Checkout fails”"]);
    expect(await inboxOf(sam)).toEqual([
      "Dev opened INC-2 “Checkout fails” while you were on call",
      "Dev opened INC-1 “Checkout fails” while you were on call",
    ]);
  });

  test("is refused in other sections, with their alerts, unknown severities and people of other departments", async () => {
    const refusal = (more: Partial<NewIncident>) => dev.refused(routes.openIncident, opening(more));
    const elsewhere = { params: { typeId: pipelines.id }, body: opening().body };
    expect(await dev.refused(routes.openIncident, elsewhere)).toBe("incident_wrong: title");
    expect(await refusal({ alertIds: [await alert("A run", pipelines)] })).toBe("card_not_found");
    expect(await refusal({ severity: "Terrible" })).toBe("incident_wrong: severity");
    expect(await refusal({ commanderId: outsider.id })).toBe("person_not_found");
    expect(await outsider.refused(routes.openIncident, opening())).toBe("section_not_found");
    const query = { params: { typeId: monitoring.id }, query: { state: "open" as const } };
    expect((await dev.client.call(routes.listIncidents, query)).items).toEqual([]);
  });

  test("goes from state to state, reopens as investigating only, and keeps each change in its timeline", async () => {
    const opened = await open({ commanderId: sam.id });
    const identified = await change(opened, { state: "identified", effect: "slow" });
    const resolved = await change(identified, { state: "resolved" }, sam);
    expect(resolved.incident.resolvedAt).not.toBeNull();
    expect(await inboxOf(sam)).toEqual(["Dev gave you a role in INC-1 “Checkout fails”"]);
    expect(await sam.refused(routes.changeIncident, changing(resolved, { state: "monitoring" }))).toBe(
      "incident_wrong: state",
    );
    const again = await change(resolved, { state: "investigating", commanderId: mei.id }, sam);
    expect(again.incident.resolvedAt).toBeNull();
    expect(lines(again).slice(2)).toEqual([
      "effect none slow",
      "state investigating identified",
      "state identified resolved",
      "state resolved investigating",
      `commander ${sam.id} ${mei.id}`,
    ]);
    expect(again.entries.at(-1)).toMatchObject({ personId: sam.id });
    // The role is someone else's now.
    expect(await inboxOf(sam)).toEqual([]);
    const resolvedAgain = await change(again, { state: "resolved" });
    await change(resolvedAgain, { state: "investigating" });
    expect(await inboxOf(sam)).toEqual(["Dev reopened INC-1 “Checkout fails” while you were on call"]);
  });

  test("can be resolved with a full timeline, and gets its report and tasks then", async () => {
    const opened = await open({ commanderId: mei.id, effect: "down" });
    await sql`INSERT INTO incident_entries (id, incident_id, kind, before, after)
      SELECT gen_random_uuid(), ${opened.incident.id}, 'severity', NULL, 'High' FROM generate_series(1, 498)`.execute(
      server.db,
    );
    const full = (set: IncidentChange["set"]) => dev.refused(routes.changeIncident, changing(opened, set));
    expect(await full({ title: "Another" })).toBe("incident_full");
    expect(await full({ state: "identified" })).toBe("incident_full");
    await change(opened, { effect: "none", commanderId: null, state: "resolved" });
    const followUps = [{ id: uuidv7(), text: "Write less" }];
    await dev.client.call(routes.saveReport, { ...at(opened), body: { version: 0, followUps } });
    const { entries, report } = await dev.client.call(routes.createFollowUpTasks, at(opened));
    expect(entries.slice(500).map(({ kind }) => kind)).toEqual([
      ...["effect", "state", "commander", "report", "tasks"],
    ]);
    expect(report?.followUps).toMatchObject([{ isMade: true }]);
  });

  test("refuses a change of a field that someone else has changed, and takes others and repeats", async () => {
    const opened = await open();
    await change(opened, { title: "Checkout is slow" }, sam);
    expect(await dev.refused(routes.changeIncident, changing(opened, { title: "Payments fail" }))).toBe(
      "changed_meanwhile",
    );
    const both = await change(opened, { services: ["checkout", "billing"] });
    expect(both.incident).toMatchObject({ title: "Checkout is slow", services: ["checkout", "billing"] });
    const repeated = await change(opened, { services: ["checkout", "billing"] });
    expect(lines(repeated)).toEqual(lines(both));
    const unseen = changing(opened, { title: "Unseen" }, {});
    expect(await dev.refused(routes.changeIncident, unseen)).toMatch(/^invalid_request/);
  });

  test("links alerts and removes them, and names both in its timeline", async () => {
    const opened = await open();
    const id = await alert("Latency");
    const link = (body: { linked?: string[]; unlinked?: string[] }) =>
      sam.client.call(routes.linkAlerts, { ...at(opened), body });
    await link({ linked: [id] });
    await link({ linked: [id] });
    const without = await link({ unlinked: [id] });
    expect(lines(without)).toEqual(["opened", `linked ${id}`, `unlinked ${id}`]);
    expect(without.alerts).toEqual([
      { id, title: "Latency", stage: "firing", service: "checkout", isLinked: false },
    ]);
    const unknown = { ...at(opened), body: { linked: [uuidv7()] } };
    expect(await sam.refused(routes.linkAlerts, unknown)).toBe("card_not_found");
  });

  test("takes an update for everyone once, with the state at that time", async () => {
    const opened = await open();
    const body = { id: uuidv7(), text: "We know, and look into it." };
    const posted = await sam.client.call(routes.postUpdate, { ...at(opened), body });
    expect(posted.entries.at(-1)).toMatchObject({ kind: "update", text: body.text, after: "investigating" });
    expect(await sam.client.call(routes.postUpdate, { ...at(opened), body })).toEqual(posted);
    const other = { ...at(opened), body: { ...body, text: "Other" } };
    expect(await sam.refused(routes.postUpdate, other)).toBe("incident_id_taken");
  });

  test("has notes of its readers, who are notified when a note mentions them", async () => {
    const opened = await open();
    const subject = { kind: "incident", subjectId: opened.incident.id };
    const body = { id: uuidv7(), content: "@Mei, restart it?", mentionIds: [mei.id] };
    await sam.client.call(commentRoutes.postComment, { params: subject, body });
    expect(await inboxOf(mei)).toEqual(["Sam mentioned you in INC-1 “Checkout fails”"]);
    const other = { params: subject, body: { ...body, id: uuidv7() } };
    expect(await outsider.refused(commentRoutes.postComment, other)).toBe("subject_not_found");
  });

  test("is listed by page, open or resolved, and each change is heard by its readers", async () => {
    const opened = [await open(), await open(), await open()];
    const read = (state: "open" | "resolved", cursor?: string) =>
      sam.client.call(routes.listIncidents, {
        params: { typeId: monitoring.id },
        query: { state, limit: 2, ...(cursor && { cursor }) },
      });
    const first = await read("open");
    const second = await read("open", first.nextCursor!);
    expect([...first.items, ...second.items].map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(second.nextCursor).toBeNull();
    const socket = await server.connect(sam);
    await eventEqualsRefetch({
      socket,
      event: "incident.changed",
      fetch: () => sam.client.call(routes.readIncident, at(opened[0]!)),
      act: async () => void (await change(opened[0]!, { state: "resolved" })),
      apply: (_before, { incidentId }, fresh) => {
        expect(incidentId).toBe(opened[0]!.incident.id);
        return fresh;
      },
    });
    socket.close();
    expect((await read("resolved")).items.map(({ number }) => number)).toEqual([1]);
  });

  test("disappears for a person who leaves the department, with its notifications", async () => {
    const leaver = await createAnnouncer(server, "Lee", { departments: ["DevOps"] });
    const opened = await open({ commanderId: leaver.id });
    expect(await inboxOf(leaver)).toHaveLength(1);
    await sql`DELETE FROM user_departments WHERE user_id = ${leaver.id}`.execute(server.db);
    expect(await leaver.refused(routes.readIncident, at(opened))).toBe("incident_not_found");
    expect(await leaver.refused(routes.changeIncident, changing(opened, { title: "Mine" }))).toBe(
      "incident_not_found",
    );
    expect(await inboxOf(leaver)).toEqual([]);
  });
});

describe("the report of an incident", () => {
  const save = (opened: OpenIncident, body: Partial<NewIncidentReport>, person = dev) =>
    person.client.call(routes.saveReport, { ...at(opened), body: { version: 0, ...body } });

  test("is written once the incident is resolved, in parts, and refused from an older version", async () => {
    const opened = await open();
    const early = { ...at(opened), body: { version: 0, summary: "Early" } };
    expect(await dev.refused(routes.saveReport, early)).toBe("incident_wrong: state");
    await change(opened, { state: "resolved" });
    await save(opened, { summary: "The pool was cordoned too early.", cause: "A missing wait" });
    const { report, entries } = await save(opened, { version: 1, impact: "Slow pages" }, sam);
    expect(report).toMatchObject({
      ...{ summary: "The pool was cordoned too early.", impact: "Slow pages", cause: "A missing wait" },
      ...{ next: "", followUps: [], version: 2 },
    });
    expect(entries.filter(({ kind }) => kind === "report")).toHaveLength(1);
    const late = { ...at(opened), body: { version: 1, cause: "Another" } };
    expect(await dev.refused(routes.saveReport, late)).toBe("changed_meanwhile");
  });

  test("has follow-ups that become tasks of the department once each, with a link back", async () => {
    const opened = await open();
    await change(opened, { state: "resolved" });
    const [wait, alertToo] = [
      { id: uuidv7(), text: "Add a wait" },
      { id: uuidv7(), text: "Alert on the queue" },
    ];
    await save(opened, { followUps: [wait!, alertToo!] });
    await dev.client.call(routes.createFollowUpTasks, at(opened));
    const third = { id: uuidv7(), text: "Write it down" };
    await save(opened, { version: 1, followUps: [alertToo!, third] });
    const { report, entries } = await dev.client.call(routes.createFollowUpTasks, at(opened));
    expect(report!.followUps).toEqual([
      { ...alertToo, isMade: true, taskId: alertToo!.id },
      { ...third, isMade: true, taskId: third.id },
    ]);
    expect(entries.filter(({ kind }) => kind === "tasks").map(({ after }) => after)).toEqual(["2", "1"]);
    const { task } = await sam.client.call(taskRoutes.getTask, { params: { taskId: third.id } });
    expect(task).toMatchObject({ title: "Write it down", departmentId: monitoring.departmentId });
    expect(task.description).toBe(`From [INC-1](/devops/monitoring/incidents/${opened.incident.id}).`);
    // One that was taken out comes back with its task, and one whose task is gone is not made again.
    await sql`DELETE FROM tasks WHERE id = ${third.id}`.execute(server.db);
    const fourth = { id: uuidv7(), text: "Tell support" };
    const followUps = [{ ...wait!, text: "Add a longer wait" }, third, fourth];
    await save(opened, { version: 2, followUps }, sam);
    const later = await sam.client.call(routes.createFollowUpTasks, at(opened));
    expect(later.report!.followUps).toEqual([
      { ...wait!, text: "Add a longer wait", isMade: true, taskId: wait!.id },
      { ...third, isMade: true, taskId: null },
      { ...fourth, isMade: true, taskId: fourth.id },
    ]);
    const other = await open();
    await change(other, { state: "resolved" });
    const taken = { ...at(other), body: { version: 0, followUps: [third] } };
    expect(await dev.refused(routes.saveReport, taken)).toBe("incident_id_taken");
  });
});

describe("the status page", () => {
  const choose = (services: string[], seen: string[] = []) => ({
    params: { typeId: monitoring.id },
    body: { services, seen },
  });
  const status = async (person = outsider) =>
    (await person.client.call(statusRoutes.readServiceStatus, { query: {} })).services.map(
      ({ service, state, days }) => [service, state, days.at(-1)],
    );

  test("shows everyone the chosen services with the worst effect of open incidents, and nothing else", async () => {
    await sql`DELETE FROM status_services`.execute(server.db);
    expect(await sam.refused(statusRoutes.setStatusServices, choose(["checkout"]))).toBe("forbidden");
    await dev.client.call(statusRoutes.setStatusServices, choose(["checkout", "billing"]));
    const late = choose(["search"]);
    expect(await dev.refused(statusRoutes.setStatusServices, late)).toBe("changed_meanwhile");
    const slow = await open({ title: "Secret title", services: ["checkout", "internal"], effect: "slow" });
    const down = await open({ services: ["checkout"], effect: "down" });
    expect(await status()).toEqual([
      ["billing", "none", "none"],
      ["checkout", "down", "down"],
    ]);
    await change(down, { state: "resolved" });
    expect(await status()).toEqual([
      ["billing", "none", "none"],
      ["checkout", "slow", "down"],
    ]);
    const update = { ...at(slow), body: { id: uuidv7(), text: "Checkout is slow." } };
    const socket = await server.connect(outsider);
    const read = () => outsider.client.call(statusRoutes.listStatusUpdates, { query: {} });
    await eventEqualsRefetch({
      socket,
      event: "service-status.changed",
      fetch: read,
      act: () => dev.client.call(routes.postUpdate, update),
      apply: (_before, _payload, fresh) => fresh,
    });
    socket.close();
    expect((await read()).items).toEqual([
      {
        ...{ id: update.body.id, at: expect.any(String) as string, text: "Checkout is slow." },
        ...{ state: "investigating", services: ["checkout"] },
      },
    ]);
  });

  test("takes another choice of services with capitals and line breaks in their names", async () => {
    await sql`DELETE FROM status_services`.execute(server.db);
    const set = (services: string[], seen: string[]) =>
      dev.client.call(statusRoutes.setStatusServices, choose(services, seen));
    await set(["Billing", "api"], []);
    const { services } = await set(["api", "Billing", "search"], ["Billing", "api"]);
    expect(services).toEqual(["Billing", "api", "search"]);
    expect((await status()).map(([service]) => service)).toEqual(services);
    // A name with a line break is another one than two names.
    await set(["a\nb"], services);
    expect((await set(["a", "b"], ["a\nb"])).services).toEqual(["a", "b"]);
  });

  test("is fetched again by others when it shows a change, and for nothing else of an incident", async () => {
    await sql`DELETE FROM status_services`.execute(server.db);
    const socket = await server.connect(outsider);
    await dev.client.call(statusRoutes.setStatusServices, choose(["checkout"]));
    await socket.next("service-status.changed");
    const opened = await open({ services: ["checkout", "internal"] });
    expect(opened.shownServices).toEqual(["checkout"]);
    await change(opened, { commanderId: sam.id, title: "Secret", state: "identified" });
    await change(opened, { commanderId: sam.id });
    const body = { id: uuidv7(), text: "Checkout is slow." };
    await dev.client.call(routes.postUpdate, { ...at(opened), body });
    await socket.next("service-status.changed");
    await change(opened, { services: ["internal"] });
    await socket.next("service-status.changed");
    const changes = socket.received.filter(({ name }) => name === "service-status.changed");
    expect(changes).toHaveLength(3);
    socket.close();
  });

  test("shows no update of an incident without a chosen service, and tells nobody of it", async () => {
    await sql`DELETE FROM status_services`.execute(server.db);
    const socket = await server.connect(outsider);
    const opened = await open({ services: ["internal"], effect: "down" });
    const body = { id: uuidv7(), text: "Internal" };
    await dev.client.call(routes.postUpdate, { ...at(opened), body });
    expect((await outsider.client.call(statusRoutes.listStatusUpdates, { query: {} })).items).toEqual([]);
    expect(await status()).toEqual([]);
    expect(opened.shownServices).toEqual([]);
    // The event that comes last shows that none was on its way before it.
    await dev.client.call(statusRoutes.setStatusServices, choose(["search"]));
    await socket.next("service-status.changed");
    expect(socket.received.filter(({ name }) => name === "service-status.changed")).toHaveLength(1);
    socket.close();
  });
});

test("an incident has its severity under the new name, and keeps it from being removed", async () => {
  const root = await createAnnouncer(server, "Ruth", { roles: ["super_admin"] });
  const opened = await open({ severity: "High" });
  const change = async (nameOf: (was: string) => string | undefined) => {
    const { version, options } = await vi.waitFor(async () => {
      const call = { params: { departmentId: monitoring.departmentId } };
      const { sections } = await root.client.call(settingsRoutes.listSettings, call);
      const { version, fields } = sections.find(({ id }) => id === monitoring.id)!;
      const { options, conversion } = fields.find(({ name }) => name === "severity")!;
      expect(conversion).toBeUndefined();
      return { version, options: options! };
    });
    const kept = options.flatMap((was) => (nameOf(was) === undefined ? [] : [{ was, name: nameOf(was)! }]));
    return { params: { sectionId: monitoring.id, field: "severity" }, body: { version, options: kept } };
  };
  const rename = await change((was) => (was === "High" ? "Sev1" : was));
  await root.client.call(settingsRoutes.changeField, rename);
  const { incident } = await dev.client.call(routes.readIncident, at(opened));
  expect(incident.severity).toBe("Sev1");
  const removal = await change((was) => (was === "Sev1" ? undefined : was));
  expect(await root.refused(settingsRoutes.changeField, removal)).toBe("section_part_used");
});
