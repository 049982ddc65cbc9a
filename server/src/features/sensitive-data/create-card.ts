import { maxCardsPerKey } from "@atoll/contract/sensitive-data/limits";
import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import type { newSensitiveCardSchema } from "@atoll/contract/sensitive-data/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../platform/create-once.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeAs } from "../identity/public.ts";
import { accessPerson } from "../people/public.ts";
import { type Acting, broadcast, noteOnCard } from "./act.ts";
import { sealedValue } from "./sealed-value.ts";

type ToCreate = z.output<typeof newSensitiveCardSchema>;

/**
 * Adds a card. The same one sent again is answered again.
 * @throws {AppError} `forbidden`, `sensitive_card_id_taken`, `too_many_sensitive_cards`, `person_not_found`.
 */
export async function createCard(
  context: Pick<SliceContext, "db" | "realtime" | "seals">,
  acting: Acting,
  input: ToCreate,
): Promise<void> {
  const { value, ...shown } = input;
  // A plain hash of a short secret could be guessed from the table: the value goes into it under a secret key.
  const hash = hashSent(shown, context.seals.seal("new sensitive card", value));
  await changeAs(context.db, acting.viewer, async (tx, viewer) => {
    if (!readableSensitiveKeys(viewer).includes(input.key))
      throw new AppError("forbidden", { detail: "a key that they do not see" });
    const { isNew } = await createOnce(
      { byId: viewer.id, hash },
      {
        insert: () =>
          rejectViolation(insertCard(tx, input, { byId: viewer.id, hash }), {
            sensitive_cards_owner_id_fkey: "person_not_found",
          }),
        find: () =>
          tx
            .selectFrom("sensitive_cards")
            .select(["created_by", "sent_hash"])
            .where("id", "=", input.id)
            .executeTakeFirst(),
        sentOf: (row) => ({ byId: row.created_by, hash: row.sent_hash }),
        taken: "sensitive_card_id_taken",
      },
    );
    if (!isNew) return;
    await accessPerson(tx, input.ownerId);
    await assertRoom(tx, input.key);
    const after = { key: input.key, needsTwo: input.needsTwo };
    await noteOnCard(tx, { ...acting, viewer }, input, { action: "sensitive-card.created", after });
  });
  broadcast(context, input.key);
}

/** @returns whether it was written: nothing is, where the id is there already. */
async function insertCard(tx: Database, input: ToCreate, { byId, hash }: Sent): Promise<boolean> {
  // Two who add the last one that fits wait for each other.
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`atoll sensitive cards ${input.key}`}))`.execute(tx);
  return insertNew(
    tx.insertInto("sensitive_cards").values({
      id: input.id,
      key: input.key,
      title: input.title,
      owner_id: input.ownerId,
      created_by: byId,
      rotated_by: byId,
      needs_two: input.needsTwo,
      sent_hash: hash,
      ...(await sealedValue.seal(tx, input.id, input.value)),
    }),
  );
}

async function assertRoom(tx: Database, key: ToCreate["key"]): Promise<void> {
  const { count } = await tx
    .selectFrom("sensitive_cards")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (count > maxCardsPerKey) throw new AppError("too_many_sensitive_cards");
}
