import { approvalMinutes } from "@atoll/contract/sensitive-data/limits";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { notify, refreshNotifications } from "../notifications/access.ts";
import { type Acting, type ActSources, actOnCard } from "./act.ts";

/** A request without approval expires after this time. */
const requestTime = sql.lit("1 day");

/**
 * Requests the approval of a second person, who is notified with the reason. A repeated request changes nothing.
 * @throws {AppError} `sensitive_card_not_found`, `second_person_not_needed`, `change_id_taken`.
 */
export function askForSecond(
  sources: ActSources,
  acting: Acting,
  cardId: string,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    if (!card.needs_two) throw new AppError("second_person_not_needed");
    const known = await tx
      .selectFrom("sensitive_requests")
      .select(["card_id", "person_id", "reason"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (known) {
      const isSame = known.card_id === card.id && known.person_id === viewer.id && known.reason === reason;
      if (!isSame) throw new AppError("change_id_taken");
      return { result: undefined };
    }
    // The newest request replaces earlier ones.
    const replaced = await tx
      .updateTable("sensitive_requests")
      .set({ expires_at: sql<Date>`now()` })
      .where("card_id", "=", card.id)
      .where("person_id", "=", viewer.id)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("id")
      .execute();
    await refreshNotifications(
      tx,
      replaced.flatMap(({ id: subjectId }) => [
        { kind: "sensitive-card.asked" as const, subjectId },
        { kind: "sensitive-card.approved" as const, subjectId },
      ]),
    );
    await tx
      .insertInto("sensitive_requests")
      .values({
        id,
        card_id: card.id,
        person_id: viewer.id,
        reason,
        approved_by: null,
        used_at: null,
        expires_at: sql<Date>`now() + ${requestTime}::interval`,
      })
      .execute();
    await notify(tx, { kind: "sensitive-card.asked", subjectId: id, actorId: viewer.id, rule: "readers" });
    return { result: undefined, note: { action: "sensitive-card.asked", after: { reason } } };
  });
}

/**
 * Approves somebody else's request: they may reveal the card once within 15 minutes. Idempotent.
 * @throws {AppError} `sensitive_card_not_found`, `own_request`, `request_over`.
 */
export function approveRequest(
  sources: ActSources,
  acting: Acting,
  { cardId, requestId }: { cardId: string; requestId: string },
): Promise<void> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    const request = await tx
      .selectFrom("sensitive_requests")
      .select(["person_id", "approved_by", "used_at", sql<boolean>`expires_at > now()`.as("is_open")])
      .where("id", "=", requestId)
      .where("card_id", "=", card.id)
      .forUpdate()
      .executeTakeFirst();
    if (!request?.is_open || request.used_at) throw new AppError("request_over");
    if (request.person_id === viewer.id) throw new AppError("own_request");
    if (request.approved_by !== null) return { result: undefined };
    await tx
      .updateTable("sensitive_requests")
      .set({
        approved_by: viewer.id,
        expires_at: sql<Date>`now() + ${sql.lit(`${approvalMinutes} minutes`)}::interval`,
      })
      .where("id", "=", requestId)
      .execute();
    await refreshNotifications(tx, [{ kind: "sensitive-card.asked", subjectId: requestId }]);
    const told = { subjectId: requestId, actorId: viewer.id, people: [request.person_id] };
    await notify(tx, { kind: "sensitive-card.approved", ...told });
    const after = { requestedBy: request.person_id };
    return { result: undefined, note: { action: "sensitive-card.approved", after } };
  });
}
