import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { isOwnFieldName, type TaskSort, taskSorts } from "@atoll/contract/tasks/limits";
import { ArrowUpDown } from "lucide-react";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { TaskOrder } from "../data/arrangement.ts";
import { sortNames } from "../data/task-words.ts";

export interface SortMenuProps {
  order: TaskOrder;
  onChange: (order: TaskOrder) => void;
  /** The manual order has one direction only, as on a board. */
  isManualOneWay?: boolean;
  /** The company's own fields that tasks are sorted by. */
  fields?: readonly TaskField[];
}

/** The order of what is shown. */
export function SortMenu({ order, onChange, isManualOneWay = false, fields = [] }: SortMenuProps) {
  const { sort, isDescending } = order;
  const name = isOwnFieldName(sort)
    ? (fields.find((field) => field.name === sort)?.label ?? "Field")
    : sortNames[sort];
  const hasDirection = !isManualOneWay || sort !== "manual";
  return (
    <Menu
      align="start"
      items={[
        {
          choice: "Sort by",
          value: sort,
          options: [
            ...taskSorts.map((value) => ({ value: value as TaskSort, label: sortNames[value] })),
            ...fields.map(({ name, label }) => ({ value: name as TaskSort, label })),
          ],
          onValueChange(next) {
            const chosen = isOwnFieldName(next) ? next : taskSorts.find((value) => value === next);
            if (chosen) onChange({ ...order, sort: chosen });
          },
        },
        ...(hasDirection
          ? [
              "separator" as const,
              {
                choice: "Order",
                value: isDescending ? "descending" : "ascending",
                options: [
                  { value: "ascending", label: "Ascending" },
                  { value: "descending", label: "Descending" },
                ],
                onValueChange: (next: string) => onChange({ ...order, isDescending: next === "descending" }),
              },
            ]
          : []),
      ]}
      label="Sort by"
      trigger={
        <FilterButton icon={ArrowUpDown} label={`Sort: ${name}${hasDirection && isDescending ? " ↓" : ""}`} />
      }
    />
  );
}
