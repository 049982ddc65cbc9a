import type { FieldFilter } from "@atoll/contract/fields/filter";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { maxShownFields, type OwnFieldName } from "@atoll/contract/tasks/limits";
import { Columns3, ListFilter } from "lucide-react";
import { FieldFilters } from "../../../capabilities/fields/field-filters.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";

interface OwnFiltersProps {
  fields: readonly TaskField[];
  chosen: FieldFilter;
  onChange: (chosen: FieldFilter) => void;
}

/** Filters by the company's own fields, behind one pill; nothing where there are no fields. */
export function OwnFilters({ fields, chosen, onChange }: OwnFiltersProps) {
  const count = Object.keys(chosen).length;
  if (fields.length === 0 && count === 0) return null;
  const [first] = Object.keys(chosen);
  const only = fields.find(({ name }) => name === first)?.label ?? "1 field";
  return (
    <Popover
      label="Filter by fields"
      className="flex max-h-[60dvh] w-72 flex-col gap-4 overflow-y-auto p-4"
      trigger={
        <FilterButton
          active={count > 0}
          icon={ListFilter}
          label={count === 0 ? "Fields" : count === 1 ? `Fields: ${only}` : `Fields: ${count} selected`}
          onClear={() => onChange({})}
        />
      }
    >
      <FieldFilters fields={fields} chosen={chosen} onChange={onChange} />
      {count > 0 && (
        <Button className="self-end" size="sm" variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Popover>
  );
}

/** Chooses the fields that lists and boards show of each task; nothing where there are no fields. */
export function ShownFields({
  fields,
  chosen,
  onChange,
}: {
  fields: readonly TaskField[];
  chosen: readonly OwnFieldName[];
  onChange: (chosen: OwnFieldName[]) => void;
}) {
  if (fields.length === 0) return null;
  return (
    <CheckFilter
      chosen={chosen}
      icon={Columns3}
      name="Show"
      onChange={(next) => onChange(next.slice(-maxShownFields))}
      onClear={() => onChange([])}
      // Names of tasks' fields all begin so.
      options={fields.map(({ name, label }) => ({ value: name as OwnFieldName, label }))}
    />
  );
}
