import { maxCardsAtOnce } from "@atoll/contract/cards/limits";
import type { SectionView } from "@atoll/contract/cards/list-search";
import type { Card, CardChange, CardType } from "@atoll/contract/cards/schemas";
import { ArrowDown, ArrowUp, CircleDashed, Trash2, UserRound } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { fieldText } from "../../../capabilities/fields/field-words.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useNames } from "../../../capabilities/people/use-names.ts";
import { counted, pluralOf } from "../../../lib/counted.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatAge } from "../../../lib/time/format-age.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { useCardList } from "../data/api.ts";
import { cardChanges } from "../data/changes.ts";
import { type Column, columnsOf } from "../data/columns.ts";
import { type CardFilter, orderOf, sortedBy } from "../data/filter.ts";
import { sumsInWords, sumsOf } from "../data/sums.ts";
import { stageOf, stageTone, toneOf } from "../data/words.ts";
import { SilencedBadge } from "../monitoring/silenced.tsx";
import { CardLink, type Opening } from "./card-link.tsx";
import { NoCards } from "./no-cards.tsx";

/** The cards of a section in rows, ordered by the address. */
export function CardTable({
  type,
  filter,
  shown,
  columns: chosen,
  onShow,
  opening,
}: {
  type: CardType;
  filter: CardFilter;
  shown: SectionView;
  /** Their names, in their order; none for the usual ones. */
  columns: readonly string[];
  onShow: (shown: SectionView) => void;
  opening: Opening;
}) {
  const list = useCardList(type, filter, shown);
  const now = useNow();
  const selection = useSelection((list.items ?? []).map(({ id }) => id));
  const columns = columnsOf(type, chosen);
  const names = useNames(peopleIn(columns, list.items ?? []));
  return (
    <>
      <PagedList
        list={list}
        moreLabel={`Show more ${pluralOf(type.singular)}`}
        skeleton={<RowSkeletons label={`Loading ${type.name}`} mark={28} rowClassName="py-2" />}
        empty={<NoCards type={type} filter={filter} />}
      >
        {(cards) => (
          <div className="overflow-x-auto rounded-lg border bg-surface-raised shadow-1">
            <table className="w-full min-w-[720px] text-sm">
              <thead className="bg-surface-sunken text-left text-2xs">
                <tr>
                  <th scope="col" className="w-10 pl-3">
                    <span className="sr-only">Select</span>
                  </th>
                  {[{ name: "title", label: "Name" }, ...columns].map((column) => (
                    <Head key={column.name} type={type} column={column} shown={shown} onShow={onShow} />
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y">
                {cards.map((card) => (
                  <tr key={card.id} className="h-[46px] hover:bg-surface-hover has-checked:bg-primary-soft">
                    <td className="pl-3">
                      <Checkbox
                        label={`Select ${card.title}`}
                        hideLabel
                        checked={selection.chosen.has(card.id)}
                        onChange={() => selection.toggle(card.id)}
                      />
                    </td>
                    <th scope="row" className="max-w-72 truncate px-3 text-left font-semibold">
                      <CardLink cardId={card.id} opening={opening}>
                        {card.title}
                      </CardLink>
                    </th>
                    {columns.map((column) => (
                      <Cell
                        key={column.name}
                        card={card}
                        type={type}
                        column={column}
                        names={names}
                        now={now}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
      <BulkActions
        type={type}
        cards={(list.items ?? []).filter(({ id }) => selection.chosen.has(id))}
        onClear={selection.clear}
      />
    </>
  );
}

/** The people that the cells of a table name. */
function peopleIn(columns: readonly Column[], cards: readonly Card[]): string[] {
  const fields = columns.flatMap(({ field }) => (field?.kind === "person" ? field.name : []));
  return fields.flatMap((name) =>
    cards.flatMap(({ data }) => {
      const value = data[name];
      return typeof value === "string" ? value : [];
    }),
  );
}

/** The head of a column sorts by it, and once more the other way. */
function Head({
  type,
  column: { name, label },
  shown,
  onShow,
}: {
  type: CardType;
  column: Column;
  shown: SectionView;
  onShow: (shown: SectionView) => void;
}) {
  const order = shown.sort === name ? orderOf(type, shown) : undefined;
  const Arrow = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={order ?? "none"} className="whitespace-nowrap px-3 py-2 font-semibold">
      <button
        type="button"
        className="touch-reach relative inline-flex items-center gap-1 rounded-xs hover:text-text"
        onClick={() => onShow(sortedBy(type, shown, name))}
      >
        {label}
        {order && <Arrow aria-hidden="true" className="size-3" />}
      </button>
    </th>
  );
}

interface CellProps {
  card: Card;
  type: CardType;
  column: Column;
  /** The people that cells name, by their IDs. */
  names: ReadonlyMap<string, string>;
  now: Date;
}

function Cell({ card, type, column: { name, field }, names, now }: CellProps) {
  if (!field) return <PlainCell card={card} type={type} name={name} now={now} />;
  const value = card.data[name] ?? null;
  const isDay = field.kind === "date" && typeof value === "string";
  const person = field.kind === "person" && typeof value === "string" ? (names.get(value) ?? "") : undefined;
  const text = person ?? (isDay ? formatWallDate(value, now) : fieldText(field, value));
  const isNumber = field.kind === "number" || field.kind === "money";
  if (name === type.options.layout.badge && text !== "")
    return (
      <td className="px-3">
        <Badge tone={toneOf(text, field)}>{text}</Badge>
      </td>
    );
  return (
    <td className={isNumber ? "whitespace-nowrap px-3 text-right tabular-nums" : "max-w-52 truncate px-3"}>
      {text}
    </td>
  );
}

function PlainCell({ card, type, name, now }: { card: Card; type: CardType; name: string; now: Date }) {
  if (name === "stage")
    return (
      <td className="px-3">
        <Badge tone={stageTone(type, stageOf(type, card))}>{stageOf(type, card)?.name}</Badge>{" "}
        <SilencedBadge card={card} />
      </td>
    );
  if (name === "owner")
    return <td className="max-w-40 truncate px-3">{card.owner ? authorName(card.owner) : ""}</td>;
  if (name === "due")
    return <td className="whitespace-nowrap px-3">{card.dueOn && formatWallDate(card.dueOn, now)}</td>;
  return (
    <td className="px-3 text-muted">
      {formatAge(name === "created" ? card.createdAt : card.updatedAt, now)}
    </td>
  );
}

/** The sums of the selected cards. */
function Sums({ type, cards }: { type: CardType; cards: readonly Card[] }) {
  const words = sumsInWords(type, sumsOf(type, cards));
  if (words === "") return null;
  return (
    <span aria-live="polite" className="px-2">
      {words}
    </span>
  );
}

interface Asked {
  cards: readonly Card[];
  /** The stage that asks for a reason; undefined to delete them. */
  stage: CardType["stages"][number] | undefined;
}

/** Actions on all selected cards at once. What is asked before one stays open, even if its cards leave the table. */
function BulkActions({
  type,
  cards,
  onClear,
}: {
  type: CardType;
  cards: readonly Card[];
  onClear: () => void;
}) {
  const queue = useChanges(cardChanges);
  const viewer = useViewer();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const changeOf = (about: readonly Card[], set: CardChange["set"], said: string) => ({
    about: about.map(({ id }) => id),
    title: counted(about.length, type.singular),
    said: `${counted(about.length, type.singular)} ${said}`,
    change: { act: "change" as const, set },
  });
  const change = (set: CardChange["set"], said: string) => queue.change(changeOf(cards, set, said));
  function move(stage: CardType["stages"][number]): void {
    if (stage.kind === "lost" && type.options.asksReason) setAsked({ cards, stage });
    else change({ stage: stage.id }, `moved to ${stage.name}`);
  }
  const what = asked && counted(asked.cards.length, type.singular);
  return (
    <>
      {cards.length > 0 && (
        <SelectionBar label="Selected cards" count={cards.length} most={maxCardsAtOnce} onClear={onClear}>
          <Sums type={type} cards={cards} />
          <Menu
            label="Stage"
            side="top"
            items={type.stages.map((stage) => ({ label: stage.name, onSelect: () => move(stage) }))}
            trigger={<BarButton icon={CircleDashed} label="Stage" />}
          />
          <BarButton
            icon={UserRound}
            label="Assign to me"
            onClick={() => change({ ownerId: viewer.id }, "assigned to you")}
          />
          <BarButton icon={Trash2} label="Delete" onClick={() => setAsked({ cards, stage: undefined })} />
        </SelectionBar>
      )}
      {asked?.stage && (
        <ReasonDialog
          about={asked.cards.map(({ id }) => id).join()}
          heading={`Move ${what} to ${asked.stage.name}`}
          verb={`Move to ${asked.stage.name}`}
          onClose={close}
          onReason={(reason) =>
            queue.run(
              changeOf(asked.cards, { stage: asked.stage?.id, reason }, `moved to ${asked.stage?.name}`),
            )
          }
        />
      )}
      {asked && !asked.stage && (
        <ConfirmDialog
          onClose={close}
          title={`Delete ${what}?`}
          verb="Delete"
          onConfirm={() => {
            queue.change(changeOf(asked.cards, { isDeleted: true }, "deleted"));
            close();
            onClear();
          }}
        >
          You can undo this for ten seconds.
        </ConfirmDialog>
      )}
    </>
  );
}
