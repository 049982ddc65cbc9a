import { taskGroups, taskSorts } from "@atoll/contract/tasks/limits";
import { ArrowUpDown, Layers } from "lucide-react";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { groupNames, sortNames } from "../data/task-words.ts";
import type { Arrangement } from "./arrangement.ts";

export interface ArrangeMenusProps {
  arrangement: Arrangement;
  onChange: (arrangement: Arrangement) => void;
}

/** What a list is told apart by, and the order within. */
export function ArrangeMenus({ arrangement, onChange }: ArrangeMenusProps) {
  const { group, sort, isDescending } = arrangement;
  return (
    <>
      <Menu
        align="start"
        items={[
          {
            choice: "Group by",
            value: group,
            options: taskGroups.map((value) => ({ value, label: groupNames[value] })),
            onValueChange(next) {
              const chosen = taskGroups.find((value) => value === next);
              if (chosen) onChange({ ...arrangement, group: chosen });
            },
          },
        ]}
        label="Group by"
        trigger={<FilterButton icon={Layers} label={`Group: ${groupNames[group]}`} />}
      />
      <Menu
        align="start"
        items={[
          {
            choice: "Sort by",
            value: sort,
            options: taskSorts.map((value) => ({ value, label: sortNames[value] })),
            onValueChange(next) {
              const chosen = taskSorts.find((value) => value === next);
              if (chosen) onChange({ ...arrangement, sort: chosen });
            },
          },
          {
            choice: "Order",
            value: isDescending ? "descending" : "ascending",
            options: [
              { value: "ascending", label: "Ascending" },
              { value: "descending", label: "Descending" },
            ],
            onValueChange: (next) => onChange({ ...arrangement, isDescending: next === "descending" }),
          },
        ]}
        label="Sort by"
        trigger={
          <FilterButton icon={ArrowUpDown} label={`Sort: ${sortNames[sort]}${isDescending ? " ↓" : ""}`} />
        }
      />
    </>
  );
}
