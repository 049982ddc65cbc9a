import { type CardView, cardViews } from "@atoll/contract/cards/limits";
import type { SectionView } from "@atoll/contract/cards/list-search";
import { departmentsWithView } from "@atoll/contract/cards/policy";
import { canManageDepartments } from "@atoll/contract/permissions";
import { useMutation } from "@tanstack/react-query";
import {
  Download,
  Ellipsis,
  GitCompare,
  ListOrdered,
  ServerCog,
  Settings2,
  Upload,
  Webhook,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { pluralOf } from "../../../lib/counted.ts";
import { useHasRoomBeside } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuAction } from "../../../ui/popup/menu-entry.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { CompareDialog } from "../apis/compare-dialog.tsx";
import { ServersDialog } from "../apis/servers-dialog.tsx";
import { exportCards, type Section } from "../data/api.ts";
import { type CardFilter, choiceFieldsOf } from "../data/filter.ts";
import { HooksDrawer } from "../hooks/hooks-drawer.tsx";
import { SequencesDrawer } from "../sequences/sequences-drawer.tsx";
import { SettingsDrawer } from "../settings/settings-drawer.tsx";
import { ImportCardsDialog } from "../tools/import-cards-dialog.tsx";
import { ImportDialog } from "../tools/import-dialog.tsx";
import { ImportFileDialog } from "../tools/import-file-dialog.tsx";
import { ChoiceFilters } from "./choice-filters.tsx";

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

/** The shape of everything that narrows or arranges the cards. */
const narrowing =
  "contents max-md:order-last max-md:-mx-4 max-md:flex max-md:w-[calc(100%+2rem)] max-md:flex-none max-md:items-center max-md:gap-2 max-md:scroll-row max-md:px-4 max-md:py-0.5 max-md:*:flex-none max-md:[&_[role=combobox]]:h-8 max-md:[&_[role=combobox]]:text-sm";

const exportLabel = "Export CSV";
const settingsLabel = "Section settings";

/** The view of a section, its filters and order, and what goes in and out as CSV. */
export function SectionToolbar({
  section: { type },
  view,
  shown,
  filter,
  onShow,
  children,
}: {
  section: Section;
  view: CardView;
  shown: SectionView;
  filter: CardFilter;
  onShow: (shown: SectionView) => void;
  /** At the start: the saved views. */
  children: ReactNode;
}) {
  const [isImporting, setIsImporting] = useState(false);
  const [opened, setOpened] = useState<"hooks" | "sequences" | "compare" | "servers">();
  const [showsSettings, setShowsSettings] = useState(false);
  const close = () => setOpened(undefined);
  const isNarrow = !useHasRoomBeside();
  const viewer = useViewer();
  const mayManage = departmentsWithView(viewer).includes(type.departmentId);
  const maySettle = canManageDepartments(viewer);
  const { options } = type;
  const { views, tools } = options;
  const { marking: choice, others } = choiceFieldsOf(type);
  const download = useMutation({
    mutationFn: () => exportCards(type.id, filter),
    onSuccess({ csv, isWhole }) {
      downloadText(`${type.slug}.csv`, csv, "text/csv;charset=utf-8");
      if (!isWhole) notify.info("The file holds the first 5,000. Narrow the list for the others.");
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to export")),
  });
  const sorts = [
    { value: "updated", label: "Last changed" },
    { value: "due", label: type.options.dueLabel },
    { value: "title", label: "Name" },
    ...type.fields
      .filter(({ kind }) => kind !== "checklist" && kind !== "person" && kind !== "link")
      .map(({ name, label }) => ({ value: name, label })),
  ];
  const actions: MenuAction[] = [
    ...(options.imports ? [] : [{ label: "Import CSV", icon: Upload, onSelect: () => setIsImporting(true) }]),
    { label: exportLabel, icon: Download, onSelect: () => download.mutate() },
    ...(options.imports ? [{ label: "Import", icon: Upload, onSelect: () => setIsImporting(true) }] : []),
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
  ];
  return (
    <div className="flex flex-none flex-wrap items-center gap-2">
      {/* On a phone one line that scrolls, below the text filter, so that the cards are in sight. */}
      <div className={narrowing}>
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
          onValueChange={(whose) => onShow({ ...shown, isMine: whose === "mine" })}
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
            value={shown.badge}
            onValueChange={(badge) => onShow({ ...shown, badge })}
            options={[
              { value: "", label: `Any ${choice.label.toLowerCase()}` },
              ...choice.options.map((value) => ({ value, label: value })),
            ]}
          />
        )}
        {others.length > 0 && view !== "diagram" && (
          <ChoiceFilters
            fields={others}
            chosen={shown.choices}
            onChange={(choices) => onShow({ ...shown, choices })}
          />
        )}
        {view === "table" && (
          <Select
            className="w-40"
            label="Order"
            hideLabel
            value={shown.sort}
            onValueChange={(sort) => onShow({ ...shown, sort })}
            options={sorts}
          />
        )}
      </div>
      <FilterField
        className="ml-auto w-48 max-md:ml-0 max-md:w-auto max-md:flex-1"
        label={`Filter ${pluralOf(type.singular)}`}
        placeholder={`Filter ${pluralOf(type.singular)}`}
        value={shown.q}
        maxLength={100}
        onChange={(q) => onShow({ ...shown, q })}
      />
      {/* Where there is no room for the buttons next to the filters, they would be alone on a second line. */}
      {isNarrow ? (
        <Menu
          label="More"
          align="end"
          trigger={<IconButton icon={Ellipsis} label="More" disabled={download.isPending} />}
          items={[
            ...actions,
            ...(maySettle
              ? [{ label: settingsLabel, icon: Settings2, onSelect: () => setShowsSettings(true) }]
              : []),
          ]}
        />
      ) : (
        actions.map(({ label, icon, onSelect }) => (
          <Button
            key={label}
            icon={icon}
            loading={label === exportLabel && download.isPending}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))
      )}
      {opened === "sequences" && <SequencesDrawer type={type} onClose={close} />}
      {opened === "compare" && <CompareDialog type={type} onClose={close} />}
      {opened === "servers" && <ServersDialog type={type} onClose={close} />}
      {maySettle && !isNarrow && (
        <IconButton icon={Settings2} label={settingsLabel} onClick={() => setShowsSettings(true)} />
      )}
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
