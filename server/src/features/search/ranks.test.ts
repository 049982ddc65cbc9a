import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

const server = sharedServer();
let [boss, ana]: Worker[] = [];

beforeAll(async () => {
  [boss, ana] = await createWorkers(server, {
    "Bea Boss": { roles: ["admin"], departments: ["Marketing"] },
    "Ana Reef": {},
  });
});

const found = async (query: string) =>
  (await boss!.client.call(searchRoutes.searchEverywhere, { query: { query } })).items;
const titles = async (query: string) => (await found(query)).map(({ title }) => title.text);
const departmentId = async (name: string) =>
  (await server.db.selectFrom("departments").select("id").where("name", "=", name).executeTakeFirstOrThrow())
    .id;

test("a title ranks above a text, and adjacent words above separate ones", async () => {
  await boss!.create({ title: "Of other things", description: "The ballast pump is loud" });
  await boss!.create({ title: "Pump out what is ballast" });
  await boss!.create({ title: "The ballast pump" });
  await boss!.create({ title: "Ballast pump" });
  expect(await titles("ballast pump")).toEqual([
    "Ballast pump",
    "The ballast pump",
    "Pump out what is ballast",
    "Of other things",
  ]);
});

test("ranks equal matches by age, then by the viewer's department, then by whether they were opened", async () => {
  const [old, other, own] = [
    await boss!.create({ title: "Oakum A" }),
    await boss!.create({ title: "Oakum B", departmentId: await departmentId("Backend") }),
    await boss!.create({ title: "Oakum C", departmentId: await departmentId("Marketing") }),
  ];
  await sql`UPDATE search_entries SET at = now() - interval '60 days' WHERE id = ${old.id}`.execute(
    server.db,
  );
  expect(await titles("oakum")).toEqual([own.title, other.title, old.title]);
  await boss!.client.call(searchRoutes.noteOpenedHit, { body: { kind: "task", id: other.id } });
  expect(await titles("oakum")).toEqual([other.title, own.title, old.title]);
  // Another person's results do not affect the ranking.
  await ana!.client.call(searchRoutes.noteOpenedHit, { body: { kind: "task", id: old.id } });
  expect(await titles("oakum")).toEqual([other.title, own.title, old.title]);
});

test("the viewer's own channel ranks above another public one", async () => {
  const own = await createChannel(server.db, { name: "tallow-room", type: "PUBLIC", members: [boss!.user] });
  await createChannel(server.db, { name: "tallow-yard", type: "PUBLIC", members: [ana!.user] });
  expect(await titles("tallow")).toEqual([own.name, "tallow-yard"]);
});
