import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { isWhole } from "../../../capabilities/grouped-list/grouped-list.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { AddInPlace } from "../create/add-in-place.tsx";
import type { AddTask } from "../create/new-task-form.ts";
import type { TaskOrder } from "../data/arrangement.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { statusNames } from "../data/task-words.ts";
import { type BoardColumn as Column, useMoreOfColumn } from "../data/use-board.ts";
import { StatusRing } from "../status-ring.tsx";
import { TotalCount } from "../total-count.tsx";

export interface BoardColumnProps {
  column: Column;
  shown: ShownTasks;
  order: TaskOrder;
  /** A phone shows one column, under tabs that say its name. */
  isAlone: boolean;
  /** Opens the form for a new task of this status; left out where the viewer may not create one. */
  onAdd?: AddTask | undefined;
  children: ReactNode;
}

/** The tasks of one status. */
export function BoardColumn({ column, shown, order, isAlone, onAdd, children }: BoardColumnProps) {
  const { status, total, items, nextCursor } = column;
  const titleId = useId();
  const name = statusNames[status];
  const isManual = order.sort === "manual";
  const [isAdding, setIsAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-h-0 flex-col",
        // Where not all columns fit, a part of the next one shows that there is more.
        !isAlone &&
          "rounded-lg border bg-surface-sunken max-xl:w-[max(216px,calc((100%-36px)/3.35))] max-xl:flex-none xl:min-w-0 xl:flex-1",
      )}
    >
      <header className={cx(isAlone ? "sr-only" : "flex flex-none items-center gap-2 py-2 pr-2 pl-3")}>
        <StatusRing status={status} />
        <h2 className="font-semibold text-sm" id={titleId}>
          {name}
        </h2>
        <TotalCount value={total} />
        {onAdd && !isAlone && (
          <IconButton
            className="ml-auto"
            icon={Plus}
            label={`Add task to ${name}`}
            onClick={() => {
              list.current?.scrollTo({ top: list.current.scrollHeight });
              setIsAdding(true);
            }}
            size="xs"
          />
        )}
      </header>
      <ul
        aria-labelledby={titleId}
        className={cx(
          "flex flex-col gap-2",
          isAlone ? "min-h-40" : "min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2",
          // No element of its own, among which a card that is dragged would look for its place.
          "empty:after:px-2 empty:after:py-3 empty:after:text-center empty:after:text-muted empty:after:text-xs empty:after:content-['Nothing_here']",
          // Where a card has no place of its own the column as a whole is what it is dropped on.
          !isManual && "rounded-b-lg data-drag-over:bg-primary-soft",
        )}
        data-drag-unordered={isManual ? undefined : ""}
        data-drag-zone={status}
        ref={list}
      >
        {children}
        {nextCursor !== null && (
          <li className="flex-none">
            <More
              cursor={nextCursor}
              count={total - items.length}
              order={order}
              shown={shown}
              status={status}
            />
          </li>
        )}
      </ul>
      {onAdd && isAdding && (
        <AddInPlace
          className="mx-2 mb-2"
          label={`New task in ${name}`}
          onAdd={onAdd}
          onClose={() => setIsAdding(false)}
          isWhole={isWhole(column)}
          shown={shown}
          task={{ status }}
        />
      )}
    </section>
  );
}

interface MoreProps {
  cursor: string;
  count: number;
  shown: ShownTasks;
  order: TaskOrder;
  status: TaskStatus;
}

/** More come when the end of the column is scrolled to, or its button is pressed. */
function More({ cursor, count, shown, order, status }: MoreProps) {
  const { mutate, isPending, error } = useMoreOfColumn({ shown, order }, status);
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => {
    if (!isPending && !error) mutate(cursor);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a page the end may still be in view, and is looked for while the page is on its way
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [cursor, isPending]);
  if (error) {
    return (
      <RetryAlert
        message={errorMessage(error, "Failed to load tasks")}
        onRetry={() => mutate(cursor)}
        retrying={isPending}
      />
    );
  }
  return (
    <div className="flex justify-center pt-1" ref={end}>
      <Button loading={isPending} onClick={() => mutate(cursor)} size="sm" variant="ghost">
        Show {Math.max(1, count)} more
      </Button>
    </div>
  );
}
