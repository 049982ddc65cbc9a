import type { PathItem } from "@atoll/contract/onboarding/path-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { Trash2 } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { useChoosablePages, usePeopleToMeet } from "../data/queries.ts";
import { itemIcons, itemKindNames } from "../words.ts";

interface ItemTableProps {
  items: readonly PathItem[];
  onEdit: (item: PathItem) => void;
  onRemove: (id: string) => void;
}

/** Everything on a path, by day. */
export function ItemTable({ items, onEdit, onRemove }: ItemTableProps) {
  const titles = usePageTitles(items);
  const people = usePeopleToMeet(items);
  if (items.length === 0) return <p className="text-muted">Add what people do from day 1 to day 90.</p>;
  return (
    <ul className="flex flex-col divide-y">
      {items.map((item) => {
        const Icon = itemIcons[item.kind];
        const title = nameOf(item, titles, people);
        return (
          <li key={item.id} className="flex min-h-11 items-center gap-3 py-1">
            <span className="w-14 flex-none text-muted text-xs tabular-nums">Day {item.day}</span>
            <Icon className="size-4 flex-none text-faint" aria-hidden="true" />
            <button
              type="button"
              className="min-h-9 min-w-0 flex-1 truncate text-left hover:underline"
              onClick={() => onEdit(item)}
            >
              {title}
            </button>
            <span className="text-muted text-xs max-md:hidden">
              {itemKindNames[item.kind]}
              {item.doer === "manager" && ", by the manager"}
            </span>
            <IconButton icon={Trash2} size="sm" label={`Remove ${title}`} onClick={() => onRemove(item.id)} />
          </li>
        );
      })}
    </ul>
  );
}

function usePageTitles(items: readonly PathItem[]): ReadonlyMap<string, string> {
  const articles = useChoosablePages(
    "article",
    items.some(({ kind }) => kind === "read"),
  );
  const procedures = useChoosablePages(
    "sop",
    items.some(({ kind }) => kind === "sop" || kind === "read"),
  );
  return new Map([...(articles.data ?? []), ...(procedures.data ?? [])].map(({ id, title }) => [id, title]));
}

function nameOf(
  item: PathItem,
  titles: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, Person> | undefined,
): string {
  if (item.kind !== "meet")
    return titles.get(item.articleId ?? "") ?? (item.title || "A page that you cannot read");
  if (item.meets === "buddy") return "Meet the buddy";
  if (item.meets === "manager") return "Meet the manager";
  const person = people?.get(item.personId ?? "");
  if (person) return `Meet ${authorName(person)}`;
  return people && item.personId ? "Meet a former colleague" : "Meet a colleague";
}
