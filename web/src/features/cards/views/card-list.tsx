import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { asText } from "../../../capabilities/fields/field-words.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { MoreOfGroup } from "../../../ui/list/more-of-group.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { When } from "../board/card-face.tsx";
import { useBoard, useMoreOfStage } from "../data/api.ts";
import type { StageGroup } from "../data/board-kind.ts";
import type { CardFilter } from "../data/filter.ts";
import { stageOf, toneOf } from "../data/words.ts";
import { SilencedBadge } from "../monitoring/silenced.tsx";
import { CardLink, type Opening } from "./card-link.tsx";
import { NoCards } from "./no-cards.tsx";

/** The cards of a section in rows under their stages. */
export function CardList({
  type,
  filter,
  opening,
}: {
  type: CardType;
  filter: CardFilter;
  opening: Opening;
}) {
  const query = useBoard(type, filter);
  if (!query.data)
    return query.error ? (
      <LoadState query={query} failure="Failed to load the list" />
    ) : (
      <RowSkeletons label={`Loading ${type.name}`} mark={28} rowClassName="py-2" />
    );
  if (query.data.groups.every(({ total }) => total === 0)) return <NoCards type={type} filter={filter} />;
  return (
    <div className="flex flex-col gap-4">
      {query.data.groups.map((group) => (
        <Group key={group.stage} type={type} group={group} filter={filter} opening={opening} />
      ))}
    </div>
  );
}

function Group({
  type,
  group: { stage, items, total, nextCursor },
  filter,
  opening,
}: {
  type: CardType;
  group: StageGroup;
  filter: CardFilter;
  opening: Opening;
}) {
  const now = useNow();
  const more = useMoreOfStage(type.id, filter, stage);
  const name = stageOf(type, { stage })?.name ?? stage;
  if (total === 0) return null;
  return (
    <section aria-label={name} className="rounded-lg border bg-surface-raised shadow-1">
      <header className="flex h-11 items-center gap-2 px-4">
        <h2 className="font-semibold text-sm">{name}</h2>
        <Count value={total} />
      </header>
      <ul className="divide-y border-t">
        {items.map((card) => (
          <li
            key={card.id}
            className="relative flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-surface-hover"
          >
            <RowText card={card} type={type} opening={opening} />
            <span className="flex-none text-xs">
              <When card={card} type={type} now={now} />
            </span>
            {card.owner && <PersonAvatar person={card.owner} size={20} />}
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <MoreOfGroup
          more={more}
          cursor={nextCursor}
          failure="Failed to load the cards"
          count={total - items.length}
          label={`Show more, ${total - items.length} left`}
          className="m-2"
          alertClassName="m-2"
        />
      )}
    </section>
  );
}

/** Badge, title and line of a card, as rows have them; the whole row is the link. */
export function RowText({
  card,
  type,
  opening,
  isCurrent = false,
}: {
  card: Card;
  type: CardType;
  opening: Opening;
  isCurrent?: boolean;
}) {
  const { line, badge } = type.options.layout;
  const mark = badge ? asText(card.data[badge]) : "";
  const words = line ? asText(card.data[line]) : "";
  return (
    <>
      <div className="min-w-0 flex-1">
        <CardLink
          cardId={card.id}
          opening={opening}
          aria-current={isCurrent ? "true" : undefined}
          className="block truncate font-semibold text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2"
        >
          {card.title}
        </CardLink>
        {words !== "" && <p className="truncate text-muted text-xs">{words}</p>}
      </div>
      <SilencedBadge card={card} />
      {mark !== "" && <Badge tone={toneOf(mark)}>{mark}</Badge>}
    </>
  );
}
