import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";

/** A name in a list that is edited: a stage, or an option. */
export interface NameRow {
  key: string;
  /** The one that it was made from; absent for a new one. */
  was?: string | undefined;
  name: string;
}

/** Moves an item of a list by one place. */
export function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const item = items[from];
  if (item === undefined || from + by < 0 || from + by >= items.length) return [...items];
  const rest = items.filter((_one, at) => at !== from);
  return [...rest.slice(0, from + by), item, ...rest.slice(from + by)];
}

/** Edits a list of names: renaming, ordering, adding and removing them. */
export function NameRows<Row extends NameRow>({
  what,
  rows,
  most,
  onChange,
  make,
  maxLength = 60,
  renderMore,
}: {
  /** One of them: "Stage". */
  what: string;
  rows: readonly Row[];
  most: number;
  onChange: (rows: Row[]) => void;
  make: (row: NameRow) => Row;
  /** The maximum length of a name. */
  maxLength?: number;
  renderMore?: (row: Row, change: (row: Row) => void) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const put = (at: number, row: Row) => onChange(rows.map((one, index) => (index === at ? row : one)));
  function add(): void {
    onChange([...rows, make({ key: uuidv7(), name: "" })]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus(),
    );
  }
  return (
    <>
      <ul ref={list} aria-label={`${what}s`} className="flex flex-col gap-2">
        {rows.map((row, at) => (
          <li key={row.key} className="flex items-center gap-1 max-md:flex-wrap">
            <TextField
              className="min-w-0 flex-1 max-md:basis-full"
              label={`${what} ${at + 1}`}
              hideLabel
              value={row.name}
              maxLength={maxLength}
              autoComplete="off"
              onChange={(event) => put(at, { ...row, name: event.target.value })}
            />
            {renderMore?.(row, (next) => put(at, next))}
            <IconButton
              icon={ArrowUp}
              label={`Move ${row.name || what} up`}
              disabled={at === 0}
              onClick={() => onChange(moved(rows, at, -1))}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${row.name || what} down`}
              disabled={at === rows.length - 1}
              onClick={() => onChange(moved(rows, at, 1))}
            />
            <IconButton
              icon={X}
              label={`Remove ${row.name || what}`}
              onClick={() => onChange(rows.filter((one) => one !== row))}
            />
          </li>
        ))}
      </ul>
      <Button className="self-start" size="sm" icon={Plus} disabled={rows.length >= most} onClick={add}>
        Add {what.toLowerCase()}
      </Button>
    </>
  );
}
