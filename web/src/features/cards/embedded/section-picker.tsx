import {
  cardViewRules,
  readSectionView,
  type SectionView,
  writeSectionView,
} from "@atoll/contract/cards/list-search";
import {
  readSectionQuery,
  type SectionBlock,
  writeSectionQuery,
} from "@atoll/contract/documents/section-block";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { type Section, useSections } from "../data/api.ts";
import { allColumns } from "../data/columns.ts";
import { orderOf, sortedBy, withCurrentOptions } from "../data/filter.ts";
import { useReadableSections } from "../data/own-sections.ts";
import { SectionFilters } from "../section/section-filters.tsx";
import { blockViewOf, blockViewsOf } from "./block-views.ts";

interface SectionPickerProps {
  /** The block that changes. Undefined for a new one. */
  current: SectionBlock | undefined;
  onChoose: (block: SectionBlock) => void;
  onClose: () => void;
}

const viewNames = { table: "Table", board: "Board", list: "List" };

/** Asks for a section that the writer may read, and for its view, filters and order. */
export function SectionPicker({ current, onChoose, onClose }: SectionPickerProps) {
  const query = useReadableSections();
  const [id, setId] = useState(current?.id);
  const [asked, setAsked] = useState(() => readSectionView(readSectionQuery(current?.query ?? "")));
  const sections = query.data?.sections ?? [];
  const chosen = sections.find((one) => one.id === id);
  const ofDepartment = useSections(chosen?.departmentSlug ?? "", chosen !== undefined);
  const section = ofDepartment.data?.sections.find(({ type }) => type.id === id);
  const choose = () => section && onChoose({ id: section.type.id, query: queryOf(section, asked) });
  return (
    <Dialog
      title="Cards of a section"
      description="Each reader sees the cards only if they may read the section."
      keepsWords
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!section} onClick={choose}>
            {current ? "Change" : "Insert"}
          </Button>
        </>
      }
    >
      {query.data && sections.length === 0 ? (
        <EmptyState title="No sections yet">You see the sections of your departments here.</EmptyState>
      ) : query.error && !query.data ? (
        <LoadState query={query} failure="Failed to load the sections" />
      ) : query.data ? (
        <div className="flex flex-col gap-4">
          <Select
            label="Section"
            value={chosen ? chosen.id : null}
            placeholder="Choose a section"
            onValueChange={(next) => {
              setId(next);
              setAsked(readSectionView({}));
            }}
            options={sections.map(({ id: value, name, departmentName }) => ({
              value,
              label: `${departmentName}, ${name}`,
            }))}
          />
          {section ? (
            <Choices section={section} asked={asked} onShow={setAsked} />
          ) : (
            chosen &&
            (ofDepartment.error ? (
              <LoadState query={ofDepartment} failure="Failed to load the section" />
            ) : (
              <RowSkeletons label="Loading the section" mark={28} rowClassName="py-2" />
            ))
          )}
        </div>
      ) : (
        <RowSkeletons label="Loading the sections" mark={28} rowClassName="py-2" />
      )}
    </Dialog>
  );
}

interface ChoicesProps {
  section: Section;
  asked: SectionView;
  onShow: (shown: SectionView) => void;
}

function Choices({ section: { type }, asked, onShow }: ChoicesProps) {
  const shown = withCurrentOptions(type, asked);
  const view = blockViewOf(type, shown);
  const isRising = orderOf(type, shown) === "ascending";
  return (
    <>
      <Segmented
        label="View"
        value={view}
        onValueChange={(next) => onShow({ ...shown, view: next })}
        options={blockViewsOf(type).map((value) => ({ value, label: viewNames[value] }))}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SectionFilters type={type} shown={shown} onShow={onShow} withStages />
        {view === "table" && (
          <>
            <Select
              className="w-44"
              label="Order"
              hideLabel
              value={shown.sort}
              onValueChange={(sort) => onShow({ ...shown, sort, order: undefined })}
              options={[{ name: "title", label: "Name" }, ...allColumns(type)].map(({ name, label }) => ({
                value: name,
                label: name === "updated" ? "Last changed" : label,
              }))}
            />
            <IconButton
              icon={isRising ? ArrowUp : ArrowDown}
              label={isRising ? "Ascending" : "Descending"}
              size="sm"
              onClick={() => onShow(sortedBy(type, shown, shown.sort))}
            />
          </>
        )}
      </div>
    </>
  );
}

/** Keeps what a saved view of the section would keep. */
function queryOf({ type }: Section, asked: SectionView): string {
  const shown = withCurrentOptions(type, asked);
  const rules = cardViewRules(type);
  const search = writeSectionView({ ...shown, view: blockViewOf(type, shown) });
  return writeSectionQuery(
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, value && (rules[name]?.(value) || undefined)]),
    ),
  );
}
