import { revealSeconds } from "@atoll/contract/sensitive-data/limits";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { notify, refreshNotifications } from "../notifications/public.ts";
import { type Acting, type ActSources, actOnCard } from "./act.ts";
import type { CardRow } from "./public.ts";
import { sealedValue } from "./sealed-value.ts";

interface Revealed {
  value: string;
  hidesAt: string;
}

/**
 * Reveals the value of a card for 60 seconds. The access log, the owner's notification and the audit entry are written
 * in one transaction, and the value leaves the server only after its commit: a reveal that cannot be recorded is
 * refused. A repeated request within that time gets the same response and is recorded once.
 * @throws {AppError} `sensitive_card_not_found`, `second_person_required`, `change_id_taken`.
 */
export function revealCard(
  sources: ActSources,
  acting: Acting,
  cardId: string,
  { id, reason }: { id: string; reason: string },
): Promise<Revealed> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    const known = await findLook(tx, id);
    if (known) {
      const isSame = known.person_id === viewer.id && known.card_id === card.id && known.kind === "reveal";
      if (!isSame || known.reason !== reason || !known.is_open) throw new AppError("change_id_taken");
      return { result: { value: await sealedValue.open(tx, card), hidesAt: known.hides_at.toISOString() } };
    }
    const approvedBy = card.needs_two ? await useApproval(tx, viewer, card.id) : null;
    const { hides_at } = await tx
      .insertInto("sensitive_looks")
      .values({
        id,
        card_id: card.id,
        kind: "reveal",
        person_id: viewer.id,
        reason,
        approved_by: approvedBy,
        hides_at: inAMinute,
      })
      .returning("hides_at")
      .executeTakeFirstOrThrow();
    await notifyOwner(tx, viewer, card);
    const after = { reason, ...(approvedBy && { approvedBy }) };
    return {
      result: { value: await sealedValue.open(tx, card), hidesAt: hides_at.toISOString() },
      note: { action: "sensitive-card.revealed", after },
    };
  });
}

/**
 * Returns the value for the clipboard, during the viewer's own reveal. It is recorded as an access of its own.
 * @throws {AppError} `sensitive_card_not_found`, `reveal_over`.
 */
export function copyCard(
  sources: ActSources,
  acting: Acting,
  cardId: string,
  { revealId, copyId }: { revealId: string; copyId: string },
): Promise<{ value: string }> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    const reveal = await findLook(tx, revealId);
    const isOwn = reveal?.person_id === viewer.id && reveal.card_id === card.id;
    if (!isOwn || reveal.kind !== "reveal" || !reveal.is_open) throw new AppError("reveal_over");
    const { reason, approved_by, hides_at } = reveal;
    await tx
      .insertInto("sensitive_looks")
      .values({
        id: copyId,
        card_id: card.id,
        kind: "copy",
        person_id: viewer.id,
        reason,
        approved_by,
        hides_at,
      })
      .execute();
    await notifyOwner(tx, viewer, card);
    return {
      result: { value: await sealedValue.open(tx, card) },
      note: { action: "sensitive-card.copied", after: { reason } },
    };
  });
}

const inAMinute = sql<Date>`now() + ${sql.lit(`${revealSeconds} seconds`)}::interval`;

function findLook(tx: Database, id: string) {
  return tx
    .selectFrom("sensitive_looks")
    .select(["card_id", "kind", "person_id", "reason", "approved_by", "hides_at"])
    .select(sql<boolean>`hides_at > now()`.as("is_open"))
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Uses up an approval by a second person. @throws {AppError} `second_person_required` */
async function useApproval(tx: Database, viewer: RequestViewer, cardId: string): Promise<string> {
  const approved = await tx
    .selectFrom("sensitive_requests")
    .select(["id", "approved_by"])
    .where("card_id", "=", cardId)
    .where("person_id", "=", viewer.id)
    .where("approved_by", "is not", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("expires_at")
    .forUpdate()
    .executeTakeFirst();
  if (!approved?.approved_by) throw new AppError("second_person_required");
  await tx
    .updateTable("sensitive_requests")
    .set({ used_at: sql<Date>`now()` })
    .where("id", "=", approved.id)
    .execute();
  await refreshNotifications(tx, [{ kind: "sensitive-card.approved", subjectId: approved.id }]);
  return approved.approved_by;
}

function notifyOwner(tx: Database, viewer: RequestViewer, card: CardRow): Promise<void> {
  return notify(tx, {
    kind: "sensitive-card.looked",
    subjectId: card.id,
    actorId: viewer.id,
    people: [card.owner_id],
  });
}
