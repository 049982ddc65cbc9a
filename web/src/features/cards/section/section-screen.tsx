import type { CardView } from "@atoll/contract/cards/limits";
import type { SectionView } from "@atoll/contract/cards/list-search";
import type { CardType } from "@atoll/contract/cards/schemas";
import { type ReactNode, useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { NewButton } from "../../../ui/button/new-button.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { CardBoard } from "../board/card-board.tsx";
import { CardDocument } from "../card/card-document.tsx";
import { CardDrawer } from "../card/card-drawer.tsx";
import { NewCardDialog } from "../card/new-card-dialog.tsx";
import { AddCard } from "../data/add-card.ts";
import { type Section, useBoard, useSections, useTotals } from "../data/api.ts";
import { type CardFilter, filterOf, noFilters, withCurrentOptions } from "../data/filter.ts";
import { sumsInWords } from "../data/sums.ts";
import { capital } from "../data/words.ts";
import { DiagramView } from "../diagram/diagram-view.tsx";
import { DeliveryTiles } from "../hooks/delivery-tiles.tsx";
import { IncidentStrip } from "../incidents/incident-strip.tsx";
import { OpenIncidentButton } from "../incidents/open-incident-button.tsx";
import { OnCallButton } from "../monitoring/on-call-button.tsx";
import { WithSilences } from "../monitoring/silenced.tsx";
import { UptimeStrip } from "../monitoring/uptime-strip.tsx";
import { newCardShortcut } from "../tools/shortcuts.ts";
import { CardGrid } from "../views/card-grid.tsx";
import { CardLanes } from "../views/card-lanes.tsx";
import type { Opening } from "../views/card-link.tsx";
import { CardList } from "../views/card-list.tsx";
import { CardMonth } from "../views/card-month.tsx";
import { CardTable } from "../views/card-table.tsx";
import { FiguresStrip } from "./figures-strip.tsx";
import { SectionToolbar } from "./section-toolbar.tsx";

export interface SectionScreenProps {
  departmentSlug: string;
  sectionSlug: string;
  shown: SectionView;
  cardId: string | undefined;
  onShow: (shown: SectionView) => void;
  /** Opens a card, or none. */
  onOpen: (cardId: string | undefined) => void;
  hrefOf: (cardId: string) => string;
  renderHead: (sections: readonly Section[], actions: ReactNode) => ReactNode;
  /** The menu of the saved views of a section. */
  renderViews: (type: CardType) => ReactNode;
  /** There is no such section. */
  missing: ReactNode;
}

/** A section of a department: its figures, and its cards in the view of the address. */
export function SectionScreen(props: SectionScreenProps) {
  const { departmentSlug, sectionSlug, renderHead, missing } = props;
  const query = useSections(departmentSlug);
  const [isAdding, setIsAdding] = useState(false);
  const sections = query.data?.sections ?? [];
  const section = sections.find(({ type }) => type.slug === sectionSlug);
  const add = () => setIsAdding(true);
  useShortcut(newCardShortcut, () => (section ? add() : false));
  if (query.data && !section) return missing;
  return (
    <>
      {renderHead(
        sections,
        section && (
          <>
            {section.type.options.hooks === "alerts" && (
              <>
                <OnCallButton slug={departmentSlug} showsNow />
                <OpenIncidentButton type={section.type} department={departmentSlug} isMain={false} />
              </>
            )}
            <NewButton label={`New ${capital(section.type.singular)}`} onClick={add} />
          </>
        ),
      )}
      {section ? (
        <AddCard value={add}>
          <Shown key={section.type.id} {...props} section={section} />
        </AddCard>
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load the section" />
      ) : (
        <RowSkeletons label="Loading the section" mark={28} rowClassName="py-3" />
      )}
      {section && isAdding && <NewCardDialog type={section.type} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function Shown({
  departmentSlug,
  section,
  shown: asked,
  onShow,
  renderViews,
  onOpen,
  hrefOf,
  cardId,
}: SectionScreenProps & { section: Section }) {
  const { type } = section;
  const viewer = useViewer();
  const shown = withCurrentOptions(type, asked);
  const { views } = type.options;
  const view = shown.view && views.includes(shown.view) ? shown.view : (views[0] ?? "board");
  // A diagram knows of tables only their database.
  const filter = filterOf(type, narrowedIn(view, shown), viewer.id);
  const columns = shown.columns.length > 0 ? shown.columns : (section.columns ?? []);
  const opening: Opening = { onOpen, hrefOf };
  const dates = {
    type,
    filter,
    opening,
    day: shown.day ?? "",
    onDay: (day: string) => onShow({ ...shown, day }),
  };
  const close = () => onOpen(undefined);
  const content = (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      {type.options.hooks === "runs" && <DeliveryTiles slug={departmentSlug} />}
      <FiguresStrip section={section} />
      {type.options.hooks === "alerts" && (
        <>
          <IncidentStrip type={type} department={departmentSlug} />
          <UptimeStrip type={type} />
        </>
      )}
      <SectionToolbar
        section={section}
        view={view}
        shown={shown}
        columns={columns}
        filter={filter}
        onShow={onShow}
      >
        {renderViews(type)}
      </SectionToolbar>
      <ListTotals type={type} filter={filter} />
      {view === "board" && <Board section={section} filter={filter} opening={opening} />}
      {view === "table" && (
        <CardTable
          type={type}
          filter={filter}
          shown={shown}
          columns={columns}
          onShow={onShow}
          opening={opening}
        />
      )}
      {view === "list" && <CardList type={type} filter={filter} opening={opening} />}
      {view === "calendar" && <CardMonth {...dates} />}
      {view === "lanes" && <CardLanes {...dates} />}
      {view === "grid" && <CardGrid type={type} filter={filter} opening={opening} />}
      {view === "diagram" && <DiagramView type={type} filter={filter} opening={opening} openId={cardId} />}
      {view === "document" ? (
        <CardDocument
          section={section}
          filter={filter}
          stage={shown.stage}
          onStage={(stage) => onShow({ ...shown, stage })}
          cardId={cardId}
          opening={opening}
          onClose={close}
        />
      ) : (
        cardId !== undefined && <CardDrawer cardId={cardId} onClose={close} />
      )}
    </div>
  );
  return type.options.hooks === "alerts" ? <WithSilences typeId={type.id}>{content}</WithSilences> : content;
}

/** The filters that a view knows: a diagram knows of tables only their database, and a page shows one stage at a time. */
function narrowedIn(view: CardView, shown: SectionView): SectionView {
  if (view === "diagram") return { ...shown, ...noFilters };
  return view === "document" ? { ...shown, stages: [] } : shown;
}

/** How many cards the filters let through, and what they add up to; nothing without filters, or where nothing is added up. */
function ListTotals({ type, filter }: { type: CardType; filter: CardFilter }) {
  const isWanted = type.valueField !== null && Object.keys(filter).length > 0;
  const { data } = useTotals(type, filter, isWanted);
  if (!isWanted || !data || data.count === 0) return null;
  const sums = data.sums.filter(({ field }) => field === type.valueField);
  return (
    <p aria-live="polite" className="flex-none text-muted text-xs tabular-nums">
      {[counted(data.count, type.singular), sumsInWords(type, sums)].filter(Boolean).join(" · ")}
    </p>
  );
}

function Board({ section, filter, opening }: { section: Section; filter: CardFilter; opening: Opening }) {
  const query = useBoard(section.type, filter);
  if (query.data) return <CardBoard section={section} board={query.data} filter={filter} {...opening} />;
  if (query.error) return <LoadState query={query} failure="Failed to load the board" />;
  return <RowSkeletons label="Loading the board" mark={28} rowClassName="py-3" />;
}
