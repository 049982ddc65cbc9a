import { type IdeaStatus, ideaStatuses, ideaTitleMaxLength } from "@atoll/contract/ideas/limits";
import { CircleDashed, Layers, Tag } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { useScrollFade } from "../../../ui/layout/use-scroll-fade.ts";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";
import { ideaViews, isEvery, type ShownIdeas } from "../data/filter.ts";
import { statusNames } from "../data/words.ts";

export interface FilterBarProps {
  shown: ShownIdeas;
  onChange: (shown: ShownIdeas) => void;
  /** A board has its statuses side by side, and one order. */
  isBoard?: boolean;
  /** At the start: the saved views. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** The filters of a list or a board of ideas. On a phone it runs to the edge and scrolls. */
export function FilterBar({ shown, onChange, isBoard = false, lead, children }: FilterBarProps) {
  const change = (part: Partial<ShownIdeas>) => onChange({ ...shown, ...part });
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  return (
    <div
      ref={row}
      className="mb-3 flex min-w-0 items-center gap-2 max-md:-mx-4 max-md:scroll-row max-md:px-4 max-md:py-0.5 md:max-xl:gap-1.5 md:flex-wrap"
    >
      {lead}
      {!isBoard && (
        <Segmented
          label="Which ideas"
          className="max-md:max-w-none md:max-xl:[&_label]:px-1.5"
          value={shown.view}
          onValueChange={(view) => change({ view })}
          options={ideaViews}
        />
      )}
      <FilterField
        className="max-md:w-[200px] max-md:flex-none md:min-w-0 md:max-w-[200px] md:flex-[1_1_88px]"
        label="Filter ideas by title"
        placeholder="Filter by title"
        maxLength={ideaTitleMaxLength}
        value={shown.title}
        onChange={(title) => change({ title })}
      />
      {!isBoard && <StatusFilter chosen={shown.statuses} onChange={(statuses) => change({ statuses })} />}
      <DepartmentFilter chosen={shown.departments} onChange={(departments) => change({ departments })} />
      {shown.tag !== "" && (
        <FilterButton active icon={Tag} label={shown.tag} onClear={() => change({ tag: "" })} />
      )}
      {children}
    </div>
  );
}

function StatusFilter({
  chosen,
  onChange,
}: {
  chosen: readonly IdeaStatus[];
  onChange: (statuses: readonly IdeaStatus[]) => void;
}) {
  return (
    <CheckFilter
      name="Status"
      icon={CircleDashed}
      chosen={isEvery(chosen) ? [] : chosen}
      options={ideaStatuses.map((value) => ({ value, label: statusNames[value] }))}
      onChange={(statuses) => onChange(statuses.length === 0 ? ideaStatuses : statuses)}
      onClear={() => onChange(ideaStatuses)}
    />
  );
}

function DepartmentFilter({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (departments: readonly string[]) => void;
}) {
  const departments = useAllDepartments();
  return (
    <CheckFilter
      name="Department"
      icon={Layers}
      chosen={chosen}
      options={departmentOptions(departments)}
      onChange={onChange}
      onClear={() => onChange([])}
    />
  );
}
