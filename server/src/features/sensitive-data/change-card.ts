import {
  canConfirmSensitiveOwner,
  canEditSensitiveCard,
  canLoosenSensitiveCard,
} from "@atoll/contract/sensitive-data/policy";
import type { sensitiveCardChangeSchema } from "@atoll/contract/sensitive-data/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { refreshNotifications } from "../notifications/public.ts";
import { accessPerson } from "../people/public.ts";
import { type Acting, type ActSources, actOnCard } from "./act.ts";
import type { CardRow } from "./public.ts";
import { sealedValue } from "./sealed-value.ts";

type Change = z.output<typeof sensitiveCardChangeSchema>;

/**
 * Changes a card, as its owner or an administrator. A new value is never returned, nor written to the audit log.
 * @throws {AppError} `sensitive_card_not_found`, `forbidden`, `changed_meanwhile`, `person_not_found`.
 */
export function changeCard(
  sources: ActSources,
  acting: Acting,
  cardId: string,
  change: Change,
): Promise<void> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    assertMayEdit(viewer, card);
    assertNotChanged(card, change.version);
    const { value, title = card.title, ownerId = card.owner_id, needsTwo = card.needs_two } = change;
    const isLoosened = (card.needs_two && !needsTwo) || ownerId !== card.owner_id;
    if (isLoosened && !canLoosenSensitiveCard(viewer, partsOf(card)))
      throw new AppError("forbidden", { detail: "only the owner loosens a card of two people" });
    if (ownerId !== card.owner_id) await accessPerson(tx, ownerId);
    await tx
      .updateTable("sensitive_cards")
      .set({ title, owner_id: ownerId, needs_two: needsTwo, version: card.version + 1 })
      .where("id", "=", card.id)
      .execute();
    if (value !== undefined) await replaceValue(tx, viewer, card.id, value);
    if (title !== card.title || ownerId !== card.owner_id)
      await refreshNotifications(tx, [{ kind: "sensitive-card.looked", subjectId: card.id }]);
    const [before, after] = differences(card, { title, ownerId, needsTwo });
    const action = value === undefined ? "sensitive-card.updated" : "sensitive-card.rotated";
    return { result: undefined, note: { action, before, after } };
  });
}

/**
 * Confirms the owner who inherited a card of two people, as another person who sees it. Repeated, it changes nothing.
 * @throws {AppError} `sensitive_card_not_found`; `own_request` for the owner; `changed_meanwhile` where it has another owner.
 */
export function confirmOwner(
  sources: ActSources,
  acting: Acting,
  cardId: string,
  ownerId: string,
): Promise<void> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    if (card.owner_id !== ownerId) throw new AppError("changed_meanwhile");
    if (card.inherited_at === null) return { result: undefined };
    if (!canConfirmSensitiveOwner(viewer, partsOf(card))) throw new AppError("own_request");
    await tx
      .updateTable("sensitive_cards")
      .set({ inherited_at: null, version: card.version + 1 })
      .where("id", "=", card.id)
      .execute();
    await refreshNotifications(tx, [{ kind: "sensitive-card.inherited", subjectId: card.id }]);
    return { result: undefined, note: { action: "sensitive-card.owner-confirmed", after: { ownerId } } };
  });
}

/**
 * Deletes a card with its value and its requests.
 * @throws {AppError} `sensitive_card_not_found`, `forbidden`.
 */
export function deleteCard(sources: ActSources, acting: Acting, cardId: string): Promise<void> {
  return actOnCard(sources, acting, cardId, async (tx, card, viewer) => {
    assertMayEdit(viewer, card);
    const requests = await tx
      .selectFrom("sensitive_requests")
      .select("id")
      .where("card_id", "=", card.id)
      .execute();
    await tx.deleteFrom("sensitive_cards").where("id", "=", card.id).execute();
    await refreshNotifications(tx, [
      { kind: "sensitive-card.looked", subjectId: card.id },
      ...requests.flatMap(({ id }) => [
        { kind: "sensitive-card.asked" as const, subjectId: id },
        { kind: "sensitive-card.approved" as const, subjectId: id },
      ]),
    ]);
    return { result: undefined, note: { action: "sensitive-card.deleted", before: { key: card.key } } };
  });
}

async function replaceValue(
  tx: Database,
  viewer: RequestViewer,
  cardId: string,
  value: string,
): Promise<void> {
  await tx
    .updateTable("sensitive_cards")
    .set({
      ...(await sealedValue.seal(tx, cardId, value)),
      rotated_by: viewer.id,
      rotated_at: sql<Date>`now()`,
    })
    .where("id", "=", cardId)
    .execute();
}

const partsOf = ({ key, owner_id, needs_two, inherited_at }: CardRow) => ({
  ...{ key, ownerId: owner_id, needsTwo: needs_two, isInherited: inherited_at !== null },
});

function assertMayEdit(viewer: RequestViewer, card: CardRow): void {
  if (!canEditSensitiveCard(viewer, partsOf(card)))
    throw new AppError("forbidden", { detail: "not theirs to edit" });
}

/** Returns the fields that changed, before and after. */
function differences(card: CardRow, now: { title: string; ownerId: string; needsTwo: boolean }) {
  const were = { title: card.title, ...partsOf(card) };
  const names = (["title", "ownerId", "needsTwo"] as const).filter((name) => were[name] !== now[name]);
  return [
    Object.fromEntries(names.map((name) => [name, were[name]])),
    Object.fromEntries(names.map((name) => [name, now[name]])),
  ] as const;
}
