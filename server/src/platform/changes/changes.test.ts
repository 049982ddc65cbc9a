import { type Kysely, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { applyChange } from "./apply-change.ts";
import { type Audiences, broadcastEach } from "./broadcast.ts";
import type { Changeable } from "./changeable.ts";
import { column, type Fields, type ItemField, lifecycleFields } from "./field.ts";
import { readHistoryPage } from "./history.ts";
import { undoChange } from "./undo-change.ts";

// A kind of its own, in a table of its own: what the engine does is the same for every area.
interface Tables {
  boxes: {
    id: string;
    title: string;
    owner: string;
    place: string;
    deleted_at: Date | null;
    version: number;
    updated_at: Date;
  };
  box_labels: { box_id: string; label: string };
}
type Row = Pick<Tables["boxes"], "id" | "title" | "owner" | "place" | "deleted_at" | "version">;
type Db = Kysely<Tables>;

const label: ItemField<Db, Row, string> = {
  async add(tx, { id }, item) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("box_labels")
      .values({ box_id: id, label: item })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },
  async remove(tx, { id }, item) {
    const { numDeletedRows } = await tx
      .deleteFrom("box_labels")
      .where("box_id", "=", id)
      .where("label", "=", item)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  },
};
const fields = {
  ...lifecycleFields,
  title: column(
    ({ title }: Row) => title,
    (title: string) => ({ title }),
  ),
  owner: column(
    ({ owner }: Row) => owner,
    (owner: string) => ({ owner }),
  ),
  place: column(
    ({ place }: Row) => place,
    (place: string) => ({ place }),
    { isQuiet: true },
  ),
  label,
} satisfies Fields<Db, Row>;

const server = serverForFile();
let db: Db;
let ana: { id: string };
let ben: { id: string };
let sent: string[];
let notified: string[];
const viewerOf = (person: { id: string }) => ({ id: person.id });

const boxes: Changeable<{
  tables: Tables;
  viewer: { id: string };
  context: { db: Db };
  row: Row;
  fields: typeof fields;
  shown: Row;
}> = {
  kind: "box",
  table: "boxes",
  fields,
  errors: { notFound: "task_not_found", changeNotFound: "task_change_not_found" },
  lock: (tx, ids) => select(tx, ids).orderBy("id").forUpdate().execute(),
  countReadable: async (tx, viewer, ids) => (await readable(tx, viewer, ids)).length,
  async audiences(tx, ids): Promise<Audiences> {
    const rows = await select(tx, ids).where("deleted_at", "is", null).execute();
    return new Map(rows.map(({ id, owner }) => [id, ["everyone", owner]]));
  },
  async broadcast(context, ids, before) {
    const after = await this.audiences(context.db, ids);
    return broadcastEach(
      ids,
      { before, after },
      {
        load: async (all) => byId(await select(context.db, all).where("deleted_at", "is", null).execute()),
        changed: (rooms, box) => void sent.push(`${box.title} to ${rooms.join()}`),
        gone: (rooms, _except, id) => void sent.push(`${id} gone from ${rooms.join()}`),
      },
    );
  },
  show: async (context, viewer, ids) => byId(await readable(context.db, viewer, ids)),
  notify: async (_tx, _actor, changes) => void notified.push(...changes.map(({ field }) => field)),
  withdraw: async (_tx, ids) => void notified.push(`withdrawn ${ids.length}`),
};

function select(tx: Db, ids: readonly string[]) {
  return tx
    .selectFrom("boxes")
    .select(["id", "title", "owner", "place", "deleted_at", "version"])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`);
}
function readable(tx: Db, viewer: { id: string }, ids: readonly string[]) {
  return select(tx, ids)
    .where((eb) => eb.or([eb("owner", "=", viewer.id), eb("owner", "=", "everyone")]))
    .where("deleted_at", "is", null)
    .execute();
}
const byId = (rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

beforeAll(async () => {
  db = server.db as unknown as Db;
  await sql`CREATE TABLE boxes (id uuid PRIMARY KEY, title text, owner text, place text DEFAULT '', deleted_at timestamptz,
    version int DEFAULT 1, updated_at timestamptz DEFAULT '2026-01-01')`.execute(db);
  await sql`CREATE TABLE box_labels (box_id uuid, label text, PRIMARY KEY (box_id, label))`.execute(db);
  await sql`CREATE TRIGGER boxes_delete_changes AFTER DELETE ON boxes
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('box')`.execute(db);
  ana = await createPerson(server.db, { name: "Ana" });
  ben = await createPerson(server.db, { name: "Ben" });
});
beforeEach(() => {
  [sent, notified] = [[], []];
});

async function createBox(title = "Box"): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO boxes (id, title, owner) VALUES (${id}, ${title}, 'everyone')`.execute(db);
  return id;
}
async function read(id: string) {
  const [row] = await sql<Row & { updated_at: Date }>`SELECT * FROM boxes WHERE id = ${id}`
    .execute(db)
    .then(({ rows }) => rows);
  return row!;
}
const labelsOf = async (id: string) =>
  (
    await sql<{ label: string }>`SELECT label FROM box_labels WHERE box_id = ${id} ORDER BY 1`.execute(db)
  ).rows.map((row) => row.label);
const historyOf = async (id: string) =>
  (await readHistoryPage(db, { kind: "box", subjectId: id, hidden: ["place"] }, { limit: 10 })).rows;

function set(
  person: { id: string },
  ids: string[],
  values: { title?: string; owner?: string; place?: string },
  changeId = uuidv7(),
) {
  return applyChange(boxes, { db }, viewerOf(person), { changeId, ids }, async (changing, rows) => {
    for (const row of rows) await changing.set(row, values);
  });
}
const undo = (person: { id: string }, changeId: string) =>
  undoChange(boxes, { db }, viewerOf(person), changeId);

test("applies a change once, under the id that the browser gave it", async () => {
  const id = await createBox();
  const changeId = uuidv7();
  const sends = await Promise.all([1, 2, 3].map(() => set(ana, [id], { title: "Renamed" }, changeId)));
  expect(sends.map(([box]) => box?.title)).toEqual(["Renamed", "Renamed", "Renamed"]);
  expect(await read(id)).toMatchObject({ title: "Renamed", version: 2 });
  expect([sent, notified]).toEqual([["Renamed to everyone,everyone"], ["title"]]);
  await set(ben, [id], { title: "Ben's" });
  await set(ana, [id], { title: "Renamed" }, changeId);
  expect((await read(id)).title).toBe("Ben's");
  await expect(set(ben, [id], { title: "Mine" }, changeId)).rejects.toMatchObject({
    code: "change_id_taken",
  });
});

test("records only changed fields, and does not count a move as an update", async () => {
  const id = await createBox();
  await set(ana, [id], { title: "Box", place: "b" });
  const moved = await read(id);
  expect([moved.version, moved.updated_at.getUTCFullYear(), moved.updated_at.getUTCMonth()]).toEqual([
    2, 2026, 0,
  ]);
  await set(ana, [id], { title: "Box" });
  expect((await read(id)).version).toBe(2);
  await set(ana, [id], { title: "Crate" });
  expect(await historyOf(id)).toMatchObject([
    { field: "title", before: "Box", after: "Crate", actorId: ana.id },
  ]);
});

test("changes many or none, and undoes them together", async () => {
  const ids = [await createBox("One"), await createBox("Two")];
  const hidden = await createBox("Hidden");
  await sql`UPDATE boxes SET owner = ${ben.id} WHERE id = ${hidden}`.execute(db);
  await expect(set(ana, [...ids, hidden], { title: "Same" })).rejects.toMatchObject({
    code: "task_not_found",
  });
  expect((await read(ids[0]!)).title).toBe("One");
  const changeId = uuidv7();
  await set(ana, ids, { title: "Same" }, changeId);
  const undone = await undo(ana, changeId);
  expect(undone.map(({ title }) => title)).toEqual(["One", "Two"]);
  expect(notified.at(-1)).toBe("withdrawn 2");
  expect(await historyOf(ids[0]!)).toEqual([]);
});

test("undoes field by field what nobody else has changed since", async () => {
  const id = await createBox();
  const changeId = uuidv7();
  await set(ana, [id], { title: "Ana's", place: "c" }, changeId);
  await set(ben, [id], { title: "Ben's" });
  await expect(undo(ben, changeId)).rejects.toMatchObject({ code: "task_change_not_found" });
  await undo(ana, changeId);
  expect(await read(id)).toMatchObject({ title: "Ben's", place: "" });
  await expect(undo(ana, changeId)).rejects.toMatchObject({ code: "task_change_not_found" });
  const overtaken = uuidv7();
  await set(ana, [id], { title: "Again" }, overtaken);
  await set(ben, [id], { title: "Last" });
  await expect(undo(ana, overtaken)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("refuses to undo a change that is too old", async () => {
  const id = await createBox();
  const changeId = uuidv7();
  await set(ana, [id], { title: "Old" }, changeId);
  await sql`UPDATE object_changes SET at = now() - interval '3 minutes' WHERE change_id = ${changeId}`.execute(
    db,
  );
  await expect(undo(ana, changeId)).rejects.toMatchObject({ code: "task_change_not_found" });
});

test("adds and removes items, and undoes both", async () => {
  const id = await createBox();
  const change = (work: "add" | "remove", item: string, changeId = uuidv7()) =>
    applyChange(boxes, { db }, ana, { changeId, ids: [id] }, async (changing, [row]) => {
      await changing[work](row!, "label", item);
    });
  const added = uuidv7();
  await change("add", "fragile", added);
  await change("add", "fragile");
  expect([await labelsOf(id), (await read(id)).version]).toEqual([["fragile"], 2]);
  await undo(ana, added);
  expect(await labelsOf(id)).toEqual([]);
  await change("add", "heavy");
  const removed = uuidv7();
  await change("remove", "heavy", removed);
  await undo(ana, removed);
  expect(await labelsOf(id)).toEqual(["heavy"]);
});

test("tells people who lost access that an object is gone, and restores a deleted one", async () => {
  const id = await createBox();
  await sql`UPDATE boxes SET owner = ${ana.id} WHERE id = ${id}`.execute(db);
  await set(ana, [id], { owner: ben.id });
  expect(sent).toEqual([`${id} gone from ${ana.id}`, `Box to everyone,${ben.id}`]);
  sent.length = 0;
  const changeId = uuidv7();
  await applyChange(boxes, { db }, ben, { changeId, ids: [id] }, async (changing, [row]) =>
    changing.deleteRow(row!),
  );
  expect(sent).toEqual([`${id} gone from everyone,${ben.id}`]);
  await undo(ben, changeId);
  expect((await read(id)).deleted_at).toBeNull();
  await sql`DELETE FROM boxes WHERE id = ${id}`.execute(db);
  const { rows } = await sql`SELECT FROM object_changes WHERE subject_id = ${id}`.execute(db);
  expect(rows).toEqual([]);
});

test("locks rows in one order, so that two changes of the same rows both arrive", async () => {
  const [one, two] = [await createBox(), await createBox()] as [string, string];
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      set(ana, index % 2 === 0 ? [one, two] : [two, one], { title: `Title ${index}` }),
    ),
  );
  const [first, second] = [await read(one), await read(two)];
  expect([first.version, second.version, first.title === second.title]).toEqual([7, 7, true]);
});
