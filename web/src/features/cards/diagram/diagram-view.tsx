import { hasChoices } from "@atoll/contract/cards/choices";
import type { DiagramTable } from "@atoll/contract/cards/import-routes";
import { importRoutes as routes } from "@atoll/contract/cards/import-routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { KeyRound, Link2, Maximize, Minus, Plus, Table2, UserRound } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import type { CardFilter } from "../data/filter.ts";
import { CardLink, type Opening } from "../views/card-link.tsx";
import {
  headHeight,
  layoutDiagram,
  type Placed,
  rowHeight,
  shownColumns,
  tableWidth,
} from "./layout-diagram.ts";

const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5];
const padding = 24;

/** The tables of a section with their references. A table in focus lights up what it touches. */
export function DiagramView({
  type,
  filter,
  opening,
  openId,
}: {
  type: CardType;
  filter: CardFilter;
  opening: Opening;
  openId: string | undefined;
}) {
  const query = useLiveQuery({
    queryKey: ["cards", "diagram", type.id],
    queryFn: ({ signal }) => call(routes.readDiagram, { params: { typeId: type.id } }, { signal }),
    on: { "card.changed": refetchSpread, "card.gone": refetchSpread },
  });
  if (!query.data)
    return query.error ? (
      <LoadState query={query} failure="Failed to load the diagram" />
    ) : (
      <RowSkeletons label="Loading the diagram" mark={28} rowClassName="py-3" />
    );
  const tables = query.data.tables.filter(
    ({ name, group }) =>
      (filter.q === undefined || name.toLowerCase().includes(filter.q.toLowerCase())) &&
      hasChoices({ database: group }, filter.choices),
  );
  if (tables.length === 0)
    return (
      <EmptyState
        title={
          query.data.tables.length === 0
            ? "No diagram yet. Import the DDL of a database, as pg_dump --schema-only writes it."
            : "No table matches the filter"
        }
      />
    );
  return <Drawing tables={tables} opening={opening} openId={openId} isWhole={query.data.isWhole} />;
}

function Drawing({
  tables,
  opening,
  openId,
  isWhole,
}: {
  tables: readonly DiagramTable[];
  opening: Opening;
  openId: string | undefined;
  isWhole: boolean;
}) {
  const diagram = useMemo(() => layoutDiagram(tables), [tables]);
  const [zoom, setZoom] = useState(1);
  const [hovered, setHovered] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const focus = hovered ?? openId;
  const step = (by: number) => {
    const at = zooms.reduce(
      (best, one, index) => (Math.abs(one - zoom) < Math.abs((zooms[best] ?? 1) - zoom) ? index : best),
      0,
    );
    setZoom(zooms[Math.min(Math.max(at + by, 0), zooms.length - 1)] ?? 1);
  };
  const fit = () => {
    const room = frame.current;
    if (!room) return;
    const across = (room.clientWidth - padding * 2) / diagram.width;
    const down = (room.clientHeight - padding * 2) / diagram.height;
    setZoom(Math.min(Math.max(Math.min(across, down), 0.1), 1));
  };
  const touched = new Set(
    diagram.lines
      .filter(({ from, to }) => from.table.cardId === focus || to.table.cardId === focus)
      .flatMap(({ from, to }) => [from.table.cardId, to.table.cardId]),
  );
  return (
    <section
      aria-label="Diagram"
      className="flex min-h-[420px] flex-1 flex-col overflow-hidden rounded-lg border bg-surface-sunken"
    >
      <div ref={frame} className="min-h-0 flex-1 overflow-auto">
        <div
          style={{ width: diagram.width * zoom + padding * 2, height: diagram.height * zoom + padding * 2 }}
          className="relative"
        >
          <div
            className="absolute origin-top-left"
            style={{
              left: padding,
              top: padding,
              width: diagram.width,
              height: diagram.height,
              transform: `scale(${zoom})`,
            }}
          >
            <svg
              aria-hidden="true"
              className="absolute inset-0 overflow-visible"
              width={diagram.width}
              height={diagram.height}
            >
              {diagram.lines.map(({ from, to, path }) => {
                const isLit = from.table.cardId === focus || to.table.cardId === focus;
                return (
                  <path
                    key={`${from.table.cardId} ${path}`}
                    d={path}
                    fill="none"
                    stroke={isLit ? "var(--primary)" : "var(--border-strong)"}
                    strokeWidth={isLit ? 2 : 1.25}
                  />
                );
              })}
            </svg>
            <ul aria-label="Tables">
              {diagram.placed.map((placed) => (
                <TableBox
                  key={placed.table.cardId}
                  placed={placed}
                  opening={opening}
                  isFocus={placed.table.cardId === focus}
                  isTouched={touched.has(placed.table.cardId)}
                  onHover={setHovered}
                />
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-t bg-surface-raised px-3 py-1.5 text-muted text-xs">
        <Legend icon={KeyRound} text="Primary" />
        <Legend icon={Link2} text="Foreign" />
        <Legend icon={UserRound} text="Personal data" />
        <span>{isWhole ? `${tables.length} tables` : `The first ${tables.length} tables`}</span>
        <span className="ml-auto flex items-center gap-1">
          <IconButton size="sm" icon={Minus} label="Zoom out" onClick={() => step(-1)} />
          <span className="w-11 text-center tabular-nums">{Math.round(zoom * 100)}%</span>
          <IconButton size="sm" icon={Plus} label="Zoom in" onClick={() => step(1)} />
          <Button icon={Maximize} onClick={fit}>
            Fit
          </Button>
        </span>
      </div>
    </section>
  );
}

function Legend({ icon: Icon, text }: { icon: typeof KeyRound; text: string }) {
  return (
    <span className="flex items-center gap-1">
      <Icon aria-hidden="true" className="size-3" /> {text}
    </span>
  );
}

/** Hundreds of these are drawn: one that stays as it is is not drawn again, and one outside the window is not laid out. */
const TableBox = memo(function TableBox({
  placed: { table, x, y, height },
  opening,
  isFocus,
  isTouched,
  onHover,
}: {
  placed: Placed;
  opening: Opening;
  isFocus: boolean;
  isTouched: boolean;
  onHover: (cardId: string | undefined) => void;
}) {
  const { cardId, name, columns } = table;
  const more = columns.length - shownColumns;
  return (
    <li
      className={cx(
        "absolute overflow-hidden rounded-md border bg-surface-raised shadow-1 [content-visibility:auto]",
        isFocus && "border-primary ring-1 ring-primary",
        isTouched && !isFocus && "border-primary",
      )}
      style={{ left: x, top: y, width: tableWidth, height }}
      onMouseEnter={() => onHover(cardId)}
      onMouseLeave={() => onHover(undefined)}
      onFocus={() => onHover(cardId)}
      onBlur={() => onHover(undefined)}
    >
      <p
        className="flex items-center gap-1.5 border-b bg-surface-hover px-2.5 font-mono font-semibold text-xs"
        style={{ height: headHeight }}
      >
        <Table2 aria-hidden="true" className="size-3.5 flex-none text-faint" />
        <CardLink cardId={cardId} opening={opening} className="truncate hover:underline">
          {name}
        </CardLink>
      </p>
      <ul>
        {columns.slice(0, shownColumns).map((column) => (
          <li
            key={column.name}
            className="flex items-center gap-1.5 px-2.5 font-mono text-2xs"
            style={{ height: rowHeight }}
          >
            <span className="w-3.5 flex-none">
              {column.isKey ? (
                <KeyRound role="img" aria-label="Primary key" className="size-3 text-faint" />
              ) : (
                column.refersTo !== null && (
                  <Link2
                    role="img"
                    aria-label={`Refers to ${column.refersTo}`}
                    className="size-3 text-faint"
                  />
                )
              )}
            </span>
            <span className="truncate">{column.name}</span>
            {column.isPersonal && (
              <UserRound
                role="img"
                aria-label="Personal data"
                className="size-3 flex-none text-warning-text"
              />
            )}
            <span className="ml-auto max-w-20 flex-none truncate text-faint">{column.type}</span>
          </li>
        ))}
        {more > 0 && (
          <li className="px-2.5 text-faint text-xs" style={{ height: rowHeight }}>
            and {more} more
          </li>
        )}
      </ul>
    </li>
  );
});
