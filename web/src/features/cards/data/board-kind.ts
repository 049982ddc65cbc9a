import { hasChoices } from "@atoll/contract/cards/choices";
import type { Card } from "@atoll/contract/cards/schemas";
import { isFieldValueWanted, readFieldFilter } from "@atoll/contract/fields/filter";
import type { Group, Grouped } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { GroupedKind } from "../../../capabilities/grouped-list/use-grouped-list.ts";
import type { CardFilter } from "./filter.ts";

/** The cards of one stage, as far as they are loaded. */
export interface StageGroup extends Group<Card> {
  stage: string;
}

/** A section by its stages, and what it was asked for. */
export interface CardBoard extends Grouped<StageGroup> {
  typeId: string;
  filter: CardFilter;
}

/** Boards of cards, as the query cache holds them. */
export const boardKind: GroupedKind<Card, StageGroup, CardBoard> = {
  queryKey: ["cards", "board"],
  rules: ({ typeId, filter }) => ({
    keyOf: ({ stage }) => stage,
    groupOf: ({ stage }) => stage,
    isShown: (card) => card.typeId === typeId && isLeft(filter, card),
    compare: (one, other) =>
      one.rank === other.rank ? order(one.id, other.id) : order(one.rank, other.rank),
  }),
  pageSize: 50,
  maxAtOnce: 200,
};

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Whether a filter lets a card through; undefined where only the server can tell. */
function isLeft(filter: CardFilter, card: Card): boolean | undefined {
  const { q = "", ownerId, choices, stages, owners, due, fields } = filter;
  const allows = (list: string | undefined, value: string) => !list || list.split(",").includes(value);
  const isPlain =
    card.mergedIntoId === null &&
    (!ownerId || card.owner?.id === ownerId) &&
    allows(stages, card.stage) &&
    allows(owners, card.owner?.id ?? "none") &&
    (!due || isFieldValueWanted(card.dueOn, [due === "none" ? "" : due])) &&
    hasChoices(card.data, choices) &&
    (!fields ||
      Object.entries(readFieldFilter(fields)).every(([name, wanted]) =>
        isFieldValueWanted(card.data[name], wanted),
      ));
  if (!isPlain) return false;
  // How long a section leaves its cards alone is not known here.
  if (filter.stalled) return undefined;
  const has = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  if (q === "" || has(card.title) || has(card.body)) return true;
  // It may be a text, a person or an option.
  return Object.values(card.data).some((value) => typeof value === "string" && has(value))
    ? undefined
    : false;
}
