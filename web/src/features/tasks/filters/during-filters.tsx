import { Bell, ChartColumn } from "lucide-react";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { duringNames, duringWords } from "../data/during.ts";
import type { ShownTasks } from "../data/task-filter.ts";

export interface DuringFiltersProps {
  shown: ShownTasks;
  onChange: (shown: ShownTasks) => void;
}

/** The filters for the tasks that a figure of analytics or an inbox entry counts. Each can be removed. */
export function DuringFilters({ shown, onChange }: DuringFiltersProps) {
  return duringNames.map((name) => {
    const value = shown.during[name];
    if (value === undefined) return null;
    const clear = () => {
      const { [name]: _, ...during } = shown.during;
      onChange({ ...shown, during });
    };
    return (
      <FilterButton
        key={name}
        icon={name === "told" ? Bell : ChartColumn}
        active
        label={duringWords(name, value)}
        onClick={clear}
        onClear={clear}
      />
    );
  });
}
