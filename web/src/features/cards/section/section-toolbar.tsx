import { type CardView, cardViews } from "@atoll/contract/cards/limits";
import type { SectionView } from "@atoll/contract/cards/list-search";
import { departmentsWithView } from "@atoll/contract/cards/policy";
import { canManageDepartments } from "@atoll/contract/permissions";
import { useMutation } from "@tanstack/react-query";
import {
  ArrowDown,
  ArrowUp,
  Download,
  Ellipsis,
  GitCompare,
  ListOrdered,
  PackageOpen,
  ServerCog,
  Settings2,
  Upload,
  Webhook,
} from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useExportThing } from "../../../capabilities/export/use-export-thing.tsx";
import { pluralOf } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { useTabInSight } from "../../../ui/layout/use-tab-in-sight.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuAction } from "../../../ui/popup/menu-entry.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { CompareDialog } from "../apis/compare-dialog.tsx";
import { ServersDialog } from "../apis/servers-dialog.tsx";
import { exportCards, type Section, useSetColumns } from "../data/api.ts";
import { allColumns } from "../data/columns.ts";
import { type CardFilter, choiceFieldsOf, orderOf, sortedBy } from "../data/filter.ts";
import { countCards } from "../data/words.ts";
import { HooksDrawer } from "../hooks/hooks-drawer.tsx";
import { SequencesDrawer } from "../sequences/sequences-drawer.tsx";
import { SettingsDrawer } from "../settings/settings-drawer.tsx";
import { ImportCardsDialog } from "../tools/import-cards-dialog.tsx";
import { ImportDialog } from "../tools/import-dialog.tsx";
import { ImportFileDialog } from "../tools/import-file-dialog.tsx";
import { SectionFilters } from "./section-filters.tsx";
import { TableColumns } from "./table-columns.tsx";

const names: Readonly<Record<CardView, string>> = {
  board: "Board",
  table: "Table",
  list: "List",
  calendar: "Calendar",
  lanes: "Lanes",
  document: "Page",
  grid: "Grid",
  diagram: "Diagram",
};

/** The shape of everything that narrows or arranges the cards: one line, which scrolls where it does not fit. */
const narrowing =
  "-m-1 flex min-w-0 flex-1 items-center gap-2 scroll-row p-1 *:flex-none [&_[role=combobox]]:h-7 [&_[role=combobox]]:text-xs " +
  "max-md:order-last max-md:-mx-4 max-md:my-0 max-md:w-[calc(100%+2rem)] max-md:flex-none max-md:px-4 max-md:py-0.5 max-md:[&_[role=combobox]]:h-8 max-md:[&_[role=combobox]]:text-sm";

/** Stands for several options in the menu of the field that marks cards. No option is empty space. */
const several = " ";

/** The view of a section, its filters and order, and what goes in and out as CSV. */
export function SectionToolbar({
  section,
  view,
  shown,
  columns,
  filter,
  onShow,
  children,
}: {
  section: Section;
  view: CardView;
  shown: SectionView;
  /** The columns of the table; none for the usual ones. */
  columns: readonly string[];
  filter: CardFilter;
  onShow: (shown: SectionView) => void;
  /** At the start: the saved views. */
  children: ReactNode;
}) {
  const [isImporting, setIsImporting] = useState(false);
  const [opened, setOpened] = useState<"hooks" | "sequences" | "compare" | "servers">();
  const [showsSettings, setShowsSettings] = useState(false);
  const close = () => setOpened(undefined);
  const row = useRef<HTMLDivElement>(null);
  useTabInSight(row);
  const { type } = section;
  const isEmpty = countCards(section) === 0;
  const viewer = useViewer();
  const mayManage = departmentsWithView(viewer).includes(type.departmentId);
  const maySettle = canManageDepartments(viewer);
  const { openExport, exportDialog } = useExportThing({ kind: "section", id: type.id, name: type.name });
  const { options } = type;
  const { views, tools } = options;
  const { marking: choice } = choiceFieldsOf(type);
  const marks = choice ? (shown.fields[choice.name] ?? []) : [];
  const keepColumns = useSetColumns(type.id);
  const download = useMutation({
    mutationFn: () => exportCards(type.id, filter),
    onSuccess({ csv, isWhole }) {
      downloadText(`${type.slug}.csv`, csv, "text/csv;charset=utf-8");
      if (!isWhole) notify.info("The file holds the first 5,000. Narrow the list for the others.");
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to export")),
  });
  const sorts = [{ name: "title", label: "Name" }, ...allColumns(type)].map(({ name, label }) => ({
    value: name,
    label: name === "updated" ? "Last changed" : label,
  }));
  const isRising = orderOf(type, shown) === "ascending";
  const actions: MenuAction[] = [
    {
      label: options.imports ? "Import" : "Import CSV",
      icon: Upload,
      onSelect: () => setIsImporting(true),
    },
    ...(isEmpty ? [] : [{ label: "Export CSV", icon: Download, onSelect: () => download.mutate() }]),
    ...(mayManage ? [{ label: "Export section", icon: PackageOpen, onSelect: openExport }] : []),
    ...(options.imports
      ? [{ label: "Compare versions", icon: GitCompare, onSelect: () => setOpened("compare") }]
      : []),
    ...(options.imports === "openapi" && mayManage
      ? [{ label: "Servers", icon: ServerCog, onSelect: () => setOpened("servers") }]
      : []),
    ...(options.sequenceStage
      ? [{ label: "Sequences", icon: ListOrdered, onSelect: () => setOpened("sequences") }]
      : []),
    ...(options.hooks && mayManage
      ? [{ label: "Webhooks", icon: Webhook, onSelect: () => setOpened("hooks") }]
      : []),
    ...(maySettle
      ? [{ label: "Section settings", icon: Settings2, onSelect: () => setShowsSettings(true) }]
      : []),
  ];
  return (
    <div className="flex flex-none items-center gap-2 max-md:flex-wrap">
      {/* On a phone it is below the text filter. */}
      <div ref={row} className={narrowing}>
        {children}
        <Segmented
          label="View"
          value={view}
          onValueChange={(next) => onShow({ ...shown, view: next })}
          options={cardViews
            .filter((one) => views.includes(one))
            .toSorted((a, b) => views.indexOf(a) - views.indexOf(b))
            .map((value) => ({ value, label: names[value] }))}
        />
        <Segmented
          label="Whose"
          value={shown.isMine ? "mine" : "all"}
          onValueChange={(whose) =>
            onShow({ ...shown, isMine: whose === "mine", ...(whose === "mine" && { owners: [] }) })
          }
          options={[
            { value: "all", label: "All" },
            { value: "mine", label: "Mine" },
          ]}
        />
        {choice?.options && (
          <Select
            className="w-40"
            label={choice.label}
            hideLabel
            value={marks.length > 0 ? several : shown.badge}
            onValueChange={(badge) => {
              if (badge === several) return;
              const { [choice.name]: _several, ...fields } = shown.fields;
              onShow({ ...shown, badge, fields });
            }}
            options={[
              { value: "", label: `Any ${choice.label.toLowerCase()}` },
              ...(marks.length > 0
                ? [{ value: several, label: `${choice.label}: ${marks.length} selected` }]
                : []),
              ...choice.options.map((value) => ({ value, label: value })),
            ]}
          />
        )}
        {view !== "diagram" && (
          <SectionFilters type={type} shown={shown} onShow={onShow} withStages={view !== "document"} />
        )}
        {view === "table" && (
          <>
            <Select
              className="w-40"
              label="Order"
              hideLabel
              value={shown.sort}
              onValueChange={(sort) => onShow({ ...shown, sort, order: undefined })}
              options={sorts}
            />
            <IconButton
              icon={isRising ? ArrowUp : ArrowDown}
              label={isRising ? "Ascending" : "Descending"}
              size="sm"
              onClick={() => onShow(sortedBy(type, shown, shown.sort))}
            />
            <TableColumns
              type={type}
              chosen={columns}
              onChange={(next) => {
                onShow({ ...shown, columns: next });
                keepColumns.mutate(next);
              }}
            />
          </>
        )}
      </div>
      <FilterField
        className="ml-auto h-7! w-48 max-md:h-9! max-md:ml-0 max-md:w-auto max-md:flex-1"
        label={`Filter ${pluralOf(type.singular)}`}
        placeholder={`Filter ${pluralOf(type.singular)}`}
        value={shown.q}
        maxLength={100}
        onChange={(q) => onShow({ ...shown, q })}
      />
      <Menu
        label="More"
        align="end"
        trigger={<IconButton icon={Ellipsis} label="More" disabled={download.isPending} />}
        items={actions}
      />
      {exportDialog}
      {opened === "sequences" && <SequencesDrawer type={type} onClose={close} />}
      {opened === "compare" && <CompareDialog type={type} onClose={close} />}
      {opened === "servers" && <ServersDialog type={type} onClose={close} />}
      {showsSettings && (
        <SettingsDrawer
          departmentId={type.departmentId}
          sectionId={type.id}
          onClose={() => setShowsSettings(false)}
        />
      )}
      {opened === "hooks" && <HooksDrawer type={type} onClose={close} />}
      {isImporting &&
        (options.imports ? (
          <ImportFileDialog type={type} format={options.imports} onClose={() => setIsImporting(false)} />
        ) : tools.includes("series") ? (
          <ImportDialog type={type} onClose={() => setIsImporting(false)} />
        ) : (
          <ImportCardsDialog type={type} onClose={() => setIsImporting(false)} />
        ))}
    </div>
  );
}
