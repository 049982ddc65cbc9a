import type { ImportColumn } from "@atoll/contract/administration/import-routes";
import { ArrowRight } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { fieldWords } from "./field-words.ts";

export interface ColumnsCardProps {
  columns: readonly ImportColumn[];
  /** Undefined: it is too late for that. */
  onChange: (() => void) | undefined;
}

/** The recognised columns, next to the resulting rows. */
export function ColumnsCard({ columns, onChange }: ColumnsCardProps) {
  return (
    <Card
      title="Columns"
      action={
        onChange && (
          <Button onClick={onChange} size="sm" variant="ghost">
            Change columns
          </Button>
        )
      }
    >
      <ul className="flex flex-col">
        {columns.map(({ position, heading, field }) => (
          <li
            key={position}
            className="flex items-center gap-2 border-b py-2 first:pt-0 last:border-b-0 last:pb-0"
          >
            <span className="min-w-0 flex-1 truncate font-mono text-xs" title={heading}>
              {heading}
            </span>
            <ArrowRight aria-hidden="true" className="size-3.5 flex-none text-faint" />
            <span className={cx("flex-none text-right", field === "none" && "text-faint")}>
              {fieldWords[field]}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
