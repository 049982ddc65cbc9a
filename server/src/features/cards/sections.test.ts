import { isNewerRelease } from "@atoll/contract/cards/needs";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardChange, CardType } from "@atoll/contract/cards/schemas";
import { sectionOptions } from "@atoll/contract/cards/section-schemas";
import { givenSections } from "@atoll/contract/cards/sections/all";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { enqueueJob } from "../../../test/run-job.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let [ana, ben, outsider]: Announcer[] = [];
const types = new Map<string, CardType>();
const all = ["Business Development", "Frontend", "Backend", "DevOps", "Marketing"];

beforeAll(async () => {
  ana = await createAnnouncer(server, "Ana", { departments: all });
  ben = await createAnnouncer(server, "Ben", { departments: all });
  outsider = await createAnnouncer(server, "Olu", { departments: ["Backend"] });
  for (const department of Object.keys(givenSections)) {
    const { sections } = await ana.client.call(routes.listSections, { params: { slug: department } });
    for (const { type } of sections) types.set(`${department}/${type.slug}`, type);
  }
});

const typeOf = (name: string) => types.get(name)!;

async function add(section: string, more: Partial<Card> = {}): Promise<Card> {
  const { title = "Card", stage, data = {}, dueOn = null } = more;
  const body = { id: uuidv7(), title, stage, data, dueOn, ownerId: more.owner?.id ?? null };
  const call = { params: { typeId: typeOf(section).id }, body };
  return (await ana!.client.call(routes.createCard, call)).card;
}
const body = (card: Card, set: CardChange["set"]) => ({
  body: { changeId: uuidv7(), cardIds: [card.id], set },
});
const change = async (card: Card, set: CardChange["set"]) =>
  (await ana!.client.call(routes.changeCards, body(card, set))).cards[0]!;
const refused = (card: Card, set: CardChange["set"]) => ana!.refused(routes.changeCards, body(card, set));

/** Approves the current content of a card and returns "ok" or the code of the refusal. */
async function approve(who: Announcer, card: Card, field: string, item = ""): Promise<string> {
  const body = { changeId: uuidv7(), field, item, content: card.content, isApproved: true };
  const call = { params: { cardId: card.id }, body };
  return who.client.call(routes.approveCard, call).then(
    () => "ok",
    () => who.refused(routes.approveCard, call),
  );
}

test("the database has the sections that the contract describes", () => {
  for (const [department, sections] of Object.entries(givenSections))
    for (const section of sections)
      expect(typeOf(`${department}/${section.slug}`)).toMatchObject({
        name: section.name,
        singular: section.singular,
        stages: section.stages,
        fields: section.fields,
        valueField: section.valueField ?? null,
        staleDays: section.staleDays ?? null,
        options: sectionOptions(section.options),
      });
  expect(types.size).toBe(Object.values(givenSections).flat().length);
});

test.each(
  Object.entries(givenSections).flatMap(([department, sections]) =>
    sections.map((section) => [`${department}/${section.slug}`, section] as const),
  ),
)("%s names only stages and fields that it has", (_name, { stages, fields, options, valueField }) => {
  const { needs, moves, layout, headline } = sectionOptions(options);
  const ofStage = new Set(stages.map(({ id }) => id));
  const ofField = new Set(fields.map(({ name }) => name));
  const namedStages = [...needs, ...moves].map(({ stage }) => stage).concat(headline.stages);
  const namedFields = [...needs, ...moves].map(({ field }) => field).concat(Object.values(layout));
  expect(namedStages.filter((one) => !ofStage.has(one))).toEqual([]);
  expect(namedFields.concat(valueField ?? []).filter((one) => !ofField.has(one))).toEqual([]);
});

describe("a section's rules", () => {
  test("Outreach starts a sequence only with consent, and stops it when consent is withdrawn", async () => {
    const contact = await add("business-development/outreach", { data: { company: "Norr Line" } });
    expect(await refused(contact, { stage: "sequence" })).toBe("card_not_ready: data.consent");
    await change(contact, { data: { consent: "Given" } });
    expect((await change(contact, { stage: "sequence" })).stage).toBe("sequence");
    const task = { params: { cardId: contact.id }, body: { id: uuidv7(), title: "Write to them" } };
    const { taskId } = await ana!.client.call(routes.createTask, task);
    expect(await ana!.client.call(routes.createTask, task)).toEqual({ taskId });
    const { task: made } = await ana!.client.call(taskRoutes.getTask, { params: { taskId } });
    expect(made.title).toBe("Write to them");
    expect(await change(contact, { data: { consent: "Withdrawn" } })).toMatchObject({
      stage: "stopped",
      reason: "Consent: Withdrawn",
    });
    expect(await refused(contact, { stage: "sequence" })).toBe("card_not_ready: data.consent");
    const another = { ...task, body: { id: uuidv7(), title: "Write again" } };
    expect(await ana!.refused(routes.createTask, another)).toBe("card_not_ready: data.consent");
  });

  test("a proposal is sent once the person named approves it, and goes back when its content changes", async () => {
    const item = (isDone: boolean) => [{ text: "Legal", isDone, personId: ben!.id }];
    const data = {
      client: "Norr Line",
      approvals: item(false),
      sections: [{ text: "Scope", isDone: true }],
      valid_until: "2020-01-01",
      value: { amount: 6_700_000, currency: "EUR" },
    };
    let proposal = await add("business-development/proposals", {
      data,
      owner: { id: ana!.id } as Card["owner"],
    });
    await everybodyNotified(server.db);
    const inbox = await ben!.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(inbox.items.map(({ title }) => title)).toContain("Ana asks you to approve the proposal “Card”");
    expect(await refused(proposal, { data: { approvals: item(true) } })).toBe(
      "card_field_wrong: data.approvals",
    );
    expect(await approve(ana!, proposal, "approvals", "Legal")).toBe("not_the_approver");
    expect(await refused(proposal, { stage: "sent" })).toBe("card_not_ready: data.approvals");
    const seen = proposal;
    proposal = await change(proposal, { title: "Norr Line, harbour map" });
    expect(await approve(ben!, seen, "approvals", "Legal")).toBe("changed_meanwhile");
    expect(await approve(ben!, proposal, "approvals", "Legal")).toBe("ok");
    expect(await refused(proposal, { stage: "sent" })).toBe("card_not_ready: data.valid_until");
    proposal = await change(proposal, { data: { valid_until: "2099-01-01" } });
    expect(proposal.approvals).toEqual([]);
    expect(await refused(proposal, { stage: "sent" })).toBe("card_not_ready: data.approvals");
    expect(await approve(ben!, proposal, "approvals", "Legal")).toBe("ok");
    const sent = await change(proposal, { stage: "sent" });
    expect(sent).toMatchObject({ stage: "sent", data: { approvals: [{ isDone: true }] } });
    expect((await change(sent, { data: { sections: [{ text: "Scope", isDone: true }] } })).stage).toBe(
      "sent",
    );
    const changeId = uuidv7();
    const cheaper = { value: { amount: 100, currency: "EUR" } };
    const { cards } = await ana!.client.call(routes.changeCards, {
      body: { changeId, cardIds: [sent.id], set: { data: cheaper } },
    });
    expect(cards[0]).toMatchObject({ stage: "approval", data: { approvals: [{ isDone: false }] } });
    const history = await ana!.client.call(routes.readHistory, { params: { cardId: sent.id }, query: {} });
    expect(history.items.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["approvals", "rule", "stage"]),
    );
    const back = await ana!.client.call(routes.undoChange, { params: { changeId } });
    expect(back.cards[0]).toMatchObject({ stage: "sent", data: { approvals: [{ isDone: true }] } });
  });

  test("a note about the market is dated and sourced", async () => {
    const call = (data: Card["data"]) => ({
      params: { typeId: typeOf("business-development/market").id },
      body: { id: uuidv7(), title: "Prices rise", data },
    });
    expect(await ana!.refused(routes.createCard, call({ source: "A call" }))).toBe(
      "card_field_wrong: data.observed_on",
    );
    expect(await ana!.refused(routes.createCard, call({ observed_on: "2026-11-20" }))).toBe(
      "card_field_wrong: data.source",
    );
  });

  test("a bug is a regression only in a release newer than the one that fixed it", async () => {
    const bug = await add("frontend/bugs", { data: { severity: "S2", found_in: "3.12.1" } });
    expect(await refused(bug, { stage: "fixed" })).toBe("card_not_ready: data.fixed_in");
    await change(bug, { stage: "fixed", data: { fixed_in: "3.13.0" } });
    expect(await refused(bug, { stage: "regression" })).toBe("card_not_ready: data.found_in");
    expect(await refused(bug, { stage: "regression", data: { found_in: "3.13.0" } })).toBe(
      "card_not_ready: data.found_in",
    );
    expect((await change(bug, { stage: "regression", data: { found_in: "3.13.1" } })).stage).toBe(
      "regression",
    );
    expect(isNewerRelease("portal 3.10", "portal 3.9.8")).toBe(true);
    expect(isNewerRelease("3.9", "3.9.0")).toBe(false);
    expect(isNewerRelease("next", "3.9.0")).toBe(false);
  });

  test("a deployment goes live with a second person's approval, and never during a freeze", async () => {
    const data = { service: "checkout", environment: "Production" };
    const owner = { id: ana!.id } as Card["owner"];
    const deployment = await add("devops/deployment", { data, owner });
    for (const approved_by of [ana!.id, ben!.id])
      expect(await refused(deployment, { stage: "live", data: { approved_by } })).toBe(
        "card_not_ready: data.approved_by",
      );
    expect(await refused(deployment, { data: { approved_by: uuidv7() } })).toBe(
      "card_field_wrong: data.approved_by",
    );
    expect(await refused(deployment, { data: { approved_by: outsider!.id } })).toBe(
      "card_field_wrong: data.approved_by",
    );
    const asked = await change(deployment, { data: { approved_by: ben!.id } });
    expect(await approve(ana!, asked, "approved_by")).toBe("not_the_approver");
    expect(await approve(outsider!, asked, "approved_by")).toBe("card_not_found");
    expect(await approve(ben!, asked, "approved_by")).toBe("ok");
    // Without a time zone and without a last day.
    const freeze = await add("devops/deployment", {
      stage: "freeze",
      data: { ...data, freeze_from: "2020-01-01" },
    });
    expect(await refused(deployment, { stage: "live" })).toBe("card_not_ready: data.environment");
    const staged = { ...data, environment: "Staging", approved_by: ben!.id };
    const evading = await add("devops/deployment", { data: staged, owner });
    expect(await approve(ben!, evading, "approved_by")).toBe("ok");
    expect((await change(evading, { stage: "live" })).stage).toBe("live");
    expect(await refused(evading, { data: { environment: "Production" } })).toMatch(/^card_not_ready/);
    expect(await refused(evading, { data: { version: "9.9.9" } })).toBe("card_not_ready: data.approved_by");
    expect(await refused(evading, { ownerId: ben!.id })).toBe("card_not_ready: data.approved_by");
    await change(freeze, { isDeleted: true });
    expect((await change(deployment, { stage: "live" })).stage).toBe("live");
  });

  test("refuse an approval by the person who last changed the content", async () => {
    const data = { service: "gateway", environment: "Staging", approved_by: ben!.id };
    const asked = await add("devops/deployment", { data });
    const call = { body: { changeId: uuidv7(), cardIds: [asked.id], set: { data: { version: "2.0.0" } } } };
    const [edited] = (await ben!.client.call(routes.changeCards, call)).cards;
    expect(await approve(ben!, edited!, "approved_by")).toBe("own_approval");
  });

  test("a case study is published with a consent that has not expired", async () => {
    const study = await add("marketing/case-studies", { data: { client: "Marlowe" } });
    expect(await refused(study, { stage: "published" })).toBe("card_not_ready: data.consent");
    const data = { consent: "Given", consent_until: "2020-01-01" };
    expect(await refused(study, { stage: "published", data })).toBe("card_not_ready: data.consent_until");
    await change(study, { stage: "published", data: { ...data, consent_until: "2099-01-01" } });
    expect((await change(study, { data: { consent: "Withdrawn" } })).stage).toBe("withdrawn");
  });

  test("a case study leaves the published ones when its consent is emptied or its last day has passed", async () => {
    const data = { client: "Marlowe", consent: "Given", consent_until: "2099-01-01" };
    const published = () => add("marketing/case-studies", { stage: "published", data });
    expect(await change(await published(), { data: { consent: null } })).toMatchObject({
      stage: "withdrawn",
      reason: "Publishing needs the client's consent.",
    });
    const ending = await published();
    const past = JSON.stringify({ ...data, consent_until: "2020-01-01" });
    await server.db.updateTable("cards").set({ data: past }).where("id", "=", ending.id).execute();
    await server.db
      .updateTable("card_values")
      .set({ date_value: "2020-01-01" })
      .where("card_id", "=", ending.id)
      .where("field", "=", "consent_until")
      .execute();
    await enqueueJob(server, "cards.apply-day-rules");
    await vi.waitFor(
      async () => {
        const open = await ana!.client.call(routes.getCard, { params: { cardId: ending.id } });
        expect(open.card).toMatchObject({
          stage: "withdrawn",
          reason: "The consent has expired. Ask the client again.",
        });
      },
      { timeout: 30_000, interval: 100 },
    );
  });
});

test("refuses another change with the same ID, and answers a repeated one again", async () => {
  const card = await add("marketing/campaigns", { title: "Spring" });
  const changeId = uuidv7();
  const send = (set: CardChange["set"]) => ({ body: { changeId, cardIds: [card.id], set } });
  await ana!.client.call(routes.changeCards, send({ title: "Autumn" }));
  expect((await ana!.client.call(routes.changeCards, send({ title: "Autumn" }))).cards[0]?.title).toBe(
    "Autumn",
  );
  expect(await ana!.refused(routes.changeCards, send({ title: "Winter" }))).toBe("change_id_taken");
  expect(await ana!.refused(routes.changeCards, send({ isDeleted: true }))).toBe("change_id_taken");
});

describe("merging cards", () => {
  test("fills empty fields, keeps both histories, and is undone", async () => {
    const one = await add("frontend/bugs", { title: "One", data: { severity: "S1", browser: "Firefox" } });
    const two = await add("frontend/bugs", { title: "Two", data: { severity: "S3" } });
    const changeId = uuidv7();
    const merge = { body: { changeId, cardIds: [one.id], set: { mergedIntoId: two.id } } };
    await ana!.client.call(routes.changeCards, merge);
    const open = await ana!.client.call(routes.getCard, { params: { cardId: two.id } });
    expect(open.card.data).toEqual({ severity: "S3", browser: "Firefox" });
    expect(open.merged).toEqual([{ id: one.id, title: "One" }]);
    const list = async () =>
      (
        await ana!.client.call(routes.listCards, { params: { typeId: one.typeId }, query: { q: "one" } })
      ).items.map(({ title }) => title);
    expect(await list()).not.toContain("One");
    const history = await ana!.client.call(routes.readHistory, { params: { cardId: two.id }, query: {} });
    expect(history.items.filter(({ field }) => field === "created")).toHaveLength(2);
    expect(await refused(two, { mergedIntoId: two.id })).toBe("card_merge_wrong");
    expect(await refused(two, { mergedIntoId: one.id })).toBe("card_merge_wrong");
    const elsewhere = await add("frontend/setup", { data: { platform: "Linux" } });
    expect(await refused(two, { mergedIntoId: elsewhere.id })).toBe("card_not_found");
    await ana!.client.call(routes.undoChange, { params: { changeId } });
    expect(await list()).toContain("One");
    const after = await ana!.client.call(routes.getCard, { params: { cardId: two.id } });
    expect([after.card.data, after.merged]).toEqual([{ severity: "S3" }, []]);
  });
});

describe("a card", () => {
  test("keeps the steps of each reader apart", async () => {
    const path = await add("backend/training");
    const tick = (item: string, isDone = true) =>
      ana!.client.call(routes.saveSteps, { params: { cardId: path.id }, body: { item, isDone } });
    // From two devices at the same time, and one of them twice.
    await Promise.all(["Write", "Read", "Plan"].map((item) => tick(item)));
    await tick("Plan", false);
    expect((await tick("Read")).done.toSorted()).toEqual(["Read", "Write"]);
    const of = async (who: Announcer) =>
      (await who.client.call(routes.getCard, { params: { cardId: path.id } })).ownSteps;
    expect([(await of(ana!)).toSorted(), await of(ben!)]).toEqual([["Read", "Write"], []]);
  });

  test("takes a history of numbers, replaces days, and shows gaps as missing days", async () => {
    const keyword = await add("marketing/seo", { title: "Depot Software, Europe" });
    const csv = (text: string) => ({
      params: { typeId: keyword.typeId },
      body: { changeId: uuidv7(), csv: text },
    });
    const lines = ["keyword,day,position", '"depot software, europe",2026-11-01,14', "nobody,2026-11-01,3"];
    expect(await ana!.client.call(routes.importSeries, csv(lines.join("\n")))).toEqual({
      points: 1,
      unknown: ["nobody"],
    });
    const more = "Depot Software, Europe,2026-11-04,9\r\nDepot Software, Europe,2026-11-01,12";
    await ana!.client.call(routes.importSeries, csv(more));
    const open = await ana!.client.call(routes.getCard, { params: { cardId: keyword.id } });
    expect(open.series).toEqual([
      { day: "2026-11-01", value: 12 },
      { day: "2026-11-04", value: 9 },
    ]);
    expect(open.card.data.position).toBe(9);
    // A file is larger than other bodies are.
    const long = Array.from({ length: 2_500 }, (_, index) => `Somebody else's keyword ${index},2026-11-05,1`);
    expect(await ana!.client.call(routes.importSeries, csv(long.join("\n")))).toMatchObject({ points: 0 });
    expect(await ana!.refused(routes.importSeries, csv("a,2026-11-01,1\nb,yesterday,2"))).toBe(
      "series_wrong: csv",
    );
  });

  test("is listed by the days it touches, by a choice, and in the order of a field", async () => {
    const item = (title: string, starts: string, dueOn: string, channel: string) =>
      add("marketing/calendar", { title, dueOn, data: { starts_on: starts, channel } });
    await item("Early", "2030-01-01", "2030-01-03", "Blog");
    await item("Across", "2030-01-02", "2030-01-20", "Social");
    await item("Late", "2030-01-15", "2030-01-16", "Blog");
    const list = async (query: object) =>
      (
        await ana!.client.call(routes.listCards, {
          params: { typeId: typeOf("marketing/calendar").id },
          query,
        })
      ).items.map(({ title }) => title);
    expect(await list({ from: "2030-01-04", until: "2030-01-14" })).toEqual(["Across"]);
    expect(await list({ choices: "channel=Blog", sort: "field", by: "starts_on" })).toEqual([
      "Early",
      "Late",
    ]);
    const { id: typeId } = typeOf("marketing/calendar");
    const long = (sign: string) => ({
      ...{ starts_on: "2031-01-01", channel: "Blog" },
      campaign: sign.repeat(900),
    });
    for (const sign of ["🌊", "⚓"])
      await add("marketing/calendar", { title: sign, dueOn: "2031-01-02", data: long(sign) });
    const ordered: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { from: "2031-01-01", sort: "field" as const, by: "campaign", limit: 1 };
      const page = await ana!.client.call(routes.listCards, {
        params: { typeId },
        query: { ...query, ...(cursor && { cursor }) },
      });
      ordered.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(ordered.toSorted()).toEqual(["⚓", "🌊"].toSorted());
  });

  test("is found by its readers, and notifies its owner", async () => {
    const title = "Zephyrine ferries";
    const card = await add("marketing/campaigns", { title, owner: { id: ben!.id } as Card["owner"] });
    const find = async (who: Announcer) =>
      (await who.client.call(searchRoutes.searchEverywhere, { query: { query: "zephyrine" } })).items.map(
        ({ kind, link }) => [kind, link],
      );
    expect(await find(ben!)).toEqual([["card", `/marketing/campaigns/${card.id}`]]);
    expect(await find(outsider!)).toEqual([]);
    await everybodyNotified(server.db);
    const { items } = await ben!.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items.map(({ title: text }) => text)).toContain("Ana gave you the campaign “Zephyrine ferries”");
  });
});

describe("the overview of a department", () => {
  test("shows sections, changes, people, who is on call, what comes and what is pinned", async () => {
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const runbook = await add("devops/rollback", {
      title: "Swap",
      dueOn: soon,
      data: { service: "checkout" },
    });
    await change(runbook, { isPinned: true });
    const until = "2037-01-01T09:00:00.000Z";
    const slug = { params: { slug: "devops" } };
    const socket = await server.connect(ben!);
    const read = () => ben!.client.call(routes.readOverview, slug);
    await eventEqualsRefetch({
      socket,
      event: "section.changed",
      fetch: read,
      act: async () =>
        void (await ana!.client.call(routes.setOnCall, { ...slug, body: { personId: ben!.id, until } })),
      apply: (_before, _payload, fresh) => fresh,
    });
    socket.close();
    const overview = await read();
    expect(overview.onCall).toMatchObject({ person: { id: ben!.id }, until });
    expect(overview.people.map(({ name }) => name)).toEqual(expect.arrayContaining(["Ana", "Ben"]));
    expect(overview.coming).toEqual([
      expect.objectContaining({ title: "Swap", link: `/devops/rollback/${runbook.id}`, dueOn: soon }),
    ]);
    expect(overview.pinned.map(({ id }) => id)).toEqual([runbook.id]);
    expect(overview.changes.map(({ about }) => about)).toContain("Swap");
    expect(await outsider!.refused(routes.readOverview, slug)).toBe("section_not_found");
    const foreign = { ...slug, body: { personId: outsider!.id, until } };
    expect(await ana!.refused(routes.setOnCall, foreign)).toBe("person_not_found");
  });
});
