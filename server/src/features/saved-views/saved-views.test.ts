import { administrationRoutes } from "@atoll/contract/administration/routes";
import { maxSavedViews } from "@atoll/contract/saved-views/limits";
import { savedViewRoutes as routes } from "@atoll/contract/saved-views/routes";
import type { NewSavedView, SavedView } from "@atoll/contract/saved-views/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben]: Announcer[] = [];
let bugsId: string;
let frontendId: string;
const places: Record<string, { query: string; unknown: string }> = {
  tasks: { query: "scope=my&status=todo,in_review", unknown: "stage=won" },
  ideas: { query: "page=board&tag=depot", unknown: "view=best" },
  questions: { query: "tab=unanswered&text=wharf", unknown: "tab=lost" },
  "knowledge:faq": { query: "category=Travel&text=visa", unknown: "show=mine" },
  "knowledge:sop": { query: "show=review&owner=me&trust=stale", unknown: "owner=you" },
  "knowledge:articles": { query: "show=list&trust=stale", unknown: "category=Travel" },
};

beforeAll(async () => {
  ana = await createAnnouncer(server, "Ana", { departments: ["Frontend"] });
  ben = await createAnnouncer(server, "Ben", { departments: ["Marketing"] });
  const { rows } = await sql<{ id: string; department_id: string }>`SELECT ct.id, ct.department_id
    FROM card_types ct JOIN departments d ON d.id = ct.department_id
    WHERE d.slug = 'frontend' AND ct.slug = 'bugs'`.execute(server.db);
  bugsId = rows[0]!.id;
  frontendId = rows[0]!.department_id;
  places[`cards:${bugsId}`] = { query: "view=table&sort=severity&whose=mine", unknown: "sort=weight" };
  places[`tasks:${frontendId}`] = { query: "sort=due", unknown: `department=${frontendId}` };
});

const view = (name: string, query = "scope=my"): NewSavedView => ({ id: uuidv7(), name, query });
const list = async (place = "tasks", who = ana!) =>
  (await who.client.call(routes.listSavedViews, { params: { place } })).views;
const save = (body: NewSavedView, place = "tasks", who = ana!) =>
  who.client.call(routes.saveView, { params: { place }, body });
const find = async (id: string, place = "tasks") => (await list(place)).find((one) => one.id === id);
const change = async (viewId: string, set: Partial<NewSavedView> & { version?: number }, place = "tasks") =>
  ana!.client.call(routes.changeSavedView, {
    params: { place, viewId },
    body: { version: (await find(viewId, place))?.version ?? 1, ...set },
  });
const order = (viewIds: string[], place = "tasks", who = ana!) =>
  who.client.call(routes.orderSavedViews, { params: { place }, body: { viewIds } });
const remove = (viewId: string, place = "tasks", who = ana!) =>
  who.client.call(routes.deleteSavedView, { params: { place, viewId } });
const shown = (views: readonly SavedView[]) => views.map(({ name, query }) => ({ name, query }));

describe("saved views", () => {
  test("are saved, renamed, ordered and deleted on all devices of the person, and of nobody else", async () => {
    const [first, second] = [view("Open work"), view("Due this week", "due=week")];
    const socket = await server.connect(ana!);
    const other = await server.connect(ben!);
    const proof = (act: () => Promise<unknown>) =>
      eventEqualsRefetch({
        socket,
        event: "saved-views.changed",
        fetch: () => list(),
        act,
        apply: (_before, { views }) => views,
      });
    await proof(() => save(first));
    await proof(() => save(second));
    await proof(() => change(second.id, { name: "This week" }));
    await proof(() => change(second.id, { query: "due=today,week" }));
    await proof(() => order([second.id, first.id]));
    expect(shown(await list())).toEqual([
      { name: "This week", query: "due=today%2Cweek" },
      { name: "Open work", query: "scope=my" },
    ]);
    await proof(() => remove(first.id));
    expect(await list("tasks", ben!)).toEqual([]);
    expect(other.received.filter(({ name }) => name === "saved-views.changed")).toEqual([]);
    for (const one of [socket, other]) one.close();
  });

  test("are created once when sent twice, and refuse another view with the same ID or name", async () => {
    const one = view("Harbour");
    await save(one);
    await save(one);
    expect((await list()).filter(({ name }) => name === "Harbour")).toHaveLength(1);
    await expect(save({ ...one, query: "scope=all" })).rejects.toThrow("saved_view_id_taken");
    await expect(save(one, "tasks", ben!)).rejects.toThrow("saved_view_id_taken");
    await expect(save({ ...one, query: "" }, "ideas")).rejects.toThrow("saved_view_id_taken");
    await expect(save(view("harbour"))).rejects.toThrow("saved_view_name_taken");
    const [other] = await list();
    await expect(change(other!.id, { name: "HARBOUR" })).rejects.toThrow("saved_view_name_taken");
    // The names of other people and of other pages do not count.
    await save(view("Harbour"), "tasks", ben!);
    await save(view("Harbour", ""), "ideas");
  });

  test("answer 404 when they belong to other people or pages", async () => {
    const one = view("Mine alone");
    await save(one);
    const ofBen = ben!.client.call(routes.changeSavedView, {
      params: { place: "tasks", viewId: one.id },
      body: { name: "Yours", version: 1 },
    });
    await expect(ofBen).rejects.toThrow("saved_view_not_found");
    await expect(change(one.id, { name: "Elsewhere" }, "ideas")).rejects.toThrow("saved_view_not_found");
    await remove(one.id, "tasks", ben!);
    await remove(one.id, "ideas");
    await order([one.id], "tasks", ben!);
    expect(await find(one.id)).toMatchObject({ name: "Mine alone", version: 1 });
  });

  test("refuse a change that was made from an older version", async () => {
    const one = view("In two tabs");
    await save(one);
    await change(one.id, { query: "scope=created" });
    await expect(change(one.id, { query: "scope=assigned", version: 1 })).rejects.toThrow(
      "changed_meanwhile",
    );
    expect(await find(one.id)).toMatchObject({ query: "scope=created", version: 2 });
  });

  test("are limited in number per page, also for concurrent requests", async () => {
    const lia = await createAnnouncer(server, "Lia");
    const all = Array.from({ length: maxSavedViews + 1 }, (_, index) => view(`View ${index}`, ""));
    const done = await Promise.allSettled(all.map((one) => save(one, "ideas", lia)));
    const refused = done.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    expect(refused).toEqual([expect.stringContaining("too_many_saved_views")]);
    expect(await list("ideas", lia)).toHaveLength(maxSavedViews);
    await save(view("Another page", ""), "questions", lia);
  });

  test("reordered on two devices at once end in one of the two orders", async () => {
    const kim = await createAnnouncer(server, "Kim");
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      const one = view(`View ${count}`, "");
      await save(one, "ideas", kim);
      ids.push(one.id);
    }
    const orders = [ids, ids.toReversed()];
    await Promise.all(Array.from({ length: 40 }, (_, index) => order(orders[index % 2]!, "ideas", kim)));
    expect(orders).toContainEqual((await list("ideas", kim)).map(({ id }) => id));
  });
});

describe("every page with views", () => {
  test("stores what its address can contain, and refuses anything else", async () => {
    for (const [place, { query, unknown }] of Object.entries(places)) {
      const one = view("Of this page", query);
      await save(one, place);
      const [saved] = await list(place).then((views) => views.filter(({ id }) => id === one.id));
      expect([place, decodeURIComponent(saved!.query), saved!.dropped]).toEqual([place, query, []]);
      for (const wrong of [unknown, `${query}&${unknown}`, "colour=red", "__proto__=1", "view=%zz"])
        await expect(save(view(wrong, wrong), place), wrong).rejects.toThrow("saved_view_not_understood");
      await expect(change(one.id, { query: unknown }, place)).rejects.toThrow("saved_view_not_understood");
      await remove(one.id, place);
    }
  });

  test("looks missing to people who may not see it, also when they lose the right", async () => {
    const place = `cards:${bugsId}`;
    await save(view("Mine", "whose=mine"), place);
    const missing = ["cards:0", `cards:${uuidv7()}`, "cards", "ideas:all", "knowledge:constructor", "pages"];
    for (const one of missing) await expect(list(one)).rejects.toThrow("view_place_not_found");
    for (const one of [place, `tasks:${frontendId}`])
      await expect(list(one, ben!)).rejects.toThrow("view_place_not_found");
    await sql`DELETE FROM user_departments WHERE user_id = ${ana!.id} AND department_id = ${frontendId}`.execute(
      server.db,
    );
    await expect.poll(() => list(place).catch(String)).toContain("view_place_not_found");
    await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${ana!.id}, ${frontendId})`.execute(
      server.db,
    );
    await expect
      .poll(async () => shown(await list(place).catch(() => [])))
      .toEqual([{ name: "Mine", query: "whose=mine" }]);
  });

  test("leaves out filters that it no longer has, and names them", async () => {
    const place = `cards:${bugsId}`;
    const one = view("By severity", "view=table&sort=severity&whose=mine");
    await save(one, place);
    await sql`UPDATE card_types SET fields = (SELECT jsonb_agg(f) FROM jsonb_array_elements(fields) f
      WHERE f->>'name' <> 'severity') WHERE id = ${bugsId}`.execute(server.db);
    expect(await find(one.id, place)).toMatchObject({ query: "view=table&whose=mine", dropped: ["sort"] });
    await change(one.id, { query: "view=table&whose=mine" }, place);
    expect(await find(one.id, place)).toMatchObject({ dropped: [] });
  });
});

test("replace a department that is merged into another one", async () => {
  const sol = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  const create = async (name: string) => {
    const { rows } = await sql<{ id: string }>`INSERT INTO departments (name, slug)
      VALUES (${name}, ${name.toLowerCase()}) RETURNING id`.execute(server.db);
    return rows[0]!.id;
  };
  const [fromId, intoId] = [await create("Sails"), await create("Ropes")];
  const eve = await createAnnouncer(server, "Eve", { departments: ["Sails", "Ropes"] });
  await save(view("Ours", `department=${fromId}`), "tasks", eve);
  await save(view("Due", "sort=due"), `tasks:${fromId}`, eve);
  await save(view("Due", "sort=title"), `tasks:${intoId}`, eve);
  await sol.client.call(administrationRoutes.mergeDepartment, {
    params: { departmentId: fromId },
    body: { intoId },
  });
  expect(shown(await list("tasks", eve))).toEqual([{ name: "Ours", query: `department=${intoId}` }]);
  expect(shown(await list(`tasks:${intoId}`, eve))).toEqual([
    { name: expect.stringMatching(/^Due \w{8}$/), query: "sort=due" },
    { name: "Due", query: "sort=title" },
  ]);
});
