import type { CardData } from "@atoll/contract/cards/field-schemas";
import { maxCardBody } from "@atoll/contract/cards/limits";
import { type SectionOptions, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { maxChecklistItems } from "@atoll/contract/fields/limits";
import { AppError } from "../../../platform/app-error.ts";
import type { Changing } from "../../../platform/changes/apply-change.ts";
import type { Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { withoutTicks } from "../data/approvals.ts";
import { ranksBeside } from "../ranks.ts";
import type { cardFields } from "./card-changes.ts";
import { carrySequenceOver } from "./carry-over-sequences.ts";
import { fitLinks, withoutLinks } from "./link-cards.ts";
import type { LockedCard } from "./lock-cards.ts";
import { moveOf, reasonFor } from "./stage-rules.ts";

/**
 * Fills the empty fields of a card from the ones that are merged into it, and joins their notes and checklists. Where
 * they contradict each other, the stricter value wins: a consent that one of them has withdrawn is withdrawn. They keep
 * their own values, comments and history, which the page of the card shows as well.
 * @throws {AppError} `card_merge_wrong` for a card that is merged into itself, or into one that is merged;
 *   `card_field_wrong` where the notes or a checklist would be too long together; `too_many_card_links`.
 */
export async function fillFromMerged(
  changing: Changing<Tables, RequestViewer, LockedCard, typeof cardFields>,
  rows: readonly LockedCard[],
  cardIds: readonly string[],
  intoId: string,
): Promise<void> {
  const target = rows.find(({ id }) => id === intoId);
  if (!target || cardIds.includes(intoId) || target.merged_into_id !== null)
    throw new AppError("card_merge_wrong");
  const others = rows.filter(({ id }) => cardIds.includes(id));
  const options = sectionOptionsSchema.parse(target.options);
  const data = withoutTicks(target.options, mergedData(target, others, options));
  const owner = target.owner_id ?? others.find(({ owner_id }) => owner_id !== null)?.owner_id ?? null;
  const days = others.flatMap(({ due_on }) => due_on ?? []).toSorted();
  const carried = await carrySequenceOver(changing.tx, { ...target, data, owner_id: owner }, others);
  const ruled = moveOf(target, data);
  const stage = ruled?.stage ?? carried;
  const [position] =
    stage !== undefined && stage !== target.stage
      ? await ranksBeside(changing.tx, { typeId: target.type_id, stage }, undefined, 1)
      : [];
  await changing.set(target, {
    data,
    owner,
    body: mergedNotes(target, others),
    links: await fitLinks(changing.tx, mergedLinks(target, others)),
    due: target.due_on ?? days[0] ?? null,
    ...(stage !== undefined && { stage, reason: reasonFor(target, stage, ruled?.reason) }),
    ...(position !== undefined && { position }),
  });
}

function mergedData(target: LockedCard, others: readonly LockedCard[], options: SectionOptions): CardData {
  const all = [target, ...others];
  const data: CardData = {};
  for (const name of new Set(all.flatMap((row) => Object.keys(row.data)))) {
    const values = all.map((row) => row.data[name] ?? null).filter((value) => !isEmpty(value));
    const [first] = values;
    if (first !== undefined) data[name] = Array.isArray(first) ? mergedItems(values) : first;
  }
  for (const { field, value } of options.moves)
    if (all.some((row) => row.data[field] === value)) data[field] = value;
  // A day after which something is no longer allowed: the earlier one is certain.
  for (const { field, is } of options.needs)
    if (is === "not_past") {
      const [day] = all
        .flatMap((row) => (typeof row.data[field] === "string" ? row.data[field] : []))
        .toSorted();
      if (day !== undefined) data[field] = day;
    }
  return data;
}

const isEmpty = (value: CardData[string]) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The items of several checklists, each once; the first card's own state of an item counts. */
function mergedItems(values: readonly CardData[string][]): CardData[string] {
  const items = values.flatMap((value) => (Array.isArray(value) ? value : []));
  const once = items.filter(({ text }, at) => items.findIndex((item) => item.text === text) === at);
  if (once.length > maxChecklistItems)
    throw tooLong(`A checklist would have more than ${maxChecklistItems} items`);
  return once;
}

function mergedNotes(target: LockedCard, others: readonly LockedCard[]): string {
  const notes = [target, ...others].map(({ body }) => body).filter((body) => body.trim() !== "");
  const joined = notes.filter((body, at) => notes.indexOf(body) === at).join("\n\n");
  if (joined.length > maxCardBody)
    throw tooLong(`The notes would be longer than ${maxCardBody} characters together`);
  return joined;
}

/** The links of all of them, each once. */
function mergedLinks(target: LockedCard, others: readonly LockedCard[]): LockedCard["links"] {
  const own = [target, ...others].map(({ id }) => ({ kind: "card" as const, id }));
  const links = [...target.links];
  for (const other of others) links.push(...withoutLinks(other.links, [...links, ...own]));
  return links;
}

function tooLong(message: string): AppError {
  return new AppError("card_field_wrong", { fields: [{ path: "set.mergedIntoId", message }] });
}
