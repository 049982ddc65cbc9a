import { taskGroups } from "@atoll/contract/tasks/limits";
import { Layers } from "lucide-react";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { Arrangement } from "../data/arrangement.ts";
import { groupNames } from "../data/task-words.ts";
import { SortMenu } from "../filters/sort-menu.tsx";

export interface ArrangeMenusProps {
  arrangement: Arrangement;
  onChange: (arrangement: Arrangement) => void;
}

/** The menus for the grouping of a list and the order within its groups. */
export function ArrangeMenus({ arrangement, onChange }: ArrangeMenusProps) {
  const { group } = arrangement;
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
      <SortMenu onChange={(order) => onChange({ ...arrangement, ...order })} order={arrangement} />
    </>
  );
}
