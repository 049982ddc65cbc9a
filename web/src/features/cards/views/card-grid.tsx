import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { Snowflake, TriangleAlert } from "lucide-react";
import { asText } from "../../../capabilities/fields/field-words.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { compareNames } from "../../../lib/compare-names.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { cx } from "../../../ui/base/cx.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useGridCards } from "../data/api.ts";
import type { CardFilter } from "../data/filter.ts";
import { stageOf } from "../data/words.ts";
import { CardLink, type Opening } from "./card-link.tsx";
import { DriftCell } from "./drift-cell.tsx";
import { findDrift } from "./find-drift.ts";

interface CardGridProps {
  type: CardType;
  filter: CardFilter;
  opening: Opening;
}

/** Rows by columns, as services by environments: the newest card of each is its cell. Read as "what runs where". */
export function CardGrid({ type, filter, opening }: CardGridProps) {
  return (
    <PagedList
      empty={<EmptyState title={`No ${type.singular} here yet`} />}
      failure={`Failed to load ${type.name}`}
      list={useGridCards(type, filter)}
      moreLabel="Show more rows"
      skeleton={<RowSkeletons label={`Loading ${type.name}`} mark={16} rowClassName="px-4 py-3" />}
    >
      {(items) => <Grid items={items} opening={opening} type={type} />}
    </PagedList>
  );
}

function Grid({ type, items, opening }: Omit<CardGridProps, "filter"> & { items: readonly Card[] }) {
  const now = useNow();
  const { row = "", column = "", cell = "" } = type.options.layout;
  const field = type.fields.find(({ name }) => name === column);
  const columns = field?.options ?? [];
  const cards = items.filter(({ stage }) => stage !== "freeze");
  const rows = [...new Set(cards.map((card) => asText(card.data[row])))].toSorted(compareNames);
  // Cards of the first stage are only asked for, and those that are lost run no more.
  const shown = cards.filter(
    (card) => card.stage !== type.stages[0]?.id && stageOf(type, card)?.kind !== "lost",
  );
  const cellOf = (name: string, at: string) =>
    shown
      .filter((card) => asText(card.data[row]) === name && asText(card.data[column]) === at)
      .toSorted((a, b) => b.stageSince.localeCompare(a.stageSince))[0];
  return (
    <div className="flex flex-col gap-4">
      <FreezeBand cards={items.filter(({ stage }) => stage === "freeze")} opening={opening} />
      {rows.length === 0 && <EmptyState title={`No ${type.singular} here yet`} />}
      {rows.length > 0 && (
        <div className="overflow-x-auto rounded-lg border bg-surface-raised shadow-1">
          <table className="w-full min-w-[720px] text-sm">
            <thead className="bg-surface-sunken text-left text-2xs">
              <tr>
                <th scope="col" className="px-4 py-2 font-semibold">
                  {type.fields.find(({ name }) => name === row)?.label}
                </th>
                {columns.map((name) => (
                  <th key={name} scope="col" className="border-l px-4 py-2 font-semibold">
                    {name}
                  </th>
                ))}
                <th scope="col" className="border-l px-4 py-2 font-semibold">
                  Drift
                </th>
              </tr>
            </thead>
            <tbody className="divide-y">
              {rows.map((name) => {
                const cells = columns.map((at) => cellOf(name, at));
                const last = cells.at(-1);
                const before = cells.at(-2);
                const isBehind = last && before && asText(last.data[cell]) !== asText(before.data[cell]);
                return (
                  <tr key={name} className="h-[46px]">
                    <th scope="row" className="px-4 text-left font-mono text-sm">
                      {name}
                    </th>
                    {cells.map((card, at) => (
                      <td
                        key={columns[at]}
                        className={cx(
                          "border-l px-4",
                          card && stageOf(type, card)?.id === "failing" && "bg-danger-soft",
                          at === columns.length - 1 && isBehind && "bg-warning-soft",
                        )}
                      >
                        {card ? (
                          <Cell
                            card={card}
                            text={asText(card.data[cell])}
                            opening={opening}
                            type={type}
                            now={now}
                          />
                        ) : (
                          <span className="text-faint text-xs">No data</span>
                        )}
                      </td>
                    ))}
                    <td className="border-l px-4">
                      <DriftCell type={type} drift={findDrift(type, before, last, cards)} opening={opening} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="flex flex-wrap gap-4 border-t px-4 py-2 text-muted text-xs">
            <span className="flex items-center gap-1.5">
              <span className="size-2 rounded-full bg-success-bright" /> Live
            </span>
            <span className="flex items-center gap-1.5">
              <TriangleAlert className="size-3 text-danger-text" /> Failing
            </span>
            <span className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-xs border border-warning bg-warning-soft" /> {columns.at(-1)}{" "}
              differs from {columns.at(-2)}
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

function Cell({
  card,
  text,
  type,
  opening,
  now,
}: {
  card: Card;
  text: string;
  type: CardType;
  opening: Opening;
  now: Date;
}) {
  const stage = stageOf(type, card);
  return (
    <span className="flex items-center gap-2">
      {stage?.id === "failing" ? (
        <TriangleAlert aria-label="Failing" className="size-3.5 flex-none text-danger-text" />
      ) : (
        <span
          role="img"
          aria-label={stage?.name}
          className={cx(
            "size-2 flex-none rounded-full",
            stage?.kind === "won" ? "bg-success-bright" : "bg-secondary",
          )}
        />
      )}
      <CardLink cardId={card.id} opening={opening} className="font-mono hover:underline">
        {text || card.title}
      </CardLink>
      <span className="ml-auto flex-none text-faint text-xs">{formatAge(card.stageSince, now)}</span>
      {card.owner && <PersonAvatar person={card.owner} size={20} />}
    </span>
  );
}

/** The freezes of environments, each with its days and zone. */
function FreezeBand({ cards, opening }: { cards: readonly Card[]; opening: Opening }) {
  if (cards.length === 0) return null;
  return (
    <ul aria-label="Freezes" className="flex flex-col gap-2">
      {cards.map((card) => (
        <li
          key={card.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-info bg-info-soft px-4 py-3 text-info-text text-sm"
        >
          <Snowflake aria-hidden="true" className="size-4 flex-none" />
          <CardLink cardId={card.id} opening={opening} className="font-semibold hover:underline">
            {card.title}
          </CardLink>
          <span>
            {String(card.data.environment ?? "")}: {dayWords(card.data.freeze_from)} –{" "}
            {dayWords(card.data.freeze_until)}
            {typeof card.data.zone === "string" && `, days of ${card.data.zone}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function dayWords(day: unknown): string {
  return typeof day === "string" ? formatWallDate(day) : "no day";
}
