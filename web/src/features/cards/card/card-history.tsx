import type { CardHistoryEntry, CardType } from "@atoll/contract/cards/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useHistory } from "../data/api.ts";

/** The changes of a card, the newest first. */
export function CardHistory({ cardId, type }: { cardId: string; type: CardType }) {
  const list = useHistory(cardId);
  const now = useNow();
  return (
    <section aria-label="History" className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">History</h3>
      <PagedList
        list={list}
        moreLabel="Show earlier changes"
        skeleton={<RowSkeletons label="Loading the history" mark={28} rowClassName="py-1" />}
        empty={<EmptyState title="No changes yet" />}
      >
        {(entries) => (
          <ul className="flex flex-col gap-1.5 text-xs">
            {entries.map((entry) => (
              <li key={entry.id}>
                <strong className="font-semibold">{authorName(entry.person)}</strong> {describe(entry, type)}{" "}
                <span className="text-faint">{formatAgo(entry.at, now)}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const fieldNames: Record<string, string> = {
  title: "the name",
  body: "the notes",
  reason: "the reason",
  owner: "the owner",
  earlier: "an earlier value",
};

function describe({ field, before, after }: CardHistoryEntry, type: CardType): string {
  if (field === "created") return `added this ${type.singular}`;
  if (field === "hook") return `had it reported by the webhook “${String(after)}”`;
  if (field === "sequence")
    return after === null
      ? `finished the sequence “${String(before)}”`
      : `started the sequence “${String(after)}”`;
  if (field === "deleted") return `deleted this ${type.singular}`;
  if (field === "mergedInto") return after === null ? "took back a merge" : "merged it into another one";
  if (field === "approvals") return approvedOrNot(before, after);
  if (field === "rule") return `had it moved by the rule “${String(after)}”`;
  if (field === "breach") return `had it reported against the rule “${String(after)}”`;
  if (field === "links") return Number(after) > 0 ? "added a link" : "removed a link";
  if (field === "due") return `changed ${type.options.dueLabel}`;
  if (field === "stage")
    return `moved it to ${type.stages.find(({ id }) => id === after)?.name ?? String(after)}`;
  if (field === "data") return `changed ${changedFields(before, after, type)}`;
  return `changed ${fieldNames[field] ?? field}`;
}

function approvedOrNot(before: unknown, after: unknown): string {
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  return count(after) > count(before)
    ? "approved it"
    : "made an approval lapse, since it was for another content";
}

function changedFields(before: unknown, after: unknown, type: CardType): string {
  const of = (value: unknown, name: string) =>
    JSON.stringify(typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined);
  const changed = type.fields.filter(({ name }) => of(before, name) !== of(after, name));
  return changed.length === 0 ? "the fields" : changed.map(({ label }) => label).join(", ");
}
