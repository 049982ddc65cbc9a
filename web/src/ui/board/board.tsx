import {
  Fragment,
  type KeyboardEventHandler,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { cx } from "../base/cx.ts";
import { DragOverlay } from "../drag/drag-overlay.tsx";
import type { Drag } from "../drag/use-drag.ts";
import { Tabs } from "../layout/tabs.tsx";

export interface BoardFrameProps<Key extends string> {
  /** The meaning of the columns, as the name of the phone's tabs. */
  label: string;
  /** The columns in their order. A key is the drag zone of its column and of its tab. */
  columns: readonly { key: Key; name: string; count: number }[];
  drag: Drag;
  /** How a card is moved by keyboard, and the ID by which the cards refer to it. */
  hint: string;
  hintId: string;
  /** The dragged card as it looks, while there is one. */
  dragged: ReactNode;
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>;
  /** Renders one column, a `BoardColumn`. */
  children: (key: Key, isAlone: boolean) => ReactNode;
}

/** Columns of cards that are dragged between them. A phone shows one column under tabs, and cards drop on the tabs too. */
export function BoardFrame<Key extends string>(props: BoardFrameProps<Key>) {
  const { label, columns, drag, hint, hintId, dragged, onKeyDown, children } = props;
  const isPhone = useIsPhone();
  const [current, setCurrent] = useState<Key>();
  const alone = columns.find(({ key }) => key === current) ?? columns[0];
  const shown = isPhone ? columns.filter((column) => column === alone) : columns;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards in it */}
      <div className="contents" onKeyDown={onKeyDown} ref={drag.root}>
        {isPhone && alone && (
          <Tabs
            className="-mx-4 flex-none px-4"
            label={label}
            onValueChange={setCurrent}
            tabs={columns.map(({ key, name, count }) => ({ value: key, label: name, count, zone: key }))}
            value={alone.key}
          />
        )}
        <div className={isPhone ? "pt-3" : "flex min-h-0 flex-1 gap-3 overflow-x-auto max-xl:pb-2"}>
          {shown.map(({ key }) => (
            <Fragment key={key}>{children(key, isPhone)}</Fragment>
          ))}
        </div>
      </div>
      <DragOverlay drag={drag} hint={hint} hintId={hintId}>
        {dragged}
      </DragOverlay>
    </>
  );
}

export interface BoardColumnProps {
  zone: string;
  name: string;
  /** It is the only column of a phone, under a tab with its name. */
  isAlone: boolean;
  /** The width where the columns do not fill the page: a class for less than `xl`. */
  width: string;
  /** Renders the head around the title. */
  head: (title: ReactElement) => ReactNode;
  headLook: string;
  /** There are so many columns that they keep a width at which cards can be read, and the board scrolls. */
  isOneOfMany?: boolean;
  /** Cards have no place of their own in it: the column as a whole is what they are dropped on. */
  isUnordered?: boolean;
  list?: Ref<HTMLUListElement>;
  /** List items: the cards, and the way to more of them. */
  children: ReactNode;
  /** Under the list. */
  below?: ReactNode;
}

/** A column of a board: its name, and its cards in a list of its own scroll. */
export function BoardColumn(props: BoardColumnProps) {
  const {
    zone,
    name,
    isAlone,
    width,
    head,
    headLook,
    isUnordered = false,
    isOneOfMany,
    list,
    children,
    below,
  } = props;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        "flex min-h-0 flex-col",
        !isAlone &&
          cx(
            "rounded-lg border bg-surface-sunken max-xl:flex-none xl:flex-1",
            isOneOfMany ? "xl:min-w-[216px]" : "xl:min-w-0",
            width,
          ),
      )}
    >
      <header className={isAlone ? "sr-only" : headLook}>
        {head(
          <h2 className="truncate font-semibold text-sm" id={titleId}>
            {name}
          </h2>,
        )}
      </header>
      <ul
        aria-labelledby={titleId}
        className={cx(
          "flex flex-col gap-2",
          isAlone ? "min-h-40" : "min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2",
          // No element of its own, among which a dragged card would look for its place.
          "empty:after:px-2 empty:after:py-3 empty:after:text-center empty:after:text-muted empty:after:text-xs empty:after:content-['Nothing_here']",
          isUnordered && "rounded-b-lg data-drag-over:bg-primary-soft",
        )}
        data-drag-unordered={isUnordered ? "" : undefined}
        data-drag-zone={zone}
        ref={list}
      >
        {children}
      </ul>
      {below}
    </section>
  );
}
