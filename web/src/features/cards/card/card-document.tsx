import type { CardType } from "@atoll/contract/cards/schemas";
import { ArrowLeft } from "lucide-react";
import { counted } from "../../../lib/counted.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { When } from "../board/card-face.tsx";
import { type Section, useCardList } from "../data/api.ts";
import type { CardFilter } from "../data/filter.ts";
import { stageOf } from "../data/words.ts";
import { SpentBar } from "../spent-bar.tsx";
import type { Opening } from "../views/card-link.tsx";
import { RowText } from "../views/card-list.tsx";
import { CardPage } from "./card-page.tsx";

/** One stage at a time on the left, the open card to its right. On a phone the list comes first. */
export function CardDocument({
  section: { type, figures },
  filter,
  stage,
  onStage,
  cardId,
  opening,
  onClose,
}: {
  section: Section;
  filter: CardFilter;
  stage: string;
  onStage: (stage: string) => void;
  cardId: string | undefined;
  opening: Opening;
  onClose: () => void;
}) {
  const now = useNow();
  const shown = type.stages.some(({ id }) => id === stage) ? stage : firstWith(type, figures);
  const list = useCardList(type, { ...filter, stage: shown }, { sort: sortOf(type), order: undefined });
  const open = cardId ?? list.items?.[0]?.id;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
      <section
        aria-label={type.name}
        className={cx(
          "flex min-h-0 min-w-0 flex-col rounded-lg border bg-surface-raised shadow-1 lg:overflow-y-auto",
          cardId !== undefined && "max-lg:hidden",
        )}
      >
        <Tabs
          className="flex-none px-3 pt-1"
          label="Stage"
          value={shown}
          onValueChange={onStage}
          tabs={type.stages.map(({ id, name }) => ({
            value: id,
            label: name,
            count: figures.stages.find((one) => one.stage === id)?.count ?? 0,
          }))}
        />
        <div className="p-2">
          <PagedList
            list={list}
            skeleton={<RowSkeletons label={`Loading ${type.name}`} mark={28} rowClassName="py-2" />}
            empty={
              <EmptyState
                title={`No ${type.singular} is in “${stageOf(type, { stage: shown })?.name ?? ""}”`}
              />
            }
          >
            {(cards) => (
              <ul className="flex flex-col gap-0.5">
                {cards.map((card) => (
                  <li
                    key={card.id}
                    className={cx(
                      "relative rounded-md px-3 py-2 hover:bg-surface-hover",
                      card.id === open && "bg-primary-soft lg:hover:bg-primary-soft",
                    )}
                  >
                    <div className="flex items-center gap-3">
                      <RowText card={card} type={type} opening={opening} isCurrent={card.id === cardId} />
                    </div>
                    <p className="mt-0.5 text-xs">
                      <When card={card} type={type} now={now} />
                    </p>
                    <SpentBar card={card} type={type} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </div>
        <p className="mt-auto flex-none border-t px-4 py-2 text-muted text-xs">
          {counted(
            figures.stages.reduce((sum, { count }) => sum + count, 0),
            type.singular,
          )}{" "}
          in all
        </p>
      </section>
      <div className={cx("min-h-0 min-w-0 lg:overflow-y-auto", cardId === undefined && "max-lg:hidden")}>
        <Button className="mb-3 lg:hidden" icon={ArrowLeft} variant="ghost" onClick={onClose}>
          All {type.name}
        </Button>
        {open !== undefined && <CardPage key={open} cardId={open} opening={opening} onGone={onClose} />}
      </div>
    </div>
  );
}

/** The stage that the section is about, or else the first one with cards. */
function firstWith(type: CardType, figures: Section["figures"]): string {
  const filled = figures.stages.filter(({ count }) => count > 0).map(({ stage }) => stage);
  const found = filled.find((stage) => type.options.headline.stages.includes(stage)) ?? filled[0];
  return found ?? type.stages[0]?.id ?? "";
}

function sortOf(type: CardType): string {
  const { badge } = type.options.layout;
  return type.options.tools.includes("triage") && badge ? badge : "updated";
}
