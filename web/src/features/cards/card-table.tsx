import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { authorName } from "../../capabilities/people/author-name.ts";
import { formatAge } from "../../lib/format-age.ts";
import { formatDate } from "../../lib/format-date.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { type CardFilter, type ListSort, useCardList } from "./api.ts";
import { cardValue, formatMoney } from "./words.ts";

const tones = { open: "secondary", won: "success", lost: "error" } as const;

/** The cards of a section in rows, ordered by the address. */
export function CardTable({
  type,
  filter,
  sort,
  onOpen,
  hrefOf,
}: {
  type: CardType;
  filter: CardFilter;
  sort: ListSort;
  onOpen: (cardId: string) => void;
  hrefOf: (cardId: string) => string;
}) {
  const list = useCardList(type, filter, sort);
  const now = useNow();
  return (
    <PagedList
      list={list}
      moreLabel={`Show more ${type.singular}s`}
      skeleton={<RowSkeletons label={`Loading ${type.name}`} mark={28} rowClassName="py-2" />}
      empty={<EmptyState drawing="search" title={`No ${type.singular} matches`} />}
    >
      {(cards) => (
        <div className="overflow-x-auto rounded-lg border bg-surface-raised shadow-1">
          <table className="w-full min-w-[640px] text-sm">
            <thead className="bg-surface-sunken text-left text-2xs">
              <tr>
                {["Name", "Stage", "Value", "Owner", "Due", "Changed"].map((head) => (
                  <th key={head} scope="col" className="px-3 py-2 font-semibold">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {cards.map((card) => (
                <Row key={card.id} card={card} type={type} now={now} onOpen={onOpen} href={hrefOf(card.id)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PagedList>
  );
}

function Row({
  card,
  type,
  now,
  href,
  onOpen,
}: {
  card: Card;
  type: CardType;
  now: Date;
  href: string;
  onOpen: (cardId: string) => void;
}) {
  const stage = type.stages.find(({ id }) => id === card.stage);
  const value = cardValue(type, card);
  return (
    <tr className="h-[46px] hover:bg-surface-hover">
      <th scope="row" className="max-w-72 truncate px-3 text-left font-semibold">
        <a
          href={href}
          className="hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(card.id);
          }}
        >
          {card.title}
        </a>
      </th>
      <td className="px-3">
        <Badge tone={tones[stage?.kind ?? "open"]}>{stage?.name ?? card.stage}</Badge>
      </td>
      <td className="px-3 text-right tabular-nums">{value ? formatMoney(value) : ""}</td>
      <td className="max-w-40 truncate px-3">{card.owner ? authorName(card.owner) : ""}</td>
      <td className="px-3">{card.dueOn && formatDate(`${card.dueOn}T12:00:00Z`, now)}</td>
      <td className="px-3 text-muted">{formatAge(card.updatedAt, now)}</td>
    </tr>
  );
}
