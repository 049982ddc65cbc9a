import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useRef } from "react";
import { Count } from "../badge/count.tsx";
import { cx } from "../base/cx.ts";
import type { IconType } from "../icon/icon-type.ts";
import { tabClass } from "./tab-class.ts";
import { useTabInSight } from "./use-tab-in-sight.ts";

interface TabOption<Value extends string> {
  value: Value;
  label: string;
  icon?: IconType;
  count?: number;
  /** Up to which it is counted; 99 when nothing is said. */
  maxCount?: number;
  disabled?: boolean;
  /** Something can be dropped on it: the zone of a `useDrag`. */
  zone?: string;
}

export interface TabsProps<Value extends string> {
  /** The name of the row, for assistive tech. */
  label: string;
  tabs: readonly TabOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** The panel of the tab that is on. */
  children?: ReactNode;
  className?: string;
}

/** Parts of one page, one shown at a time. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  children,
  className,
}: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  useTabInSight(row);
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next)} className={className}>
      <Base.List
        ref={row}
        activateOnFocus
        aria-label={label}
        className="flex gap-5 scroll-row border-b shadow-none"
      >
        {tabs.map(({ value: tab, label: text, icon: Icon, count, maxCount, disabled, zone }) => (
          <Base.Tab
            key={tab}
            value={tab}
            disabled={disabled}
            className={cx(tabClass, zone !== undefined && "data-drag-over:bg-primary-soft")}
            data-drag-unordered={zone === undefined ? undefined : ""}
            data-drag-zone={zone}
          >
            {Icon && <Icon className="size-4" />}
            {text}
            {count !== undefined && <Count value={count} max={maxCount} />}
          </Base.Tab>
        ))}
      </Base.List>
      {children !== undefined && (
        <Base.Panel value={value} className="rounded-sm pt-4">
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  );
}
