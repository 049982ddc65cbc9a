import { maxTableColumns } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { allColumns, type Column, columnsOf } from "../data/columns.ts";

interface TableColumnsProps {
  type: CardType;
  /** Their names, in their order; none for the usual ones. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses the columns of the table and their order. */
export function TableColumns({ type, chosen, onChange }: TableColumnsProps) {
  const shown = columnsOf(type, chosen);
  const hidden = allColumns(type).filter(({ name }) => !shown.some((one) => one.name === name));
  const names = shown.map(({ name }) => name);
  function move(at: number, by: -1 | 1): void {
    const next = [...names];
    const [moved] = next.splice(at, 1);
    if (moved !== undefined) onChange(next.toSpliced(at + by, 0, moved));
  }
  const row = (column: Column, isShown: boolean) => (
    <Checkbox
      checked={isShown}
      disabled={isShown ? names.length === 1 : names.length >= maxTableColumns}
      label={column.label}
      onChange={() =>
        onChange(isShown ? names.filter((name) => name !== column.name) : [...names, column.name])
      }
    />
  );
  return (
    <Popover
      label="Columns"
      align="start"
      className="flex max-h-[60dvh] w-72 flex-col gap-1 overflow-y-auto p-3"
      trigger={
        <Button size="sm" icon={Columns3}>
          Columns
        </Button>
      }
    >
      <ul className="flex flex-col">
        {shown.map((column, at) => (
          <li key={column.name} className="flex min-h-8 items-center gap-1">
            <span className="min-w-0 flex-1">{row(column, true)}</span>
            <IconButton
              icon={ArrowUp}
              label={`Move ${column.label} up`}
              size="sm"
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${column.label} down`}
              size="sm"
              disabled={at === shown.length - 1}
              onClick={() => move(at, 1)}
            />
          </li>
        ))}
        {hidden.map((column) => (
          <li key={column.name} className="flex min-h-8 items-center">
            {row(column, false)}
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <Button className="self-end" size="sm" variant="ghost" onClick={() => onChange([])}>
          Usual columns
        </Button>
      )}
    </Popover>
  );
}
