import { Link } from "@tanstack/react-router";
import { ListFilter, MoreHorizontal, Settings, User } from "lucide-react";
import { useState } from "react";
import { cx } from "../../ui/base/cx.ts";
import { floatingItem, floatingSurface } from "../../ui/base/floating.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** Menu and popover, ready to open, and the rows of a menu standing still. */
export function MenuSection() {
  const [sort, setSort] = useState("newest");
  return (
    <Specimen title="Menu and popover" span={5}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-4">
        <div>
          <GroupLabel>Press to open</GroupLabel>
          <div className="flex gap-2">
            <Menu
              label="Message actions"
              header={<span className="font-semibold">Marisol Vega</span>}
              trigger={<IconButton label="More" icon={MoreHorizontal} />}
              items={[
                { label: "Profile", icon: User, shortcut: "P" },
                { label: "Settings", icon: Settings, link: <Link to="/dashboard" /> },
                { label: "Help & Support", disabled: true },
                "separator",
                { choice: "Sort", options: sorts, value: sort, onValueChange: setSort },
                "separator",
                { label: "Delete", danger: true },
              ]}
            />
            <Popover label="Filter" trigger={<Button icon={ListFilter}>Filter</Button>} align="start">
              {(close) => (
                <div className="flex w-48 flex-col gap-2">
                  <Checkbox label="Unread only" />
                  <Checkbox label="With files" />
                  <Button size="sm" variant="primary" onClick={close}>
                    Apply
                  </Button>
                </div>
              )}
            </Popover>
          </div>
        </div>
        <div className={cx(floatingSurface, "p-1")}>
          <p className={floatingItem}>
            <User className="size-4 text-faint" /> Default
          </p>
          <p className={floatingItem} data-highlighted="">
            <Settings className="size-4 text-faint" /> Highlighted
          </p>
          <button type="button" disabled className={floatingItem} data-disabled="">
            Disabled
          </button>
          <hr className="-mx-1 my-1 border-t" />
          <p className={cx(floatingItem, "text-danger-text")}>Sign Out</p>
        </div>
      </div>
    </Specimen>
  );
}

const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];
