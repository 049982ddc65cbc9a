import { useMutation } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../lib/api-error.ts";
import { downloadText } from "../../lib/download.ts";
import { Button } from "../../ui/button/button.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { type CardFilter, exportCards, type ListSort, useBoard, useSections } from "./api.ts";
import type { Section } from "./board-state.ts";
import { CardBoard } from "./card-board.tsx";
import { CardDrawer } from "./card-drawer.tsx";
import { CardTable } from "./card-table.tsx";
import { FiguresStrip } from "./figures-strip.tsx";
import { NewCardDialog } from "./new-card-dialog.tsx";

/** What the address of a section says. */
export interface SectionView {
  view: "board" | "table";
  q: string;
  sort: ListSort;
}

export interface SectionScreenProps {
  departmentSlug: string;
  sectionSlug: string;
  shown: SectionView;
  cardId: string | undefined;
  onShow: (shown: SectionView) => void;
  /** Opens a card, or none. */
  onOpen: (cardId: string | undefined) => void;
  hrefOf: (cardId: string) => string;
  renderHead: (actions: ReactNode) => ReactNode;
}

/** A section of a department: its figures, and its cards as a board or a table. */
export function SectionScreen(props: SectionScreenProps) {
  const { departmentSlug, sectionSlug, cardId, onOpen, renderHead } = props;
  const query = useSections(departmentSlug);
  const [isAdding, setIsAdding] = useState(false);
  const section = query.data?.sections.find(({ type }) => type.slug === sectionSlug);
  return (
    <>
      {renderHead(
        section && (
          <Button variant="primary" icon={Plus} onClick={() => setIsAdding(true)}>
            New {capital(section.type.singular)}
          </Button>
        ),
      )}
      {section ? (
        <Shown {...props} section={section} />
      ) : query.error ? (
        <ErrorState
          message={errorMessage(query.error, "Failed to load the section")}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <EmptyState title="This section does not exist, or you cannot see it." />
      ) : (
        <RowSkeletons label="Loading the section" mark={28} rowClassName="py-3" />
      )}
      {section && isAdding && <NewCardDialog type={section.type} onClose={() => setIsAdding(false)} />}
      {cardId !== undefined && <CardDrawer cardId={cardId} onClose={() => onOpen(undefined)} />}
    </>
  );
}

const sorts = [
  { value: "updated", label: "Last changed" },
  { value: "due", label: "Due" },
  { value: "value", label: "Value" },
  { value: "title", label: "Name" },
] as const;

function Shown({ section, shown, onShow, onOpen, hrefOf }: SectionScreenProps & { section: Section }) {
  const { type } = section;
  const filter: CardFilter = { ...(shown.q && { q: shown.q }) };
  const download = useMutation({
    mutationFn: () => exportCards(type.id, filter),
    onSuccess({ csv, isWhole }) {
      downloadText(`${type.slug}.csv`, csv, "text/csv;charset=utf-8");
      if (!isWhole) notify.info("The file holds the first 5,000. Narrow the list for the others.");
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to export")),
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <FiguresStrip section={section} />
      <div className="flex flex-none flex-wrap items-center gap-2">
        <Segmented
          label="View"
          value={shown.view}
          onValueChange={(view) => onShow({ ...shown, view })}
          options={[
            { value: "board", label: "Board" },
            { value: "table", label: "Table" },
          ]}
        />
        {shown.view === "table" && (
          <Select
            className="w-40"
            label="Order"
            hideLabel
            value={shown.sort}
            onValueChange={(sort) => onShow({ ...shown, sort })}
            options={sorts}
          />
        )}
        <FilterField
          className="ml-auto w-48 max-md:ml-0 max-md:w-full"
          label={`Filter ${type.singular}s`}
          placeholder={`Filter ${type.singular}s`}
          value={shown.q}
          maxLength={100}
          onChange={(q) => onShow({ ...shown, q })}
        />
        <Button icon={Download} loading={download.isPending} onClick={() => download.mutate()}>
          Export CSV
        </Button>
      </div>
      {shown.view === "board" ? (
        <Board section={section} filter={filter} onOpen={onOpen} hrefOf={hrefOf} />
      ) : (
        <CardTable type={type} filter={filter} sort={shown.sort} onOpen={onOpen} hrefOf={hrefOf} />
      )}
    </div>
  );
}

function Board({
  section,
  filter,
  onOpen,
  hrefOf,
}: {
  section: Section;
  filter: CardFilter;
  onOpen: (cardId: string) => void;
  hrefOf: (cardId: string) => string;
}) {
  const query = useBoard(section.type, filter);
  if (query.data) return <CardBoard section={section} board={query.data} onOpen={onOpen} hrefOf={hrefOf} />;
  if (query.error)
    return (
      <ErrorState
        message={errorMessage(query.error, "Failed to load the board")}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return <RowSkeletons label="Loading the board" mark={28} rowClassName="py-3" />;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
