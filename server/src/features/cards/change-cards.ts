import type { Card, cardChangeSchema } from "@atoll/contract/cards/schemas";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { applyChange } from "../../platform/changes/apply-change.ts";
import type { NewValues } from "../../platform/changes/field.ts";
import type { RequestViewer } from "../identity/access.ts";
import { accessPerson } from "../people/access.ts";
import { type CardSources, cardChanges, type cardFields, type LockedCard } from "./card-changes.ts";
import { mergeData } from "./check-data.ts";
import { lockSection, ranksBeside } from "./ranks.ts";

type Change = z.output<typeof cardChangeSchema>;

/**
 * Changes, moves or deletes cards of one section, all or none.
 * @throws {AppError} `card_not_found`, also for cards of several sections; `card_field_wrong`, `stage_reason_required`,
 *   `person_not_found`, `change_id_taken`.
 */
export function changeCards(
  sources: CardSources,
  viewer: RequestViewer,
  { changeId, cardIds, set, afterId }: Change,
): Promise<Card[]> {
  return applyChange(
    cardChanges,
    sources,
    viewer,
    { changeId, ids: cardIds },
    async (changing, rows) => {
      const [first] = rows;
      if (!first || rows.some(({ type_id }) => type_id !== first.type_id))
        throw new AppError("card_not_found");
      if (set.isDeleted) {
        for (const row of rows) await changing.deleteRow(row);
        return;
      }
      if (set.ownerId) await accessPerson(changing.tx, set.ownerId);
      const { stage } = set;
      const places =
        stage === undefined
          ? undefined
          : await ranksBeside(changing.tx, { typeId: first.type_id, stage }, afterId, rows.length);
      for (const id of cardIds) {
        const row = rows.find((one) => one.id === id);
        if (!row) continue;
        const rank = places?.shift();
        await changing.set(row, { ...valuesOf(row, set), ...(rank !== undefined && { position: rank }) });
      }
    },
    // Before the rows, as everybody who arranges does.
    async (tx) => {
      const card = await tx
        .selectFrom("cards")
        .select("type_id")
        .where("id", "=", cardIds[0] ?? "")
        .executeTakeFirst();
      if (card) await lockSection(tx, card.type_id);
    },
  );
}

function valuesOf(row: LockedCard, { title, body, stage, reason, ownerId, dueOn, data }: Change["set"]) {
  const values: NewValues<typeof cardFields> = { title, body, owner: ownerId, due: dueOn };
  if (data) values.data = mergeData(row.fields, row.data, data);
  if (stage === undefined) return { ...values, reason };
  return { ...values, stage, reason: reasonFor(row, stage, reason) };
}

/**
 * Why a card is lost; empty in any other stage.
 * @throws {AppError} `card_field_wrong` for a stage that the section does not have, `stage_reason_required`.
 */
export function reasonFor(
  { stages, reason: before = "" }: { stages: LockedCard["stages"]; reason?: string },
  stage: string,
  given: string | undefined,
): string {
  const found = stages.find(({ id }) => id === stage);
  if (!found)
    throw new AppError("card_field_wrong", {
      fields: [{ path: "set.stage", message: "There is no such stage" }],
    });
  if (found.kind !== "lost") return "";
  const reason = given ?? before;
  if (reason === "") throw new AppError("stage_reason_required");
  return reason;
}
