import type { CardFieldKind } from "@atoll/contract/cards/field-schemas";
import { maxFields } from "@atoll/contract/cards/limits";
import { choiceParameter } from "@atoll/contract/cards/list-search";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardChange } from "@atoll/contract/cards/schemas";
import type { SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { currentOption } from "@atoll/contract/fields/field-schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { areWaiting, holdSection } from "../../../../test/hold-section.ts";
import { everybodyNotified } from "../../../../test/settled.ts";

const server = sharedServer();
let ana: Announcer;
let greta: Announcer;
let ruth: Announcer;
let departmentId: string;

beforeAll(async () => {
  await createRole(server.db, { name: "departments", permissions: ["departments:manage"] });
  ana = await createAnnouncer(server, "Ana", { departments: ["Marketing"] });
  greta = await createAnnouncer(server, "Greta", {
    roles: ["user", "departments"],
    departments: ["Marketing"],
  });
  ruth = await createAnnouncer(server, "Ruth", { roles: ["user", "departments"] });
  const { rows } = await sql<{ id: string }>`SELECT id FROM departments WHERE slug = 'marketing'`.execute(
    server.db,
  );
  departmentId = rows[0]!.id;
});

const slug = { params: { slug: "marketing" } };
const inDepartment = () => ({ params: { departmentId } });
let count = 0;

async function addSection(more: object = {}): Promise<SectionSettings> {
  count += 1;
  const body = { id: uuidv7(), name: `Suppliers ${count}`, singular: "supplier", ...more };
  return (await greta.client.call(routes.createSection, { ...inDepartment(), body })).section;
}
const bySection = ({ id }: { id: string }) => ({ params: { sectionId: id } });
const byField = ({ id }: { id: string }, field: string) => ({ params: { sectionId: id, field } });
const readSection = async (id: string) =>
  (await greta.client.call(routes.listSettings, inDepartment())).sections.find((one) => one.id === id)!;

async function addField(section: SectionSettings, label: string, kind: CardFieldKind, options?: string[]) {
  const { version } = await readSection(section.id);
  const body = { version, label, kind, ...(options && { options }) };
  const { section: after } = await greta.client.call(routes.addField, { ...bySection(section), body });
  return after.fields.at(-1)!.name;
}
async function addCard(section: { id: string }, title: string, data: Card["data"] = {}, stage?: string) {
  const body = { id: uuidv7(), title, data, ...(stage !== undefined && { stage }) };
  return (await ana.client.call(routes.createCard, { params: { typeId: section.id }, body })).card;
}
const change = async (card: { id: string }, set: CardChange["set"]) =>
  (
    await ana.client.call(routes.changeCards, {
      body: { changeId: uuidv7(), cardIds: [card.id], set },
    })
  ).cards[0]!;
const read = async (card: { id: string }) =>
  (await ana.client.call(routes.getCard, { params: { cardId: card.id } })).card;
const typeOf = async (id: string) =>
  (await ana.client.call(routes.listSections, slug)).sections.find(({ type }) => type.id === id)?.type;

async function convert(section: SectionSettings, field: string, wanted: object): Promise<void> {
  const { version } = await readSection(section.id);
  await greta.client.call(routes.convertField, {
    ...byField(section, field),
    body: { version, kind: "text", ...wanted },
  });
  await converted(section.id);
}
const converted = (id: string) =>
  vi.waitFor(async () => {
    expect((await readSection(id)).fields.filter(({ conversion }) => conversion)).toEqual([]);
  });

describe("a section of an administrator", () => {
  test("gets its address from its name, and works like those that come with Atoll", async () => {
    const name = `Überraschungen & Gäste ${uuidv7().slice(-4)}`;
    const section = await addSection({
      name,
      singular: "guest",
      icon: "users",
      views: ["board", "table", "calendar"],
      stages: [
        { name: "Invited", kind: "open" },
        { name: "Confirmed", kind: "won" },
      ],
      fields: [
        { label: "Budget", kind: "money" },
        { label: "Meal", kind: "choice", options: ["Fish", "Vegetables"] },
      ],
    });
    expect(section.slug).toMatch(/^uberraschungen-gaste-/);
    const { sections } = await ana.client.call(routes.listOwnSections, {});
    expect(sections).toContainEqual({
      departmentId,
      path: `/marketing/${section.slug}`,
      name,
      icon: "users",
    });
    const type = (await typeOf(section.id))!;
    expect(type.stages.map(({ name: stage, probability }) => [stage, probability])).toEqual([
      ["Invited", 50],
      ["Confirmed", 100],
    ]);
    const [budget, meal] = type.fields.map((field) => field.name);
    expect(type).toMatchObject({ valueField: budget, options: { layout: { badge: meal } } });
    const data = { [budget!]: { amount: 5_000, currency: "EUR" }, [meal!]: "Fish" };
    const card = await addCard(section, "Norr Line", data);
    expect(card).toMatchObject({ stage: type.stages[0]!.id, data });
    const { csv } = await ana.client.call(routes.exportCards, { params: { typeId: section.id }, query: {} });
    expect(csv).toContain("50.00 EUR");
    const { sections: all } = await ana.client.call(routes.readOverview, slug);
    expect(all.find((one) => one.type.id === section.id)?.figures.stages[0]?.count).toBe(1);
  });

  test("needs no stages: its cards are open", async () => {
    const section = await addSection();
    expect(section.stages).toMatchObject([{ name: "Open", kind: "open", count: 0 }]);
    expect((await addCard(section, "Plain")).stage).toBe(section.stages[0]!.id);
  });

  test("is created once when sent again, and needs a unique name", async () => {
    const body = { id: uuidv7(), name: "Vendors", singular: "vendor" };
    const first = await greta.client.call(routes.createSection, { ...inDepartment(), body });
    expect(await greta.client.call(routes.createSection, { ...inDepartment(), body })).toEqual(first);
    const other = { ...body, name: "Sellers" };
    expect(await greta.refused(routes.createSection, { ...inDepartment(), body: other })).toBe(
      "section_id_taken",
    );
    const same = { ...body, id: uuidv7(), name: "VENDORS" };
    expect(await greta.refused(routes.createSection, { ...inDepartment(), body: same })).toBe(
      "section_name_taken",
    );
    const builtIn = { ...body, id: uuidv7(), name: "Campaigns" };
    expect(await greta.refused(routes.createSection, { ...inDepartment(), body: builtIn })).toBe(
      "section_name_taken",
    );
  });

  test("is hidden when it is archived, and comes back with its cards", async () => {
    const section = await addSection();
    const card = await addCard(section, "Kept");
    const archive = async (isArchived: boolean) => {
      const { version } = await readSection(section.id);
      await greta.client.call(routes.changeSection, { ...bySection(section), body: { version, isArchived } });
    };
    await archive(true);
    expect(await typeOf(section.id)).toBeUndefined();
    expect(await ana.refused(routes.getCard, { params: { cardId: card.id } })).toBe("card_not_found");
    await archive(false);
    expect((await read(card)).title).toBe("Kept");
  });

  test("keeps a stage that has cards, and renames the others in place", async () => {
    const stages = [
      { name: "New", kind: "open" },
      { name: "Signed", kind: "won" },
    ];
    const section = await addSection({ stages });
    const card = await addCard(section, "One");
    const [first, second] = section.stages;
    type Wanted = { id?: string; name: string; kind: "open" | "won"; tone?: "warning" };
    const send = (wanted: Wanted[], version: number) =>
      greta.client.call(routes.changeSection, { ...bySection(section), body: { version, stages: wanted } });
    await expect(send([{ id: second!.id, name: "Signed", kind: "won" }], section.version)).rejects.toThrow(
      /Cards still use/,
    );
    const { section: after } = await send(
      [
        { name: "Asked", kind: "open", tone: "warning" },
        { id: first!.id, name: "Fresh", kind: "open" },
      ],
      section.version,
    );
    expect(after.stages.map(({ id, name, count: cards }) => [id, name, cards])).toEqual([
      ["asked", "Asked", 0],
      [first!.id, "Fresh", 1],
    ]);
    expect((await read(card)).stage).toBe(first!.id);
    // An earlier version of the app names no colours.
    const again = after.stages.map(({ id, name }) => ({ id, name, kind: "open" as const }));
    const { section: last } = await send(again, after.version);
    expect(last.stages.map(({ tone }) => tone)).toEqual(["warning", undefined]);
  });

  test("can only be created and changed by people who manage departments, with the same answer if it does not exist", async () => {
    const section = await addSection();
    for (const id of [section.id, uuidv7()]) {
      const call = { ...bySection({ id }), body: { version: 1, name: "Mine" } };
      expect(await ana.refused(routes.changeSection, call)).toBe("forbidden");
    }
    expect(await ana.refused(routes.listSettings, inDepartment())).toBe("forbidden");
    expect(await ruth.refused(routes.listSettings, { params: { departmentId: uuidv7() } })).toBe(
      "department_not_found",
    );
    const mine = await createAnnouncer(server, "Olu", { roles: ["user", "departments"] });
    await mine.client.call(routes.listSettings, inDepartment());
    await sql`DELETE FROM user_roles ur USING roles r WHERE r.id = ur.role_id AND r.name = 'departments'
      AND ur.user_id = ${mine.id}`.execute(server.db);
    await vi.waitFor(async () =>
      expect(
        await mine.refused(routes.addField, {
          ...bySection(section),
          body: { version: section.version, label: "Late", kind: "text" },
        }),
      ).toBe("forbidden"),
    );
  });

  test("keeps what the first of two administrators has saved", async () => {
    const section = await addSection();
    const rename = (who: Announcer, name: string) =>
      who.client.call(routes.changeSection, {
        ...bySection(section),
        body: { version: section.version, name },
      });
    const results = await Promise.allSettled([
      rename(greta, `First ${section.id}`),
      rename(ruth, `Second ${section.id}`),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refusal = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(String(refusal.reason)).toMatch(/Someone else changed this/);
  });

  test("is announced to the department, and each change is in the audit log", async () => {
    const socket = await server.connect(ana);
    const section = await addSection();
    expect(await socket.next("section.changed")).toEqual({ departmentId });
    await addCard(section, "Heard of");
    expect(await socket.next("card.changed")).toMatchObject({ card: { title: "Heard of" } });
    socket.close();
    await addField(section, "Phone", "text");
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit_log
      WHERE subject_id = ${section.id} ORDER BY number`.execute(server.db);
    expect(rows.map(({ action }) => action)).toEqual(["section.created", "section.updated"]);
  });

  test("goes with its department, once no card is left", async () => {
    const { rows } = await sql<{ id: string }>`INSERT INTO departments (name, slug, description)
      VALUES ('Short-lived', 'short-lived', '') RETURNING id`.execute(server.db);
    const own = { params: { departmentId: rows[0]!.id } };
    const body = { id: uuidv7(), name: "Things", singular: "thing" };
    await greta.client.call(routes.createSection, { ...own, body });
    await sql`DELETE FROM departments WHERE id = ${rows[0]!.id}`.execute(server.db);
    expect(await greta.refused(routes.listSettings, own)).toBe("department_not_found");
  });
});

describe("a field of an administrator", () => {
  test("has choices and stages of the company in a section that comes with Atoll", async () => {
    const built = async (slug: string) =>
      (await greta.client.call(routes.listSettings, inDepartment())).sections.find(
        (one) => one.slug === slug,
      )!;
    const calendar = await built("calendar");
    const card = await addCard(calendar, "Podcast launch", { channel: "Events" });
    const old = (name: string) => ({ was: name, name });
    const options = [
      old("Blog"),
      { was: "Social", name: "Networks" },
      old("Newsletter"),
      { name: "Podcast" },
    ];
    const wanted = { ...byField(calendar, "channel"), body: { version: calendar.version, options } };
    expect(await greta.refused(routes.changeField, wanted)).toBe("section_part_used");
    const optionMoves = [{ from: "Events", to: "Podcast" }];
    await greta.client.call(routes.changeField, { ...wanted, body: { ...wanted.body, optionMoves } });
    await vi.waitFor(async () => expect((await read(card)).data.channel).toBe("Podcast"));
    const { version, stages } = await built("calendar");
    const kept = stages.map(({ count: _count, probability: _probability, ...stage }) => stage);
    const without = kept
      .filter(({ id }) => id !== "draft")
      .concat({ id: undefined, name: "Recorded", kind: "open" } as never);
    const change = { ...bySection(calendar), body: { version, stages: without } };
    expect(await greta.refused(routes.changeSection, change)).toBe("section_part_used");
    const stageMoves = [{ from: "draft", to: "in_review" }];
    await greta.client.call(routes.changeSection, { ...change, body: { ...change.body, stageMoves } });
    expect(await read(card)).toMatchObject({ stage: "in_review" });
    expect(
      (await built("calendar")).stages.map(({ name, probability }) => [name, probability]),
    ).toContainEqual(["Scheduled", 80]);
  });

  test("keeps what a rule of the section needs, and renames it in the rule", async () => {
    const study = async () =>
      (await greta.client.call(routes.listSettings, inDepartment())).sections.find(
        (one) => one.slug === "case-studies",
      )!;
    const section = await study();
    const names = section.fields.find(({ name }) => name === "consent")!.options!;
    const body = (options: { was?: string; name: string }[], version: number) => ({
      ...byField(section, "consent"),
      body: { version, options },
    });
    const without = names.filter((name) => name !== "Given").map((name) => ({ was: name, name }));
    expect(await greta.refused(routes.changeField, body(without, section.version))).toBe(
      "section_part_ruled",
    );
    const stages = section.stages
      .filter(({ id }) => id !== "published")
      .map(({ id, name, kind }) => ({ id, name, kind }));
    expect(
      await greta.refused(routes.changeSection, {
        ...bySection(section),
        body: { version: section.version, stages },
      }),
    ).toBe("section_part_ruled");
    const renamed = names.map((was) => ({ was, name: was === "Given" ? "Signed" : was }));
    await greta.client.call(routes.changeField, body(renamed, section.version));
    const card = await addCard(section, "Marlowe", {
      client: "Marlowe",
      consent: "Signed",
      consent_until: "2099-01-01",
    });
    expect((await change(card, { stage: "published" })).stage).toBe("published");
  });

  test("skips cards that a rule protects, lists them to the person who made the change, and changes the rest", async () => {
    const section = async () =>
      (await greta.client.call(routes.listSettings, inDepartment())).sections.find(
        (one) => one.slug === "case-studies",
      )!;
    const { id, version, stages, fields } = await section();
    const given = fields
      .find(({ name }) => name === "consent")!
      .options!.find((name) => ["Given", "Signed"].includes(name))!;
    const later = { consent: given, consent_until: "2099-01-01" };
    const [published, open] = [
      await change(await addCard({ id }, "Published one", { client: "Kestrel" }), {
        stage: "published",
        data: later,
      }),
      await addCard({ id }, "Open one", { client: "Kestrel" }),
    ];
    const from = (await read(open)).stage;
    const wanted = stages
      .filter((stage) => stage.id !== from)
      .map(({ id: stage, name, kind }) => ({ id: stage, name, kind }));
    const stageMoves = [{ from, to: "published" }];
    const refusal = await greta.client.send("PATCH", `/api/admin/sections/${id}`, {
      body: { version, stages: wanted, stageMoves },
    });
    expect(refusal.status).toBe(409);
    expect(JSON.stringify(refusal.body)).toContain("keep “Open one”");
    expect((await read(open)).stage).toBe(from);
    // Its approvals and rules know an option that gets another name.
    const names = fields.find(({ name }) => name === "consent")!.options!;
    const body = {
      version,
      options: names.map((was) => ({ was, name: was === given ? "In writing" : was })),
    };
    await greta.client.call(routes.changeField, { ...byField({ id }, "consent"), body });
    await converted(id);
    expect(await read(published)).toMatchObject({ stage: "published", data: { consent: "In writing" } });
  });

  test("moves an option's cards by the rules of their section", async () => {
    await createRole(server.db, { name: "devops-settings", permissions: ["departments:manage"] });
    const dora = await createAnnouncer(server, "Dora", {
      roles: ["user", "devops-settings"],
      departments: ["DevOps"],
    });
    const eli = await createAnnouncer(server, "Eli", { departments: ["DevOps"] });
    const { rows } = await sql<{ id: string }>`SELECT id FROM departments WHERE slug = 'devops'`.execute(
      server.db,
    );
    const settings = async () =>
      (await dora.client.call(routes.listSettings, { params: { departmentId: rows[0]!.id } })).sections.find(
        ({ slug: own }) => own === "deployment",
      )!;
    const { id, fields } = await settings();
    const add = async (title: string, data: Card["data"], stage?: string) => {
      const body = { id: uuidv7(), title, data, ownerId: dora.id, ...(stage && { stage }) };
      return (await dora.client.call(routes.createCard, { params: { typeId: id }, body })).card;
    };
    const set = (card: { id: string }, to: CardChange["set"]) =>
      dora.client.call(routes.changeCards, { body: { changeId: uuidv7(), cardIds: [card.id], set: to } });
    const get = async (card: { id: string }) =>
      (await eli.client.call(routes.getCard, { params: { cardId: card.id } })).card;
    const options = fields.find(({ name }) => name === "environment")!.options!;
    const [first, second] = ["Staging", options.find((name) => name !== "Staging")!];
    const data = { service: "checkout", environment: first, approved_by: eli.id };
    const [live, waiting] = [
      await add("Live one", data),
      await add("Waiting one", { ...data, approved_by: null }),
    ];
    const seen = await get(live);
    await eli.client.call(routes.approveCard, {
      params: { cardId: live.id },
      body: {
        changeId: uuidv7(),
        field: "approved_by",
        content: seen.content,
        isApproved: true,
      },
    });
    await set(live, { stage: "live" });
    const changeOptions = async (body: object) => {
      const { version } = await settings();
      const call = { ...byField({ id }, "environment"), body: { version, ...body } };
      await dora.client.call(routes.changeField, call);
      await vi.waitFor(async () =>
        expect((await settings()).fields.filter(({ conversion }) => conversion)).toEqual([]),
      );
    };
    // Another name is the same content, which stays approved.
    const called = "Rehearsal";
    await changeOptions({ options: options.map((was) => ({ was, name: was === first ? called : was })) });
    expect(await get(live)).toMatchObject({ stage: "live", data: { environment: called } });
    expect((await get(live)).approvals).toHaveLength(1);
    const rest = options.filter((name) => name !== first).map((was) => ({ was, name: was }));
    await changeOptions({ options: rest, optionMoves: [{ from: called, to: second }] });
    // Another environment is another content, which nobody has approved.
    expect((await get(live)).data.environment).toBe(called);
    expect((await get(waiting)).data.environment).toBe(second);
    await everybodyNotified(server.db);
    const { items } = await dora.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items[0]).toMatchObject({
      kind: "card.kept",
      title: expect.stringContaining("left “Live one” as they were"),
      link: "/devops/deployment",
    });
  });

  test("is read by fewer once its section is restricted", async () => {
    const section = await addSection();
    const card = await addCard(section, "Salaries", {});
    const { version } = await readSection(section.id);
    const restrict = { ...bySection(section), body: { version, isRestricted: true } };
    expect((await greta.client.call(routes.changeSection, restrict)).section.isRestricted).toBe(true);
    expect(await ana.refused(routes.getCard, { params: { cardId: card.id } })).toBe("card_not_found");
    const open = { ...bySection(section), body: { version: version + 1, isRestricted: false } };
    await greta.client.call(routes.changeSection, open);
    expect((await read(card)).title).toBe("Salaries");
  });

  test("joins a section that comes with Atoll, whose own fields stay as they are", async () => {
    const { sections } = await greta.client.call(routes.listSettings, inDepartment());
    const campaigns = sections.find((one) => one.slug === "campaigns")!;
    const agency = await addField(campaigns, "Agency", "text");
    const card = await addCard(campaigns, "Autumn", { [agency]: "Hällbo" });
    expect(card.data[agency]).toBe("Hällbo");
    const { version, fields } = await readSection(campaigns.id);
    for (const body of [
      { version, label: "Money" },
      { version, isRetired: true },
    ])
      expect(await greta.refused(routes.changeField, { ...byField(campaigns, "budget"), body })).toBe(
        "section_built_in",
      );
    const rename = { ...bySection(campaigns), body: { version, name: "Drives" } };
    expect(await greta.refused(routes.changeSection, rename)).toBe("section_built_in");
    const fieldOrder = [agency, ...fields.map(({ name }) => name).filter((name) => name !== agency)];
    await greta.client.call(routes.changeSection, { ...bySection(campaigns), body: { version, fieldOrder } });
    expect((await typeOf(campaigns.id))?.fields[0]?.name).toBe(agency);
    const short = { version: version + 1, fieldOrder: [agency] };
    expect(await greta.refused(routes.changeSection, { ...bySection(campaigns), body: short })).toBe(
      "section_field_wrong",
    );
  });

  test("hides its values when it is retired, and shows them when it is restored", async () => {
    const section = await addSection();
    const field = await addField(section, "Phone", "number");
    const card = await addCard(section, "Norr", { [field]: 7 });
    await addCard(section, "Osterby", { [field]: 3 });
    const retire = async (isRetired: boolean) => {
      const { version } = await readSection(section.id);
      await greta.client.call(routes.changeField, {
        ...byField(section, field),
        body: { version, isRetired },
      });
      await converted(section.id);
    };
    await retire(true);
    expect((await typeOf(section.id))?.fields).toEqual([]);
    const body = { changeId: uuidv7(), cardIds: [card.id], set: { data: { [field]: 8 } } };
    expect(await ana.refused(routes.changeCards, { body })).toBe(`card_field_wrong: data.${field}`);
    await change(card, { title: "Norr Line" });
    await retire(false);
    const list = await ana.client.call(routes.listCards, {
      params: { typeId: section.id },
      query: { sort: "field", by: field },
    });
    expect(list.items.map(({ title, data }) => [title, data[field]])).toEqual([
      ["Norr Line", 7],
      ["Osterby", 3],
    ]);
  });

  test("is not found by search while it is retired", async () => {
    const section = await addSection();
    const field = await addField(section, "Nickname", "text");
    const card = await addCard(section, "Norr", { [field]: "Quillwort harbour" });
    const find = async (who: Announcer) =>
      (await who.client.call(searchRoutes.searchEverywhere, { query: { query: "quillwort" } })).items.map(
        ({ kind, link }) => [kind, link],
      );
    const found = [["card", `/marketing/${section.slug}/${card.id}`]];
    expect(await find(ana)).toEqual(found);
    expect(await find(ruth)).toEqual([]);
    const retire = async (isRetired: boolean) => {
      const { version } = await readSection(section.id);
      await greta.client.call(routes.changeField, {
        ...byField(section, field),
        body: { version, isRetired },
      });
      await converted(section.id);
    };
    await retire(true);
    expect(await find(ana)).toEqual([]);
    await retire(false);
    expect(await find(ana)).toEqual(found);
  });

  test("is known to webhooks, saved views and old links by the former names of its options", async () => {
    const section = await addSection();
    const name = await addField(section, "Meal", "choice", ["Fish", "Vegetables"]);
    const place = `cards:${section.id}`;
    // The first choice marks the cards, a later one has a parameter of its own.
    const other = await addField(section, "Drink", "choice", ["Tea", "Water"]);
    const listed = { params: { place } };
    const { type } = (await ana.client.call(routes.listSections, slug)).sections.find(
      (one) => one.type.id === section.id,
    )!;
    const [meal, drink] = [choiceParameter(type, name), choiceParameter(type, other)];
    const view = { id: uuidv7(), name: "Fish and tea", query: `${meal}=Fish&${drink}=Tea` };
    await ana.client.call(savedViewRoutes.saveView, { ...listed, body: view });
    const socket = await server.connect(ana);
    const renameTo = async (options: { was: string; name: string }[]) => {
      const { version } = await readSection(section.id);
      await greta.client.call(routes.changeField, { ...byField(section, name), body: { version, options } });
      await converted(section.id);
    };
    const vegetables = { was: "Vegetables", name: "Vegetables" };
    await renameTo([{ was: "Fish", name: "Trout & co" }, vegetables]);
    const query = `${meal}=Trout%20%26%20co&${drink}=Tea`;
    expect((await socket.next("saved-views.changed")).views).toMatchObject([{ id: view.id, query }]);
    expect((await ana.client.call(savedViewRoutes.listSavedViews, listed)).views).toMatchObject([
      { query, dropped: [] },
    ]);
    const field = async () => (await readSection(section.id)).fields.find((one) => one.name === name)!;
    expect((await field()).aliases).toEqual([{ from: "Fish", to: "Trout & co" }]);
    expect(currentOption(await field(), "Fish")).toBe("Trout & co");
    // Its old name, back again, is another name no more.
    await renameTo([{ was: "Trout & co", name: "Fish" }, vegetables]);
    expect((await field()).aliases).toEqual([{ from: "Trout & co", to: "Fish" }]);
    // A former name is never a pattern that takes in the names of other options.
    await renameTo([{ was: "Fish", name: "F*" }, vegetables]);
    await renameTo([{ was: "F*", name: "Fowl" }, vegetables]);
    expect((await field()).aliases).toEqual([
      { from: "Trout & co", to: "Fowl" },
      { from: "Fish", to: "Fowl" },
    ]);
    socket.close();
  });

  test("takes other names for its options, and says whether reports add some", async () => {
    const section = await addSection();
    const name = await addField(section, "Meal", "choice", ["Fish", "Vegetables"]);
    const text = await addField(section, "Remarks", "text");
    const set = async (body: object, of = name) => {
      const { version } = await readSection(section.id);
      const call = { ...byField(section, of), body: { version, ...body } };
      return greta.client.call(routes.changeField, call).then(
        ({ section: after }) => after.fields.find((one) => one.name === of),
        () => greta.refused(routes.changeField, call),
      );
    };
    const aliases = [{ from: "fis*", to: "Fish" }];
    expect(await set({ aliases })).toMatchObject({ aliases, grows: false });
    const later = [...aliases, { from: "tofu", to: "Vegan" }];
    expect(await set({ aliases: later })).toBe("section_field_wrong");
    expect(await set({ aliases: later, grows: true })).toMatchObject({ aliases: later, grows: true });
    expect(await set({ grows: true }, text)).toMatch(/^section_field_wrong/);
    expect(await set({ aliases: [...aliases, { from: "FIS*", to: "Fish" }] })).toMatch(/^invalid_request/);
    // A removed option takes its other names with it: no report brings it back.
    expect(await set({ options: [{ was: "Vegetables", name: "Vegetables" }] })).toMatchObject({
      aliases: [{ from: "tofu", to: "Vegan" }],
    });
    expect(
      await ana.refused(routes.changeField, { ...byField(section, name), body: { version: 1, grows: true } }),
    ).toBe("forbidden");
  });

  test("renames an option on every card, and keeps one that is used", async () => {
    const section = await addSection();
    const field = await addField(section, "Rating", "choice", ["Good", "Bad"]);
    const card = await addCard(section, "Norr", { [field]: "Good" });
    const { version } = await readSection(section.id);
    const send = (options: { was?: string; name: string }[], at = version) => ({
      ...byField(section, field),
      body: { version: at, options },
    });
    expect(await greta.refused(routes.changeField, send([{ was: "Bad", name: "Bad" }]))).toBe(
      "section_part_used",
    );
    await greta.client.call(
      routes.changeField,
      send([{ name: "Unknown" }, { was: "Good", name: "Excellent" }]),
    );
    await converted(section.id);
    expect((await read(card)).data[field]).toBe("Excellent");
    const query = { choices: `${field}=Excellent` };
    const found = await ana.client.call(routes.listCards, { params: { typeId: section.id }, query });
    expect(found.items.map(({ id }) => id)).toEqual([card.id]);
  });

  test(`is refused beyond ${maxFields}, and when its settings were changed since`, async () => {
    const fields = Array.from({ length: maxFields }, (_, at) => ({ label: `Field ${at}`, kind: "text" }));
    const section = await addSection({ fields });
    const body = { version: section.version, label: "One more", kind: "text" as const };
    expect(await greta.refused(routes.addField, { ...bySection(section), body })).toBe("too_many_fields");
    const old = { version: section.version - 1, label: "Old" };
    const first = section.fields[0]!.name;
    expect(await greta.refused(routes.changeField, { ...byField(section, first), body: old })).toBe(
      "changed_meanwhile",
    );
  });
});

describe("a change of a field's type", () => {
  test("says beforehand what it does, keeps what does not convert, and gives it back", async () => {
    const section = await addSection();
    const field = await addField(section, "Size", "text");
    const texts = ["12", "1,200.50", "large", "3 pallets", "-4"];
    const cards: Card[] = [];
    for (const text of texts) cards.push(await addCard(section, `Card ${text}`, { [field]: text }));
    await addCard(section, "Empty");
    const dryRun = (who: Announcer, kind: CardFieldKind) =>
      who.client.call(routes.checkConversion, { ...byField(section, field), body: { kind } });
    const { check } = await dryRun(greta, "number");
    expect(check).toEqual({
      filled: 5,
      converts: 3,
      fails: 2,
      returns: 0,
      examples: [
        { title: "Card large", value: "large" },
        { title: "Card 3 pallets", value: "3 pallets" },
      ],
    });
    // The right to manage departments lets nobody read the cards of one.
    expect((await dryRun(ruth, "number")).check).toMatchObject({ fails: 2, examples: null });
    expect((await read(cards[0]!)).data[field]).toBe("12");

    const socket = await server.connect(ana);
    await convert(section, field, { kind: "number" });
    // The new settings, then the new values.
    expect(await socket.next("section.changed")).toEqual({ departmentId });
    expect(await socket.next("section.changed")).toEqual({ departmentId, isRewritten: true });
    socket.close();
    const after = await Promise.all(cards.map(read));
    expect(after.map(({ data }) => data[field])).toEqual([12, 1200.5, undefined, undefined, -4]);
    expect(after.map(({ earlier }) => earlier[field])).toEqual([
      undefined,
      undefined,
      ["large"],
      ["3 pallets"],
      undefined,
    ]);
    const sorted = await ana.client.call(routes.listCards, {
      params: { typeId: section.id },
      query: { sort: "field", by: field },
    });
    expect(sorted.items.slice(0, 2).map(({ data }) => data[field])).toEqual([1200.5, 12]);

    expect((await change(cards[3]!, { clearEarlier: [field] })).earlier).toEqual({});
    expect((await dryRun(greta, "text")).check).toMatchObject({ filled: 3, converts: 3, returns: 1 });
    await convert(section, field, { kind: "text" });
    const back = await Promise.all(cards.map(read));
    expect(back.map(({ data }) => data[field])).toEqual(["12", "1,200.50", "large", undefined, "-4"]);
    expect(back.map(({ earlier }) => earlier)).toEqual([{}, {}, {}, {}, {}]);
  });

  fullTest("reaches every card of a large section, deleted ones too", async () => {
    const section = await addSection();
    const field = await addField(section, "Code", "text");
    await sql`INSERT INTO cards (id, type_id, title, stage, rank, data, sent_hash, created_by)
      SELECT gen_random_uuid(), ${section.id}, 'Card ' || n, ${section.stages[0]!.id}, 'a' || lpad(n::text, 5, '0') || 'V',
        jsonb_build_object(${field}::text, n::text), '\\x00', ${ana.id} FROM generate_series(1, 450) n`.execute(
      server.db,
    );
    const gone = await addCard(section, "Gone", { [field]: "77" });
    await change(gone, { isDeleted: true });
    await convert(section, field, { kind: "number" });
    const { rows } = await sql<{ kind: string; count: number }>`SELECT jsonb_typeof(data -> ${field}) AS kind,
      count(*)::int AS count FROM cards WHERE type_id = ${section.id} GROUP BY 1`.execute(server.db);
    expect(rows).toEqual([{ kind: "number", count: 451 }]);
    const { rows: values } = await sql<{ sum: number }>`SELECT sum(number_value)::int AS sum FROM card_values
      WHERE type_id = ${section.id} AND field = ${field}`.execute(server.db);
    expect(values).toEqual([{ sum: (450 * 451) / 2 + 77 }]);
  });

  test("takes a value of the old type from a browser that does not know of it, if it converts", async () => {
    const section = await addSection();
    const field = await addField(section, "Size", "text");
    const card = await addCard(section, "Old browser", { [field]: "large" });
    const other = await addCard(section, "Other");
    await convert(section, field, { kind: "number" });
    expect((await change(card, { data: { [field]: "42" } })).data[field]).toBe(42);
    const body = { changeId: uuidv7(), cardIds: [other.id], set: { data: { [field]: "huge" } } };
    await expect(ana.client.call(routes.changeCards, { body })).rejects.toThrow(/Size takes a number/);
  });

  test("survives the undo of an earlier change", async () => {
    const section = await addSection();
    const field = await addField(section, "Size", "text");
    const card = await addCard(section, "Undone", { [field]: "large" });
    const changeId = uuidv7();
    await ana.client.call(routes.changeCards, {
      body: { changeId, cardIds: [card.id], set: { data: { [field]: null } } },
    });
    await convert(section, field, { kind: "number" });
    await ana.client.call(routes.undoChange, { params: { changeId } });
    expect(await read(card)).toMatchObject({ data: {}, earlier: { [field]: ["large"] } });
  });

  test("is refused for a field that comes with Atoll, and while another one runs", async () => {
    const { sections } = await greta.client.call(routes.listSettings, inDepartment());
    const campaigns = sections.find((one) => one.slug === "campaigns")!;
    const built = { ...byField(campaigns, "goal"), body: { kind: "number" as const } };
    expect(await greta.refused(routes.checkConversion, built)).toBe("section_built_in");
    const section = await addSection();
    const field = await addField(section, "Size", "text");
    await sql`UPDATE card_types SET fields = jsonb_set(fields, '{0,conversion}',
      ${JSON.stringify({ id: uuidv7(), from: "text" })}::jsonb) WHERE id = ${section.id}`.execute(server.db);
    const { version } = await readSection(section.id);
    const call = { ...byField(section, field), body: { version, kind: "number" as const } };
    expect(await greta.refused(routes.convertField, call)).toBe("section_converting");
  });
});

describe("an import of cards", () => {
  const sectionForImport = () =>
    addSection({
      stages: [
        { name: "Asked", kind: "open" },
        { name: "Booked", kind: "won" },
      ],
      fields: [
        { label: "Rent", kind: "money" },
        { label: "Kind", kind: "choice", options: ["Hall", "Ship"] },
        { label: "Checks", kind: "checklist" },
      ],
    });
  const send = (section: { id: string }, csv: string, isDryRun = false, changeId = uuidv7()) => ({
    params: { typeId: section.id },
    body: { changeId, csv, isDryRun },
  });
  const all = async (section: { id: string }) =>
    (await ana.client.call(routes.listCards, { params: { typeId: section.id }, query: {} })).items;

  test("says beforehand which rows it leaves out, is done once, and is undone", async () => {
    const section = await sectionForImport();
    const csv = [
      "Name;Stage;Due;Rent;Kind;Colour",
      "MS Alma;Booked;27.11.2026;1,200 EUR;ship;red",
      "Old Customs House;;;;Barn;",
      ";Asked;;;;",
      "Quay 4;Asked;soon;;;",
      '"Hall, the ""large"" one";;;80;Hall;',
    ].join("\r\n");
    const outcome = {
      created: 2,
      leftOut: 3,
      problems: [
        { row: 3, message: "Kind: “Barn” does not fit" },
        { row: 4, message: "Name: use 1 to 200 characters" },
        { row: 5, message: "“soon” is not a date such as 2026-11-27" },
      ],
      repeated: 0,
      repeatedNames: [],
      unknown: ["Colour"],
      unknownPeople: [],
      ambiguous: [{ row: 2, column: "Rent", text: "1,200", value: 1200 }],
    };
    expect(await ana.client.call(routes.importCards, send(section, csv, true))).toEqual(outcome);
    expect(await all(section)).toEqual([]);
    const changeId = uuidv7();
    for (let time = 0; time < 2; time += 1)
      expect(await ana.client.call(routes.importCards, send(section, csv, false, changeId))).toEqual(outcome);
    const [rent, kind] = section.fields.map(({ name }) => name);
    const cards = await all(section);
    expect(cards.map(({ title, dueOn, data }) => [title, dueOn, data[rent!], data[kind!]])).toEqual([
      ["MS Alma", "2026-11-27", { amount: 120_000, currency: "EUR" }, "Ship"],
      ['Hall, the "large" one', null, { amount: 8_000, currency: "EUR" }, "Hall"],
    ]);
    expect(cards[0]!.stage).toBe(section.stages[1]!.id);
    await ana.client.call(routes.undoChange, { params: { changeId } });
    expect(await all(section)).toEqual([]);
  });

  test("counts rows that are in the section already, leaves them out on request, and adds a resent import once", async () => {
    const importer = await createAnnouncer(server, "Lia", { departments: ["Marketing"] });
    const section = await sectionForImport();
    const importAll = (csv: string, repeats: "add" | "leave-out", isDryRun = false, changeId = uuidv7()) => {
      const { params, body } = send(section, csv, isDryRun, changeId);
      return importer.client.call(routes.importCards, { params, body: { ...body, repeats } });
    };
    const names = async () => (await all(section)).map(({ title }) => title).sort();
    const csv = "Name\nMS Alma\nQuay 4\nQuay 4";
    const changeId = uuidv7();
    // An answer that was lost: the cards of the first try are no reason to leave out the rows of the second.
    for (let time = 0; time < 2; time += 1)
      expect(await importAll(csv, "leave-out", false, changeId)).toMatchObject({ created: 3, repeated: 0 });
    const again = { created: 1, repeated: 3, repeatedNames: ["QUAY 4", "ms alma"].sort() };
    const more = "Name\nms alma\nQUAY 4\nQUAY 4\nPier";
    const dryRun = await importAll(more, "leave-out", true);
    expect({ ...dryRun, repeatedNames: dryRun.repeatedNames.toSorted() }).toMatchObject(again);
    await importAll(more, "leave-out");
    expect(await names()).toEqual(["MS Alma", "Pier", "Quay 4", "Quay 4"]);
    expect(await importAll("Name\nPier", "add")).toMatchObject({ created: 1, repeated: 1 });
    await importer.client.call(routes.undoChange, { params: { changeId } });
    // A card that is deleted is not there.
    expect(await importAll("Name\nMS Alma", "leave-out")).toMatchObject({ created: 1, repeated: 0 });
    expect(await names()).toEqual(["MS Alma", "Pier", "Pier"]);
  });

  test("uses the section as it is when the import runs, not as it was when it was sent", async () => {
    const section = await sectionForImport();
    const [asked, booked] = section.stages;
    const csv = "Name;Stage;Rent\nMS Alma;Booked;1,200 EUR\nQuay 4;Asked;80";
    expect(await ana.client.call(routes.importCards, send(section, csv, true))).toMatchObject({ created: 2 });
    const release = await holdSection(server.db, section.id);
    const body = { version: section.version, stages: [asked!, { name: "Signed", kind: "won" as const }] };
    const changing = greta.client.call(routes.changeSection, { ...bySection(section), body });
    await areWaiting(server.db, 1);
    const importing = ana.client.call(routes.importCards, send(section, csv));
    await areWaiting(server.db, 2);
    await release();
    await changing;
    expect(await importing).toMatchObject({
      created: 1,
      problems: [{ row: 2, message: `There is no stage “${booked!.name}”` }],
    });
    expect((await all(section)).map(({ title, stage }) => [title, stage])).toEqual([["Quay 4", asked!.id]]);
  });

  test("is refused when its sender has left the department by the time its turn comes", async () => {
    const section = await sectionForImport();
    const leaver = await createAnnouncer(server, "Lea", { departments: ["Marketing"] });
    const release = await holdSection(server.db, section.id);
    const importing = leaver.refused(routes.importCards, send(section, "Name\nMS Alma"));
    await areWaiting(server.db, 1);
    await server.db.deleteFrom("user_departments").where("user_id", "=", leaver.id).execute();
    await release();
    expect(await importing).toBe("section_not_found");
    expect(await all(section)).toEqual([]);
  });

  test("gives cards to owners by address or name, and names the people it does not find", async () => {
    const section = await addSection({ fields: [{ label: "Contact", kind: "person" }] });
    const [contact] = section.fields.map(({ name }) => name);
    const mia = await createAnnouncer(server, "Mia", { departments: ["Marketing"] });
    const twins = ["Bo Lindqvist", "bo lindqvist"];
    for (const name of twins) await createAnnouncer(server, name, {});
    const csv = [
      "Name,Owner,Contact",
      `By address,${mia.user.email.toUpperCase()},${ana.user.name}`,
      `By name,${greta.user.name.toLowerCase()},Nobody Known`,
      "Two of them,Bo Lindqvist,",
      `No reader,${ruth.user.email},${ruth.user.email}`,
    ].join("\n");
    const { unknownPeople, created } = await ana.client.call(routes.importCards, send(section, csv));
    expect([unknownPeople, created]).toEqual([["Nobody Known", "Bo Lindqvist", ruth.user.email], 4]);
    const cards = await all(section);
    expect(cards.map(({ owner, data }) => [owner?.id, data[contact!]])).toEqual([
      [mia.id, ana.id],
      [greta.id, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test("lets no card name an owner or a person who cannot read it", async () => {
    const section = await addSection({ fields: [{ label: "Contact", kind: "person" }] });
    const contact = section.fields[0]!.name;
    const create = (more: object) => ({
      params: { typeId: section.id },
      body: { id: uuidv7(), title: "Hall", ...more },
    });
    const noOne = uuidv7();
    const { card } = await ana.client.call(
      routes.createCard,
      create({ ownerId: ana.id, data: { [contact]: ana.id } }),
    );
    const change = (set: object) => ({ body: { changeId: uuidv7(), cardIds: [card.id], set } });
    for (const [id, owner] of [
      [ruth.id, "card_field_wrong: owner"],
      [noOne, "person_not_found"],
    ] as const) {
      const data = { [contact]: id };
      expect(await ana.refused(routes.createCard, create({ ownerId: id }))).toBe(owner);
      expect(await ana.refused(routes.changeCards, change({ ownerId: id }))).toBe(owner);
      for (const answer of [
        await ana.refused(routes.createCard, create({ data })),
        await ana.refused(routes.changeCards, change({ data })),
      ])
        expect(answer).toBe(`card_field_wrong: data.${contact}`);
    }
    const { people } = await ana.client.call(routes.findReaders, {
      params: { typeId: section.id },
      query: { limit: 50 },
    });
    expect(people.map(({ id }) => id)).toContain(ana.id);
    expect(people.map(({ id }) => id)).not.toContain(ruth.id);
    // Someone who has left the section since stays, while other fields change.
    const leaver = await createAnnouncer(server, "Lea", { departments: ["Marketing"] });
    await ana.client.call(routes.changeCards, change({ ownerId: leaver.id, data: { [contact]: leaver.id } }));
    await server.db.deleteFrom("user_departments").where("user_id", "=", leaver.id).execute();
    await ana.client.call(routes.changeCards, change({ title: "Hall 2", ownerId: leaver.id }));
  });

  test("reads numbers by the decimal mark of the file, and names those that depend on it", async () => {
    // Imports are limited by person.
    const importer = await createAnnouncer(server, "Lia", { departments: ["Marketing"] });
    const section = await sectionForImport();
    const csv = "Name\tRent\nHall\t42.000 EUR\nShip\t42,50\nBarn\t1.200,50 EUR\nQuay\t0x10";
    const amounts: unknown[] = [];
    for (const decimalMark of [".", ","] as const) {
      const { params, body } = send(section, csv);
      const result = await importer.client.call(routes.importCards, {
        params,
        body: { ...body, decimalMark },
      });
      expect(result.problems).toEqual([{ row: 5, message: "Rent: “0x10” does not fit" }]);
      amounts.push(result.ambiguous);
      const rent = section.fields[0]!.name;
      const cards = (await all(section)).slice(-3);
      amounts.push(cards.map(({ data }) => (data[rent] as { amount: number }).amount));
    }
    const ambiguous = { row: 2, column: "Rent", text: "42.000" };
    expect(amounts).toEqual([
      [{ ...ambiguous, value: 42 }],
      [4200, 4250, 120_050],
      [{ ...ambiguous, value: 42_000 }],
      [4_200_000, 4250, 120_050],
    ]);
  });

  test("reads headings over several lines, and refuses two columns for one field", async () => {
    // Imports are limited by person.
    const importer = await createAnnouncer(server, "Lia", { departments: ["Marketing"] });
    const section = await sectionForImport();
    const csv = '"Name","Rent","Long\n; heading;;;"\nHall,80,x';
    expect(await importer.client.call(routes.importCards, send(section, csv, true))).toMatchObject({
      created: 1,
      unknown: ["Long\n; heading;;;"],
    });
    const spread = '"Name\n";" Due";Rent\nHall;;80';
    expect(await importer.client.call(routes.importCards, send(section, spread, true))).toMatchObject({
      unknown: [],
    });
    for (const [text, message] of [
      ["Name,Rent,Rent\nHall,80,90", "Two columns are called “Rent”. Rename or remove one of them."],
      [
        "Name,Title\nHall,Ship",
        "The columns “Name” and “Title” are for the same field. Rename or remove one of them.",
      ],
    ] as const) {
      const answer = await importer.client.refused(routes.importCards, send(section, text));
      expect(answer.body.error.fields?.[0]?.message).toBe(message);
    }
  });

  test("brings back every cell of an export, formulas and notes too", async () => {
    // Imports are limited by person.
    const importer = await createAnnouncer(server, "Lia", { departments: ["Marketing"] });
    const section = await addSection({
      fields: [
        { label: "Size", kind: "number" },
        { label: "Remark", kind: "text" },
        { label: "Notes", kind: "text" },
        { label: "Rent", kind: "money" },
      ],
    });
    const [size, remark, notes, rent] = section.fields.map(({ name }) => name);
    const texts = [
      "=SUM(A1)",
      "-1 is cold",
      "'=quoted",
      "''@twice",
      "'plain'",
      "+49 431 1",
      'a\nb; "c"',
      "＝wide",
    ];
    for (const [index, text] of texts.entries())
      await ana.client.call(routes.createCard, {
        params: { typeId: section.id },
        body: {
          id: uuidv7(),
          title: text.replace("\n", " "),
          body: `${text}\n\nsecond`,
          dueOn: "2026-12-01",
          ownerId: ana.id,
          data: {
            [size!]: [1.125, -1.125, -3, 1500, 1234.5][index % 5]!,
            [remark!]: text,
            [notes!]: `field ${text}`,
            [rent!]: { amount: 4_200_050, currency: "CHF" },
          },
        },
      });
    const plain = async () =>
      (await all(section)).map(({ title, body, dueOn, owner, data, stage }) => [
        title,
        body,
        dueOn,
        owner?.id,
        data,
        stage,
      ]);
    const before = await plain();
    const { csv } = await ana.client.call(routes.exportCards, { params: { typeId: section.id }, query: {} });
    for (const decimalMark of [".", ","] as const) {
      const { params, body } = send(section, csv);
      const result = await importer.client.call(routes.importCards, {
        params,
        body: { ...body, decimalMark },
      });
      expect(result).toMatchObject({ created: texts.length, problems: [], unknown: [], ambiguous: [] });
      expect((await plain()).slice(-texts.length)).toEqual(before);
    }
  });

  test("accepts an exported file, and refuses unreadable values", async () => {
    const section = await sectionForImport();
    const [, kind, checks] = section.fields.map(({ name }) => name);
    const items = [
      { text: "Price", isDone: true },
      { text: "Tasting", isDone: false },
    ];
    await addCard(section, "MS Alma", { [kind!]: "Ship", [checks!]: items });
    const { csv } = await ana.client.call(routes.exportCards, { params: { typeId: section.id }, query: {} });
    await ana.client.call(routes.importCards, send(section, csv));
    const [first, second] = await all(section);
    expect(second?.data).toEqual(first?.data);
    for (const text of ["Name", "Kind\nShip", 'Name\n"open', `Name\n${"x\n".repeat(501)}`])
      expect(await ana.refused(routes.importCards, send(section, text))).toMatch(/^csv_unreadable/);
    expect(await ruth.refused(routes.importCards, send(section, csv))).toBe("section_not_found");
  });
});
