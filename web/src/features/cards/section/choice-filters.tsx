import type { CardField } from "@atoll/contract/cards/field-schemas";
import { ListFilter } from "lucide-react";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";

interface ChoiceFiltersProps {
  fields: readonly CardField[];
  /** Values by the names of their fields. */
  chosen: Readonly<Record<string, string>>;
  onChange: (chosen: Readonly<Record<string, string>>) => void;
}

/** Filters by the choice fields of a section. Each of them narrows the list. */
export function ChoiceFilters({ fields, chosen, onChange }: ChoiceFiltersProps) {
  const count = fields.filter(({ name }) => chosen[name]).length;
  return (
    <Popover
      label="Filters"
      align="start"
      className="flex max-h-[60dvh] w-64 flex-col gap-3 overflow-y-auto p-4"
      trigger={
        <Button size="sm" icon={ListFilter}>
          Filters
          {count > 0 && <Count value={count} />}
        </Button>
      }
    >
      {fields.map(({ name, label, options = [] }) => (
        <Select
          key={name}
          label={label}
          value={chosen[name] ?? ""}
          onValueChange={(value) => onChange({ ...chosen, [name]: value })}
          options={[
            { value: "", label: `Any ${label.toLowerCase()}` },
            ...options.map((value) => ({ value, label: value })),
          ]}
        />
      ))}
      {count > 0 && (
        <Button className="self-end" variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Popover>
  );
}
