import { peopleRoutes } from "@atoll/contract/people/routes";
import { useQuery } from "@tanstack/react-query";
import { Layers, Tag } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useDepartmentNames } from "../../../capabilities/people/use-department-names.ts";
import { call } from "../../../lib/server/api-client.ts";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { useScrollFade } from "../../../ui/layout/use-scroll-fade.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { useQuestionOverview, useTagNames } from "../data/use-questions.ts";
import { TagDot } from "./tag-chip.tsx";

export interface ChosenFilters {
  text: string;
  tag: string | undefined;
  departmentId: string | undefined;
}

interface ListFiltersProps {
  chosen: ChosenFilters;
  onChange: (set: Partial<ChosenFilters>) => void;
  /** At the start of the row: the saved views. */
  lead?: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
}

/** Narrows the list by words, a tag and the department it was sent to. */
export function ListFilters({ chosen, onChange, lead, children }: ListFiltersProps) {
  const { data } = useQuestionOverview();
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  const tags = useTagNames("");
  const nameOf = useDepartmentNames(chosen.departmentId ? [chosen.departmentId] : []);
  const departments = useQuery({
    queryKey: ["departments", "choices"],
    queryFn: ({ signal }) => call(peopleRoutes.searchDepartments, { query: { limit: 50 } }, { signal }),
    staleTime: 5 * 60_000,
  }).data?.departments;
  return (
    <div ref={row} className="mb-2 flex items-center gap-2 max-md:-mx-4 max-md:scroll-row max-md:px-4">
      {lead}
      <FilterField
        label="Filter questions"
        placeholder={data && data.total > 1 ? `Filter ${data.total} questions` : "Filter questions"}
        value={chosen.text}
        maxLength={200}
        onChange={(text) => onChange({ text })}
        className="w-60 max-md:min-w-60"
      />
      <Menu
        label="Tag"
        trigger={
          <FilterButton
            label={chosen.tag ?? "Tags"}
            icon={Tag}
            active={chosen.tag !== undefined}
            {...(chosen.tag !== undefined && { onClear: () => onChange({ tag: undefined }) })}
          />
        }
        items={
          tags.length === 0
            ? [{ label: "No tags yet", disabled: true }]
            : tags.map((name) => ({
                label: name,
                lead: <TagDot name={name} />,
                onSelect: () => onChange({ tag: name }),
              }))
        }
      />
      <Menu
        label="Department"
        trigger={
          <FilterButton
            label={chosen.departmentId ? (nameOf(chosen.departmentId) ?? "Department") : "Department"}
            icon={Layers}
            active={chosen.departmentId !== undefined}
            {...(chosen.departmentId !== undefined && {
              onClear: () => onChange({ departmentId: undefined }),
            })}
          />
        }
        items={(departments ?? []).map(({ id, name }) => ({
          label: name,
          onSelect: () => onChange({ departmentId: id }),
        }))}
      />
      {children && <span className="ml-auto flex flex-none items-center gap-2">{children}</span>}
    </div>
  );
}
