import type { Insertable } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tables } from "../src/tables.ts";

interface Wanted {
  personId: string;
  managerId?: string | null;
  buddyId?: string | null;
  /** Owns the path; the manager unless said otherwise. */
  ownerId?: string;
  name?: string;
  note?: string;
  startOn?: string;
}

/** A path as a row, published for a department that nobody is in: nobody starts on it by themselves. */
export async function createPathRow(
  db: Database,
  ownerId: string,
  wanted: Partial<Insertable<Tables["onboarding_paths"]>> = {},
): Promise<string> {
  const id = uuidv7();
  const item = { id: uuidv7(), kind: "text", title: "Say hello", note: "", day: 1, doer: "newcomer" };
  await db
    .insertInto("onboarding_paths")
    .values({
      id,
      name: "A path",
      summary: "",
      department_ids: [uuidv7()],
      owner_id: ownerId,
      created_by: ownerId,
      state: "published",
      published_at: new Date(),
      stages: JSON.stringify([{ name: "Week 1", note: "", day: 1 }]),
      items: JSON.stringify([item]),
      sent_hash: Buffer.from(id),
      ...wanted,
    })
    .execute();
  return id;
}

/** A person on a path of its own, with something to tick and somebody to meet. */
export async function createOnboardingRow(db: Database, wanted: Wanted) {
  const { personId, managerId = null, buddyId = null, name = "A path", note = "" } = wanted;
  const startOn = wanted.startOn ?? new Date().toISOString().slice(0, 10);
  const pathId = await createPathRow(db, wanted.ownerId ?? managerId ?? personId, { name });
  const id = uuidv7();
  await db
    .insertInto("onboardings")
    .values({
      id,
      path_id: pathId,
      person_id: personId,
      manager_id: managerId,
      buddy_id: buddyId,
      start_on: startOn,
      stages: JSON.stringify([{ name: "Week 1", note: "", day: 1 }]),
      started_by: managerId,
      sent_hash: Buffer.from(id),
    })
    .execute();
  const item = async (position: number, more: Partial<Insertable<Tables["onboarding_items"]>>) => {
    const itemId = uuidv7();
    await db
      .insertInto("onboarding_items")
      .values({
        id: itemId,
        onboarding_id: id,
        position,
        kind: "text",
        title: "Say hello",
        note,
        day: 1,
        due_on: startOn,
        at_time: null,
        minutes: 30,
        doer: "newcomer",
        article_id: null,
        person_id: null,
        meets: null,
        ...more,
      })
      .execute();
    return itemId;
  };
  const textId = await item(0, {});
  const meetId = await item(1, { kind: "meet", title: "", meets: "buddy" });
  const ownId = await item(2, { doer: "manager", title: "Order a laptop" });
  return { id, pathId, textId, meetId, ownId };
}
