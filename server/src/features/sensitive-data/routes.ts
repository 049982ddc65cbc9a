import { approvalMinutes } from "@atoll/contract/sensitive-data/limits";
import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import { sensitiveDataRoutes as routes } from "@atoll/contract/sensitive-data/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { fetchPage, placeInTime } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import { notify, refreshNotifications } from "../notifications/public.ts";
import { type Acting, type ActSources, actOnCard } from "./act.ts";
import { changeCard, confirmOwner, deleteCard } from "./change-card.ts";
import { createCard } from "./create-card.ts";
import { presentCard, presentCards, presentLooks } from "./present.ts";
import { assertMayOpen } from "./public.ts";
import { selectKeyNames, selectLooks } from "./queries.ts";
import { copyCard, revealCard } from "./reveal-card.ts";

/** A request without approval expires after this time. */
const requestTime = sql.lit("1 day");

/**
 * Requests the approval of a second person, who is notified with the reason. A repeated request changes nothing.
 * @throws {AppError} `sensitive_card_not_found`, `second_person_not_needed`, `change_id_taken`.
 */
function askForSecond(
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
function approveRequest(
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

/** Registers the routes of sensitive cards. Specification, sections 2 and 6. */
export function registerSensitiveData(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listCards, async (_input, { viewer }) => {
    assertMayOpen(viewer);
    const [keyNames, cards] = await Promise.all([selectKeyNames(db), presentCards(context, viewer)]);
    return { keys: readableSensitiveKeys(viewer), keyNames, cards };
  });

  registrar.route(routes.listLooks, async ({ query }, { viewer }) => {
    assertMayOpen(viewer);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) => selectLooks(db, viewer, query, after, count),
      (row) => [row.exact_at, row.id],
    );
    return { items: await presentLooks(context, rows), nextCursor };
  });

  registrar.route(routes.createCard, async ({ body }, { viewer, request }) => {
    await createCard(context, { viewer, address: request.ip }, body);
    return presentCard(context, viewer, body.id);
  });

  registrar.route(routes.changeCard, async ({ params, body }, { viewer, request }) => {
    await changeCard(context, { viewer, address: request.ip }, params.cardId, body);
    return presentCard(context, viewer, params.cardId);
  });

  registrar.route(routes.deleteCard, async ({ params }, { viewer, request }) => {
    await deleteCard(context, { viewer, address: request.ip }, params.cardId);
    return undefined;
  });

  registrar.route(routes.reveal, ({ params, body }, { viewer, request }) =>
    revealCard(context, { viewer, address: request.ip }, params.cardId, body),
  );

  registrar.route(routes.copy, ({ params, body }, { viewer, request }) =>
    copyCard(context, { viewer, address: request.ip }, params.cardId, { ...body, copyId: uuidv7() }),
  );

  registrar.route(routes.askForSecond, async ({ params, body }, { viewer, request }) => {
    await askForSecond(context, { viewer, address: request.ip }, params.cardId, body);
    return presentCard(context, viewer, params.cardId);
  });

  registrar.route(routes.confirmOwner, async ({ params, body }, { viewer, request }) => {
    await confirmOwner(context, { viewer, address: request.ip }, params.cardId, body.ownerId);
    return presentCard(context, viewer, params.cardId);
  });

  registrar.route(routes.approve, async ({ params }, { viewer, request }) => {
    await approveRequest(context, { viewer, address: request.ip }, params);
    return presentCard(context, viewer, params.cardId);
  });
}
