import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardChange, CardType } from "@atoll/contract/cards/schemas";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { askQuestion } from "../../../test/ask-ai.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();
let [ruth, ines, kofi]: Announcer[] = [];
let admin: Announcer;
let pipeline: CardType;
const slug = "business-development";

beforeAll(async () => {
  await createRole(server.db, { name: "bd cards", permissions: ["cards:business"] });
  const inBusiness = { departments: ["Business Development"] };
  ruth = await createAnnouncer(server, "Ruth", { ...inBusiness, roles: ["user", "bd cards"] });
  ines = await createAnnouncer(server, "Ines", inBusiness);
  kofi = await createAnnouncer(server, "Kofi", { departments: ["Backend"] });
  admin = await createAnnouncer(server, "Greta", { roles: ["admin"] });
  const { sections } = await ruth.client.call(routes.listSections, { params: { slug } });
  pipeline = sections[0]!.type;
});

const inPipeline = () => ({ params: { typeId: pipeline.id } });
const eur = (amount: number) => ({ amount, currency: "EUR" });

async function addDeal(more: { title?: string; stage?: string; data?: Card["data"] } = {}) {
  const body = { id: uuidv7(), title: "Deal", ...more };
  return (await ruth!.client.call(routes.createCard, { ...inPipeline(), body })).card;
}

const change = async (who: Announcer, cards: readonly { id: string }[], set: CardChange["set"], more = {}) =>
  (
    await who.client.call(routes.changeCards, {
      body: { changeId: uuidv7(), cardIds: cards.map(({ id }) => id), set, ...more },
    })
  ).cards;
const titlesIn = async (stage: string) =>
  (await ruth!.client.call(routes.listCards, { ...inPipeline(), query: { stage } })).items.map(
    ({ title }) => title,
  );
const figures = async () =>
  (await ruth!.client.call(routes.listSections, { params: { slug } })).sections[0]!.figures;

describe("a section", () => {
  test("is visible only to members of its department, also among administrators", async () => {
    const card = await addDeal();
    for (const outsider of [kofi!, admin]) {
      expect(await outsider.refused(routes.listSections, { params: { slug } })).toBe("section_not_found");
      expect(await outsider.refused(routes.listCards, { ...inPipeline(), query: {} })).toBe(
        "section_not_found",
      );
      expect(await outsider.refused(routes.getCard, { params: { cardId: card.id } })).toBe("card_not_found");
      const body = { changeId: uuidv7(), cardIds: [card.id], set: { title: "Mine" } };
      expect(await outsider.refused(routes.changeCards, { body })).toBe("card_not_found");
    }
    expect((await ines!.client.call(routes.getCard, { params: { cardId: card.id } })).type.slug).toBe(
      "pipeline",
    );
  });

  test("requires cards/{view} as well when it is restricted", async () => {
    await sql`UPDATE card_types SET is_restricted = true WHERE id = ${pipeline.id}`.execute(server.db);
    const seenBy = async (who: Announcer) =>
      (await who.client.call(routes.listSections, { params: { slug } })).sections.map(
        ({ type }) => type.slug,
      );
    expect(await seenBy(ines!)).toEqual(["outreach", "proposals", "market"]);
    expect(await seenBy(ruth!)).toEqual(["pipeline", "outreach", "proposals", "market"]);
    await sql`UPDATE card_types SET is_restricted = false WHERE id = ${pipeline.id}`.execute(server.db);
  });

  test("finds cards by amounts as people write them, in search and in Ask AI", async () => {
    const deal = await addDeal({ title: "Harbour lights", data: { value: eur(128_401) } });
    for (const query of ["1284.01", "1,284.01", "1.284,01"]) {
      const { items } = await ruth!.client.call(searchRoutes.searchEverywhere, { query: { query } });
      expect([query, items.map(({ id }) => id)]).toEqual([query, [deal.id]]);
    }
    const { turn } = await askQuestion(ruth!.client, "Which deal is worth 1,284.01 euros?");
    expect(turn.passages[0]).toMatchObject({ kind: "card", id: deal.id });
    await ruth!.client.call(routes.changeCards, {
      body: { changeId: uuidv7(), cardIds: [deal.id], set: { isDeleted: true } },
    });
  });

  test("adds up each currency apart, by stage and weighted by its probability", async () => {
    const before = await figures();
    await addDeal({ stage: "proposal", data: { value: eur(100_000) } });
    await addDeal({ stage: "proposal", data: { value: eur(50_001) } });
    await addDeal({ stage: "proposal", data: { value: { amount: 700, currency: "USD" } } });
    const after = (await figures()).stages.find(({ stage }) => stage === "proposal");
    expect(before.stages.find(({ stage }) => stage === "proposal")?.totals).toEqual([]);
    expect(after).toEqual({
      stage: "proposal",
      count: 3,
      totals: [
        { currency: "EUR", amount: 150_001, weighted: 90_001 },
        { currency: "USD", amount: 700, weighted: 420 },
      ],
    });
  });

  test("counts open cards that nobody has changed for two weeks as stalled", async () => {
    const card = await addDeal();
    const { stalled } = await figures();
    await sql`UPDATE cards SET updated_at = now() - interval '15 days' WHERE id = ${card.id}`.execute(
      server.db,
    );
    expect((await figures()).stalled).toBe(stalled + 1);
    await change(ruth!, [card], { stage: "won" });
    expect((await figures()).stalled).toBe(stalled);
  });
});

describe("a card", () => {
  test("is stored once when sent again, and refused with the ID of another", async () => {
    const body = { id: uuidv7(), title: "Once" };
    const first = await ruth!.client.call(routes.createCard, { ...inPipeline(), body });
    expect(await ruth!.client.call(routes.createCard, { ...inPipeline(), body })).toEqual(first);
    const other = { ...inPipeline(), body: { ...body, title: "Twice" } };
    expect(await ruth!.refused(routes.createCard, other)).toBe("card_id_taken");
    const filled = { ...inPipeline(), body: { id: uuidv7(), title: "Filled", data: { value: eur(1) } } };
    const { card } = await ruth!.client.call(routes.createCard, filled);
    const retireValue = (isRetired: boolean) =>
      sql`UPDATE card_types SET fields = (SELECT jsonb_agg(CASE WHEN f ->> 'name' = 'value'
          THEN f || jsonb_build_object('isRetired', ${isRetired}::boolean) ELSE f END ORDER BY n)
        FROM jsonb_array_elements(fields) WITH ORDINALITY AS e (f, n)) WHERE id = ${pipeline.id}`.execute(
        server.db,
      );
    // Sent again after a lost answer, when its values no longer fit.
    await retireValue(true);
    expect((await ruth!.client.call(routes.createCard, filled)).card.id).toBe(card.id);
    await retireValue(false);
  });

  test("takes only values that fit the fields of its section", async () => {
    const refused = (data: Card["data"]) =>
      ruth!.refused(routes.createCard, { ...inPipeline(), body: { id: uuidv7(), title: "Wrong", data } });
    expect(await refused({ colour: "red" })).toBe("card_field_wrong: data.colour");
    expect(await refused({ value: "much" })).toBe("card_field_wrong: data.value");
    expect(await refused({ source: "Rumour" })).toBe("card_field_wrong: data.source");
    expect(await refused({ website: "javascript:alert(1)" })).toBe("card_field_wrong: data.website");
    const card = await addDeal({ data: { source: "Event", next_step: "Call" } });
    const [changed] = await change(ines!, [card], { data: { next_step: null, contact: "Mira" } });
    expect(changed?.data).toEqual({ source: "Event", contact: "Mira" });
  });

  test("requires a reason when it is lost, and drops it when it is reopened", async () => {
    const card = await addDeal();
    const lose = { changeId: uuidv7(), cardIds: [card.id], set: { stage: "lost" } };
    expect(await ruth!.refused(routes.changeCards, { body: lose })).toBe("stage_reason_required");
    expect((await change(ruth!, [card], { stage: "lost", reason: "Too dear" }))[0]).toMatchObject({
      stage: "lost",
      reason: "Too dear",
    });
    expect((await change(ruth!, [card], { stage: "lead" }))[0]?.reason).toBe("");
    expect(
      await ruth!.refused(routes.changeCards, {
        body: { ...lose, changeId: uuidv7(), set: { stage: "gone" } },
      }),
    ).toBe("card_field_wrong: set.stage");
  });

  test("moves to its place, and an undo puts it back", async () => {
    const [a, b, c] = [
      await addDeal({ stage: "negotiation", title: "A" }),
      await addDeal({ stage: "negotiation", title: "B" }),
      await addDeal({ stage: "negotiation", title: "C" }),
    ];
    await change(ruth!, [c], { stage: "negotiation" }, { afterId: null });
    expect(await titlesIn("negotiation")).toEqual(["C", "A", "B"]);
    const changeId = uuidv7();
    await change(ruth!, [c], { stage: "negotiation" }, { afterId: a.id, changeId });
    await change(ruth!, [c], { stage: "negotiation" }, { afterId: a.id, changeId });
    expect(await titlesIn("negotiation")).toEqual(["A", "C", "B"]);
    await ruth!.client.call(routes.undoChange, { params: { changeId } });
    expect(await titlesIn("negotiation")).toEqual(["C", "A", "B"]);
    expect(await ines!.refused(routes.undoChange, { params: { changeId } })).toBe("card_change_not_found");
    expect(b.stage).toBe("negotiation");
  });

  test("has one place when two move it at once, and nothing is lost", async () => {
    const cards = await Promise.all(["X", "Y", "Z"].map((title) => addDeal({ stage: "qualified", title })));
    const before = (await titlesIn("qualified")).length;
    await Promise.all(
      [ruth!, ines!].flatMap((who, index) =>
        cards.map((card) =>
          change(who, [card], { stage: index === 0 ? "won" : "qualified" }, { afterId: null }),
        ),
      ),
    );
    const all = [...(await titlesIn("won")), ...(await titlesIn("qualified"))];
    for (const title of ["X", "Y", "Z"]) expect(all.filter((one) => one === title)).toHaveLength(1);
    expect(before).toBeGreaterThanOrEqual(3);
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM (SELECT stage, rank FROM cards
      WHERE deleted_at IS NULL GROUP BY stage, rank, type_id HAVING count(*) > 1) twice`.execute(server.db);
    expect(rows[0]?.count).toBe(0);
  });

  test("keeps its history, and can be changed and deleted together with others", async () => {
    const cards = [await addDeal({ title: "One" }), await addDeal({ title: "Two" })];
    const changeId = uuidv7();
    await change(ines!, cards, { ownerId: ines!.id, dueOn: "2027-01-05" }, { changeId });
    const { items } = await ruth!.client.call(routes.readHistory, {
      params: { cardId: cards[0]!.id },
      query: {},
    });
    expect(items.map(({ field, person }) => [field, person.name])).toEqual([
      ["due", "Ines"],
      ["owner", "Ines"],
      ["created", "Ruth"],
    ]);
    const removal = uuidv7();
    expect(await change(ines!, cards, { isDeleted: true }, { changeId: removal })).toEqual([]);
    expect(await ruth!.refused(routes.getCard, { params: { cardId: cards[0]!.id } })).toBe("card_not_found");
    const back = await ines!.client.call(routes.undoChange, { params: { changeId: removal } });
    expect(back.cards).toHaveLength(2);
  });

  test("is listed in every order, a page at a time without gaps or doubles", async () => {
    for (const [title, amount] of [
      ["Pear", 3],
      ["apple", 900_000_000],
      ["Quince", 2],
    ] as const)
      await addDeal({ title, data: { value: eur(amount) } });
    const whole = async (sort: "title" | "value" | "due" | "updated" | "position", limit: number) => {
      const found: Card[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await ruth!.client.call(routes.listCards, {
          ...inPipeline(),
          query: { sort, limit, cursor },
        });
        found.push(...page.items);
        if (page.nextCursor === null) return found;
        cursor = page.nextCursor;
      }
    };
    for (const sort of ["title", "value", "due", "updated", "position"] as const)
      expect((await whole(sort, 4)).map(({ id }) => id)).toEqual(
        (await whole(sort, 200)).map(({ id }) => id),
      );
    const { nextCursor } = await ruth!.client.call(routes.listCards, {
      ...inPipeline(),
      query: { sort: "title", limit: 1 },
    });
    // A cursor of another order is no cursor of this one.
    for (const sort of ["due", "value", "updated"] as const)
      expect(
        await ruth!.refused(routes.listCards, { ...inPipeline(), query: { sort, cursor: nextCursor! } }),
      ).toBe("invalid_request: cursor");
    expect((await whole("value", 50))[0]?.title).toBe("apple");
    const { csv, isWhole } = await ruth!.client.call(routes.exportCards, {
      ...inPipeline(),
      query: { q: "APPLE" },
    });
    expect(isWhole).toBe(true);
    expect(csv.split("\n")[1]).toContain("apple,Lead,,,9000000.00 EUR");
  });

  test("updates live for members, and disappears when it is deleted", async () => {
    const card = await addDeal();
    const socket = await server.connect(ines!);
    await eventEqualsRefetch({
      socket,
      event: "card.changed",
      fetch: async () => (await ines!.client.call(routes.getCard, { params: { cardId: card.id } })).card,
      act: async () => void (await change(ruth!, [card], { title: "Renamed" })),
      apply: (_before, { card: now }) => now,
    });
    await change(ruth!, [card], { isDeleted: true });
    expect(await socket.next("card.gone")).toEqual({ cardId: card.id, typeId: pipeline.id });
    socket.close();
  });
});
