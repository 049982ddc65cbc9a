import { type Hook, hookKindsOf, type newHookSchema } from "@atoll/contract/cards/hook-schemas";
import { maxHooks } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { broadcastSections } from "../rooms.ts";
import { accessHook, accessHookedType } from "./access-hook.ts";
import { hookSecret } from "./hook-secret.ts";
import { newHookSecret } from "./verify.ts";

type ToCreate = z.output<typeof newHookSchema>;

interface Acting {
  viewer: RequestViewer;
  address: string;
}

/** The webhooks of a section, the oldest first. */
export async function listHooks(
  { db, people }: Pick<ChangeSources, "db" | "people">,
  viewer: RequestViewer,
  typeId: string,
): Promise<Hook[]> {
  await accessHookedType(db, viewer, typeId);
  const rows = await db
    .selectFrom("card_hooks as h")
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom("card_hook_deliveries as d")
          .select(["d.at", "d.is_weak"])
          .whereRef("d.hook_id", "=", "h.id")
          .orderBy("d.at", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["h.id", "h.name", "h.kind", "h.created_by", "h.created_at", "last.at", "last.is_weak"])
    .where("h.type_id", "=", typeId)
    .orderBy("h.created_at")
    .orderBy("h.id")
    .execute();
  const known = await people.of(rows.map(({ created_by }) => created_by));
  return rows.map(({ id, name, kind, created_by, created_at, at, is_weak }) => ({
    id,
    name,
    kind,
    createdBy: known.get(created_by) ?? null,
    createdAt: created_at.toISOString(),
    lastAt: at?.toISOString() ?? null,
    isWeak: is_weak ?? false,
  }));
}

/**
 * Adds a webhook. The same one sent again is answered again, with its secret.
 * @throws {AppError} `section_not_found`, `forbidden`, `card_hook_wrong`, `card_hook_id_taken`, `too_many_card_hooks`.
 */
export async function createHook(
  sources: ChangeSources,
  { viewer: asking, address }: Acting,
  typeId: string,
  input: ToCreate,
): Promise<{ hook: Hook; secret: string }> {
  const { secret, departmentId } = await changeAs(sources.db, asking, async (tx, viewer) => {
    const type = await accessHookedType(tx, viewer, typeId);
    const { hooks } = sectionOptionsSchema.parse(type.options);
    if (!hooks || !hookKindsOf[hooks].includes(input.kind)) throw new AppError("card_hook_wrong");
    const sent = { byId: viewer.id, hash: hashSent({ ...input, typeId }) };
    const { row, isNew } = await createOnce(sent, {
      insert: () => insertHook(tx, typeId, input, sent),
      find: () => tx.selectFrom("card_hooks").selectAll().where("id", "=", input.id).executeTakeFirst(),
      sentOf: (row) => ({ byId: row.created_by, hash: row.sent_hash }),
      taken: "card_hook_id_taken",
    });
    if (isNew) {
      await assertRoom(tx, typeId);
      await recordAct(tx, {
        action: "card-hook.created",
        actor: { id: viewer.id, name: viewer.name },
        address,
        subject: { type: "card-hook", id: input.id, name: input.name },
        after: { section: type.name, kind: input.kind },
      });
    }
    return { secret: await hookSecret.open(tx, row), departmentId: type.department_id };
  });
  await broadcastSections(sources, departmentId);
  const hook = (await listHooks(sources, asking, typeId)).find(({ id }) => id === input.id);
  if (!hook) throw new AppError("card_hook_not_found");
  return { hook, secret };
}

async function insertHook(
  tx: Database,
  typeId: string,
  { id, name, kind }: ToCreate,
  { byId, hash }: Sent,
): Promise<boolean> {
  // Two who add the last one that fits wait for each other.
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll card hooks'), hashtext(${typeId}))`.execute(tx);
  return insertNew(
    tx.insertInto("card_hooks").values({
      id,
      type_id: typeId,
      name,
      kind,
      created_by: byId,
      sent_hash: hash,
      ...(await hookSecret.seal(tx, id, newHookSecret())),
    }),
  );
}

async function assertRoom(tx: Database, typeId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("card_hooks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("type_id", "=", typeId)
    .executeTakeFirstOrThrow();
  if (count > maxHooks) throw new AppError("too_many_card_hooks");
}

/**
 * Deletes a webhook with its log; its cards stay.
 * @throws {AppError} `card_hook_not_found`, `forbidden`.
 */
export async function deleteHook(
  sources: Pick<ChangeSources, "db" | "realtime">,
  { viewer: asking, address }: Acting,
  hookId: string,
): Promise<void> {
  const departmentId = await changeAs(sources.db, asking, async (tx, viewer) => {
    const hook = await accessHook(tx, viewer, hookId);
    await tx.deleteFrom("card_hooks").where("id", "=", hookId).execute();
    await recordAct(tx, {
      action: "card-hook.deleted",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "card-hook", id: hookId, name: hook.name },
      before: { section: hook.section, kind: hook.kind },
    });
    return hook.department_id;
  });
  await broadcastSections(sources, departmentId);
}
