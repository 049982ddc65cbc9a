import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { CardFilter } from "@atoll/contract/cards/filter";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import { addDays } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben, kofi]: Announcer[] = [];
let typeId: string;
let restrictedId: string;
const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => addDays(today, days);

const fields = [
  { name: "line", label: "Line", kind: "text" },
  { name: "count", label: "Count", kind: "number" },
  { name: "value", label: "Value", kind: "money" },
  { name: "day", label: "Day", kind: "date" },
  {
    name: "size",
    label: "Size",
    kind: "choice",
    options: ["Small", "Large"],
    aliases: [{ from: "Big", to: "Large" }],
  },
  { name: "buyer", label: "Buyer", kind: "person" },
  { name: "site", label: "Site", kind: "link" },
  { name: "steps", label: "Steps", kind: "checklist" },
  { name: "secret", label: "Secret", kind: "text", isRetired: true },
];
const stages = [
  { id: "open", name: "Open", kind: "open", probability: 50 },
  { id: "drafts", name: "Drafts", kind: "open", probability: 0 },
  { id: "done", name: "Done", kind: "won", probability: 100 },
];

beforeAll(async () => {
  await createRole(server.db, { name: "backend cards", permissions: ["cards:backend"] });
  ana = await createAnnouncer(server, "Ana", { departments: ["Backend"], roles: ["user", "backend cards"] });
  ben = await createAnnouncer(server, "Ben", { departments: ["Backend"] });
  kofi = await createAnnouncer(server, "Kofi", { departments: ["Marketing"] });
  typeId = await addSection("orders");
  restrictedId = await addSection("secret-orders", true);
  await addCard("Atlas", {
    ...{ stage: "open", ownerId: ana.id, dueOn: inDays(-3) },
    data: {
      ...{ line: "Rope & 100% hemp", count: 5, value: { amount: 120_050, currency: "EUR" }, day: inDays(5) },
      ...{ size: "Small", buyer: ben.id, site: "https://atlas.example/shop" },
      steps: [{ text: "Sent", isDone: true }],
    },
  });
  await addCard("Beacon", {
    ...{ stage: "drafts", ownerId: ben.id, dueOn: inDays(4), body: "Asked for the Harbour quay." },
    data: {
      ...{ line: "Paint", count: -2, value: { amount: 5_000, currency: "USD" }, day: inDays(-5) },
      ...{ size: "Large", buyer: ana.id },
      steps: [
        { text: "Sent", isDone: true },
        { text: "Paid", isDone: false },
      ],
    },
  });
  await addCard("Cedar", { stage: "done", data: {} });
  await sql`UPDATE cards SET data = data || '{"secret": "harbour master"}' WHERE title = 'Cedar'`.execute(
    server.db,
  );
  await sql`UPDATE cards SET updated_at = now() - interval '20 days' WHERE title IN ('Atlas', 'Beacon', 'Cedar')
    AND type_id = ${typeId}`.execute(server.db);
});

async function addSection(slug: string, isRestricted = false): Promise<string> {
  const department = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirstOrThrow();
  const { id } = await server.db
    .insertInto("card_types")
    .values({
      ...{
        department_id: department.id,
        slug,
        name: slug,
        singular: "order",
        value_field: "value",
        stale_days: 14,
      },
      ...{ stages: JSON.stringify(stages), fields: JSON.stringify(fields), is_restricted: isRestricted },
      options: JSON.stringify({ templateStage: "drafts" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function addCard(
  title: string,
  more: { stage?: string; ownerId?: string; dueOn?: string; body?: string; data?: CardData } = {},
  section = typeId,
) {
  const body = { id: uuidv7(), title, ...more };
  return (await ana!.client.call(routes.createCard, { params: { typeId: section }, body })).card;
}

type Query = Partial<Record<keyof CardFilter, string>>;
const titles = async (query: object) =>
  (await ana!.client.call(routes.listCards, { params: { typeId }, query: { sort: "title", ...query } })).items
    .map(({ title }) => title)
    .join();

/** Filters and the cards that they let through. */
const cases: Record<string, [query: () => Query, found: string]> = {
  "several stages": [() => ({ stages: "open,done" }), "Atlas,Cedar"],
  "a stage that the section does not have": [() => ({ stages: "gone" }), "Atlas,Beacon,Cedar"],
  "several owners, and nobody": [() => ({ owners: `${ana!.id},none` }), "Atlas,Cedar"],
  "stalled cards, without templates": [() => ({ stalled: "true" }), "Atlas"],
  "due before today": [() => ({ due: "..today-1" }), "Atlas"],
  "due after a day": [() => ({ due: `${inDays(1)}..` }), "Beacon"],
  "due within the next days": [() => ({ due: "today..today+7" }), "Beacon"],
  "without a due date": [() => ({ due: "none" }), "Cedar"],
  "a date between two": [() => ({ fields: `day=${inDays(1)}..${inDays(9)}` }), "Atlas"],
  "a date within the last days": [() => ({ fields: "day=today-7..today" }), "Beacon"],
  "a date, or none": [() => ({ fields: "day=today-7..today&day=" }), "Beacon,Cedar"],
  "a day that no calendar has": [() => ({ fields: "day=2026-02-31.." }), ""],
  "a word that only begins like a day": [() => ({ fields: "day=todayx" }), ""],
  "a year that the database does not have": [() => ({ fields: "day=0000-01-01.." }), ""],
  "a number of at least": [() => ({ fields: "count=1.." }), "Atlas"],
  "a number of at most": [() => ({ fields: "count=..0" }), "Beacon"],
  "exactly a number": [() => ({ fields: "count=5" }), "Atlas"],
  "a number that is no number": [() => ({ fields: "count=five" }), ""],
  "without a number": [() => ({ fields: "count=" }), "Cedar"],
  "an amount of at least, in any currency": [() => ({ fields: "value=10.." }), "Atlas,Beacon"],
  "an amount of one currency": [() => ({ fields: "value=1200.5.. EUR" }), "Atlas"],
  "any amount of a currency": [() => ({ fields: "value=.. USD" }), "Beacon"],
  "several options": [() => ({ fields: "size=Small&size=Large" }), "Atlas,Beacon"],
  "the former name of an option": [() => ({ fields: "size=Big" }), "Beacon"],
  "a person": [() => ({ fields: `buyer=${ben!.id}` }), "Atlas"],
  "a checklist that is done": [() => ({ fields: "steps=done" }), "Atlas"],
  "a checklist with something left": [() => ({ fields: "steps=open" }), "Beacon"],
  "an empty checklist": [() => ({ fields: "steps=" }), "Cedar"],
  "a link that contains a text": [() => ({ fields: "site=~ATLAS.ex" }), "Atlas"],
  "a text that contains signs": [() => ({ fields: `line=~${encodeURIComponent("100%")}` }), "Atlas"],
  "two fields together": [() => ({ fields: "count=1..&size=Large" }), ""],
  "a field that is retired": [() => ({ fields: "secret=~harbour" }), "Atlas,Beacon,Cedar"],
  "a field that the section does not have": [() => ({ fields: "price=1.." }), "Atlas,Beacon,Cedar"],
  "words of the notes, not of a retired field": [() => ({ q: "harbour" }), "Beacon"],
  "words of a text field": [() => ({ q: "0% HEMP" }), "Atlas"],
  "two letters of an address": [() => ({ q: "/s" }), "Atlas"],
  "a pattern as the text that it is": [() => ({ q: "A%s" }), ""],
};

test.each(Object.entries(cases))(
  "finds by %s, in lists, on boards, in totals and in exports",
  async (_, [query, found]) => {
    const asked = query();
    expect(await titles(asked)).toBe(found);
    const count = found === "" ? 0 : found.split(",").length;
    const place = { params: { typeId }, query: asked };
    const { groups } = await ana!.client.call(routes.readBoard, place);
    expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(count);
    expect((await ana!.client.call(routes.readTotals, place)).count).toBe(count);
  },
);

test("exports the cards that a filter lets through", async () => {
  const { csv } = await ana!.client.call(routes.exportCards, {
    params: { typeId },
    query: { fields: "size=Large" },
  });
  expect(csv).toContain("Beacon");
  expect(csv).not.toContain("Atlas");
});

test("refuses filters that no list has", async () => {
  for (const query of [
    { due: "soon" },
    { due: "1..2" },
    { due: "2026-02-31.." },
    { owners: "me" },
    { stalled: "maybe" },
  ])
    expect(await ana!.refused(routes.listCards, { params: { typeId }, query })).toMatch(/^invalid_request: /);
});

test("adds up numbers, and each currency of amounts", async () => {
  await addCard("Dune", { data: { count: 2.5, value: { amount: 50, currency: "EUR" } } });
  const totals = await ana!.client.call(routes.readTotals, { params: { typeId }, query: {} });
  expect(totals).toEqual({
    count: 4,
    sums: [
      { field: "count", currency: null, sum: 5.5 },
      { field: "value", currency: "EUR", sum: 120_100 },
      { field: "value", currency: "USD", sum: 5_000 },
    ],
  });
  const dune = await ana!.client.call(routes.listCards, { params: { typeId }, query: { q: "Dune" } });
  const body = {
    changeId: uuidv7(),
    cardIds: dune.items.map(({ id }) => id),
    set: { isDeleted: true as const },
  };
  await ana!.client.call(routes.changeCards, { body });
});

/** Orders, and the cards in both directions. Cards without a value come last in both. */
const orders: Record<string, [query: object, rising: string, falling: string]> = {
  "the name": [{ sort: "title" }, "Atlas,Beacon,Cedar", "Cedar,Beacon,Atlas"],
  "the stage, in its order": [{ sort: "stage" }, "Atlas,Beacon,Cedar", "Cedar,Beacon,Atlas"],
  "the owner": [{ sort: "owner" }, "Atlas,Beacon,Cedar", "Beacon,Atlas,Cedar"],
  "the due date": [{ sort: "due" }, "Atlas,Beacon,Cedar", "Beacon,Atlas,Cedar"],
  "the time of adding": [{ sort: "created" }, "Atlas,Beacon,Cedar", "Cedar,Beacon,Atlas"],
  "a text": [{ sort: "field", by: "line" }, "Beacon,Atlas,Cedar", "Atlas,Beacon,Cedar"],
  "a number": [{ sort: "field", by: "count" }, "Beacon,Atlas,Cedar", "Atlas,Beacon,Cedar"],
  "the value": [{ sort: "value" }, "Beacon,Atlas,Cedar", "Atlas,Beacon,Cedar"],
  "a date": [{ sort: "field", by: "day" }, "Beacon,Atlas,Cedar", "Atlas,Beacon,Cedar"],
  "a choice, by its options": [{ sort: "field", by: "size" }, "Atlas,Beacon,Cedar", "Beacon,Atlas,Cedar"],
  "a person": [{ sort: "field", by: "buyer" }, "Beacon,Atlas,Cedar", "Atlas,Beacon,Cedar"],
  "a link": [{ sort: "field", by: "site" }, "Atlas,Beacon,Cedar", "Atlas,Cedar,Beacon"],
  "what is done of a checklist": [{ sort: "field", by: "steps" }, "Beacon,Atlas,Cedar", "Atlas,Beacon,Cedar"],
};

test.each(Object.entries(orders))(
  "sorts by %s, both ways, page by page",
  async (_, [query, rising, falling]) => {
    for (const [order, wanted] of [
      ["ascending", rising],
      ["descending", falling],
    ] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ana!.client.call(routes.listCards, {
          params: { typeId },
          query: { ...query, order, limit: 1, ...(cursor && { cursor }) },
        });
        found.push(...page.items.map(({ title }) => title));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && found.length < 5);
      expect(found.join()).toBe(wanted);
    }
  },
);

test("tells a member without the permission nothing of a restricted section by any filter", async () => {
  await addCard("Vault", { data: { line: "Gold", value: { amount: 900, currency: "EUR" } } }, restrictedId);
  const place = { params: { typeId: restrictedId }, query: { fields: "line=~Gold" } };
  expect((await ana!.client.call(routes.readTotals, place)).count).toBe(1);
  for (const outsider of [ben!, kofi!]) {
    for (const query of [{ fields: "line=~Gold" }, { fields: "line=~Tin" }, { q: "Vault" }, { q: "" }]) {
      const asked = { params: { typeId: restrictedId }, query };
      expect(await outsider.refused(routes.listCards, asked)).toBe("section_not_found");
      expect(await outsider.refused(routes.readBoard, asked)).toBe("section_not_found");
      expect(await outsider.refused(routes.readTotals, asked)).toBe("section_not_found");
      expect(await outsider.refused(routes.exportCards, asked)).toBe("section_not_found");
    }
    const body = { columns: ["line"] };
    expect(await outsider.refused(routes.setColumns, { params: { typeId: restrictedId }, body })).toBe(
      "section_not_found",
    );
  }
});

test("keeps the columns of a table for the person who chose them, on all of their devices", async () => {
  const columnsOf = async (who: Announcer) =>
    (await who.client.call(routes.listSections, { params: { slug: "backend" } })).sections.find(
      ({ type }) => type.id === typeId,
    )!.columns;
  const choose = (columns: string[]) =>
    ana!.client.call(routes.setColumns, { params: { typeId }, body: { columns } });
  const otherDevice = await server.connect(ana!);
  await choose(["day", "stage", "day"]);
  await otherDevice.next("section.changed");
  otherDevice.close();
  expect(await columnsOf(ana!)).toEqual(["day", "stage"]);
  expect(await columnsOf(ben!)).toEqual([]);
  await choose([]);
  expect(await columnsOf(ana!)).toEqual([]);
  const body = { columns: ["DROP TABLE"] };
  expect(await ana!.refused(routes.setColumns, { params: { typeId }, body })).toBe(
    "invalid_request: columns.0",
  );
});
