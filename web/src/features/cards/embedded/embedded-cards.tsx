import { readSectionView, type SectionView, writeSectionView } from "@atoll/contract/cards/list-search";
import { readSectionQuery, type SectionBlock } from "@atoll/contract/documents/section-block";
import { writeViewQuery } from "@atoll/contract/saved-views/rules";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { HiddenSection } from "../../../capabilities/documents/section-cards.tsx";
import { useOnScreen } from "../../../capabilities/people/on-screen.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { useOnceTrue } from "../../../ui/base/use-once-true.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { CardBoard } from "../board/card-board.tsx";
import { NewCardDialog } from "../card/new-card-dialog.tsx";
import { AddCard } from "../data/add-card.ts";
import { type Section, useBoard, useSections } from "../data/api.ts";
import { type CardFilter, filterOf, withCurrentOptions } from "../data/filter.ts";
import { useReadableSections } from "../data/own-sections.ts";
import { CardLink, type Opening } from "../views/card-link.tsx";
import { CardList } from "../views/card-list.tsx";
import { CardTable } from "../views/card-table.tsx";
import { blockViewOf, hasGoneFilter } from "./block-views.ts";

interface EmbeddedCardsProps extends SectionBlock {
  /** Opens an address of this workspace. */
  onGo: (href: string) => void;
}

/** The cards of a section within a text: only what this reader may see, in the view that its writer chose. */
export function EmbeddedCards(props: EmbeddedCardsProps) {
  const [ref, isOnScreen] = useOnScreen();
  // A text may have many: each asks for its cards when it comes into view, and stays.
  const isSeen = useOnceTrue(isOnScreen);
  const sections = useReadableSections(isSeen);
  const { data, error } = sections;
  const found = data?.sections.find(({ id }) => id === props.id);
  return (
    // Each reader sees other cards: no comment quotes them.
    <div ref={ref} data-unquoted="">
      {found ? (
        <FoundSection {...props} departmentSlug={found.departmentSlug} />
      ) : data ? (
        <HiddenSection />
      ) : error ? (
        <LoadState query={sections} failure="Failed to load the cards" />
      ) : (
        <RowSkeletons label="Loading the cards" mark={28} rowClassName="py-2" />
      )}
    </div>
  );
}

function FoundSection({ departmentSlug, ...props }: EmbeddedCardsProps & { departmentSlug: string }) {
  const query = useSections(departmentSlug);
  const section = query.data?.sections.find(({ type }) => type.id === props.id);
  if (section)
    return (
      <Shown
        key={props.query}
        {...props}
        section={section}
        base={`/${departmentSlug}/${section.type.slug}`}
      />
    );
  if (query.data) return <HiddenSection />;
  if (query.error) return <LoadState query={query} failure="Failed to load the cards" />;
  return <RowSkeletons label="Loading the cards" mark={28} rowClassName="py-2" />;
}

function Shown({ section, base, query, onGo }: EmbeddedCardsProps & { section: Section; base: string }) {
  const { type } = section;
  const viewer = useViewer();
  const [asked, setAsked] = useState<SectionView>(() => readSectionView(readSectionQuery(query)));
  const [isAdding, setIsAdding] = useState(false);
  const shown = withCurrentOptions(type, asked);
  const view = blockViewOf(type, shown);
  const filter = filterOf(type, shown, viewer.id);
  const search = writeViewQuery(
    Object.entries(writeSectionView({ ...shown, view })).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const page = search === "" ? base : `${base}?${search}`;
  const hrefOf = (cardId: string) => `${base}/${cardId}`;
  const opening: Opening = { hrefOf, onOpen: (cardId) => onGo(hrefOf(cardId)) };
  const opened = { type, filter, opening };
  return (
    <AddCard value={() => setIsAdding(true)}>
      <section aria-label={type.name} className="flex flex-col gap-2">
        <header className="flex items-center gap-2">
          <CardLink
            cardId=""
            opening={{ hrefOf: () => page, onOpen: () => onGo(page) }}
            className="min-w-0 truncate font-semibold text-sm hover:underline"
          >
            {type.name}
          </CardLink>
          <ExternalLink aria-hidden="true" className="size-3.5 flex-none text-faint print:hidden" />
        </header>
        {hasGoneFilter(type, asked) && (
          <p className="text-muted text-xs">A filter of these cards no longer exists in the section.</p>
        )}
        {/* Many cards scroll in a part of the page, and are all there on paper as far as they are loaded. */}
        <div
          className={cx(
            "flex min-w-0 flex-col overflow-y-auto print:max-h-none print:overflow-visible",
            view === "board" ? "h-[440px] print:h-auto" : "max-h-[480px]",
          )}
        >
          {view === "board" && <Board section={section} filter={filter} opening={opening} />}
          {view === "table" && (
            <CardTable
              {...opened}
              shown={shown}
              columns={shown.columns.length > 0 ? shown.columns : (section.columns ?? [])}
              onShow={setAsked}
            />
          )}
          {view === "list" && <CardList {...opened} />}
        </div>
      </section>
      {isAdding && <NewCardDialog type={type} onClose={() => setIsAdding(false)} />}
    </AddCard>
  );
}

function Board({ section, filter, opening }: { section: Section; filter: CardFilter; opening: Opening }) {
  const query = useBoard(section.type, filter);
  if (query.data) return <CardBoard section={section} board={query.data} filter={filter} {...opening} />;
  if (query.error) return <LoadState query={query} failure="Failed to load the board" />;
  return <RowSkeletons label="Loading the board" mark={28} rowClassName="py-3" />;
}
