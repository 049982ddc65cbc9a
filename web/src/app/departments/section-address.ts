import { maxFilterChoices } from "@atoll/contract/cards/limits";
import { cardViews } from "@atoll/contract/cards/section-schemas";
import { choicePrefix } from "@atoll/contract/cards/view-rules";
import type { SectionView } from "../../features/cards/data/filter.ts";

const maxText = 100;
const text = (value: unknown) => (typeof value === "string" ? value.slice(0, maxText) : "");

/** Reads the address of a section. Values that cannot be read are left out. */
export function readSectionView(search: Record<string, unknown>): SectionView {
  return {
    view: cardViews.find((one) => one === search.view) ?? null,
    q: text(search.q),
    sort: text(search.sort) || "updated",
    isMine: search.whose === "mine",
    badge: text(search.is),
    choices: Object.fromEntries(
      Object.keys(search)
        .filter((name) => name.startsWith(choicePrefix) && text(search[name]) !== "")
        .slice(0, maxFilterChoices)
        .map((name) => [name.slice(choicePrefix.length), text(search[name])]),
    ),
    stage: text(search.stage),
    day: /^\d{4}-\d{2}-\d{2}$/.test(text(search.day)) ? text(search.day) : "",
  };
}

/** Returns the ID of the open saved view. Empty if there is none. */
export function readOpenView(search: Readonly<Record<string, unknown>>): string {
  return text(search.saved);
}

/**
 * The query of an address that says so.
 * @param saved the ID of the open saved view.
 */
export function writeSectionView(
  { view, q, sort, isMine, badge, choices, stage, day }: SectionView,
  saved = "",
): string {
  const params = new URLSearchParams({
    ...(view && { view }),
    ...(q && { q }),
    ...(sort !== "updated" && { sort }),
    ...(isMine && { whose: "mine" }),
    ...(badge && { is: badge }),
    ...Object.fromEntries(
      Object.entries(choices).flatMap(([name, value]) => (value ? [[`${choicePrefix}${name}`, value]] : [])),
    ),
    ...(stage && { stage }),
    ...(day && { day }),
    ...(saved && { saved }),
  });
  return params.size === 0 ? "" : `?${params}`;
}
