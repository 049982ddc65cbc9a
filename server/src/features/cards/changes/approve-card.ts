import type { approvalSchema, Card } from "@atoll/contract/cards/schemas";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { contentOf, validApprovals } from "../data/approvals.ts";
import { lockSection } from "../ranks.ts";
import { cardChanges } from "./card-changes.ts";
import type { LockedCard } from "./lock-cards.ts";

type Approval = z.output<typeof approvalSchema>;

/**
 * Approves one exact content of a card as the viewer, or takes the viewer's approval back.
 * @throws {AppError} `card_not_found`; `card_field_wrong` for what is not approved; `not_the_approver` for everybody but the
 *   person named; `own_approval` for the owner, and for the last person who changed the content;
 *   `changed_meanwhile` if the content has since changed; `change_id_taken`; `card_not_ready` if the stage of the card
 *   requires the approval.
 */
export async function approveCard(
  sources: ChangeSources,
  viewer: RequestViewer,
  cardId: string,
  { changeId, field, item, content, isApproved }: Approval,
): Promise<Card | undefined> {
  const [card] = await applyChange(
    cardChanges,
    sources,
    viewer,
    { changeId, ids: [cardId], sent: { cardId, field, item, content, isApproved } },
    async ({ tx, set }, [row]) => {
      if (!row) throw new AppError("card_not_found");
      const valid = validApprovals(row);
      const others = valid.filter((one) => one.field !== field || one.item !== item);
      if (!isApproved) {
        const own = valid.find((one) => one.field === field && one.item === item);
        if (own && own.personId !== viewer.id) throw new AppError("not_the_approver");
        await set(row, { approvals: others });
        return;
      }
      assertMayApprove(row, viewer.id, { field, item });
      if (contentOf(row) !== content) throw new AppError("changed_meanwhile");
      const given = { field, item, personId: viewer.id, at: new Date().toISOString(), content };
      await set(row, { approvals: [...others, given] });
      if (row.owner_id !== null)
        await notify(tx, {
          kind: "card.approved",
          subjectId: cardId,
          actorId: viewer.id,
          people: [row.owner_id],
        });
    },
    (tx) => lockSectionOf(tx, cardId),
  );
  return card;
}

/** Locks the section of a card, if there is one, before the change locks the card: the order of every change that moves cards. */
async function lockSectionOf(tx: Database, cardId: string): Promise<void> {
  const card = await tx.selectFrom("cards").select("type_id").where("id", "=", cardId).executeTakeFirst();
  if (card) await lockSection(tx, card.type_id);
}

function assertMayApprove(
  row: LockedCard,
  viewerId: string,
  { field, item }: Pick<Approval, "field" | "item">,
) {
  const fields = sectionOptionsSchema.parse(row.options).approvals?.fields ?? [];
  const value = row.data[field];
  if (!fields.includes(field) || value === undefined || value === null) throw wrong(field);
  const named = Array.isArray(value) ? value.find(({ text }) => text === item) : { personId: String(value) };
  if (!named) throw new AppError("changed_meanwhile");
  if (named.personId !== undefined && named.personId !== viewerId) throw new AppError("not_the_approver");
  if (row.owner_id === viewerId || row.content_by === viewerId) throw new AppError("own_approval");
}

function wrong(field: string): AppError {
  return new AppError("card_field_wrong", {
    fields: [{ path: `data.${field}`, message: "There is nothing to approve here" }],
  });
}
