import type { ReactNode } from "react";
import { PagedList, type PagedRows } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { moveFocus } from "./move-focus.ts";

export interface ViewFrameProps {
  title: string;
  children: ReactNode;
}

/** A list that goes across channels: its name over it, as on home. */
export function ViewFrame({ title, children }: ViewFrameProps) {
  return (
    <section aria-label={title} className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <h1 className="type-page mb-2">{title}</h1>
        {children}
      </div>
    </section>
  );
}

export interface MessagesOfListProps<Item> {
  list: PagedRows<Item>;
  /** A row, as a list item. */
  row: (item: Item) => ReactNode;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
}

/** Messages that come a page at a time. The arrow keys move between them. */
export function MessagesOfList<Item>({ list, row, empty }: MessagesOfListProps<Item>) {
  return (
    <PagedList
      list={list}
      failure="Failed to fetch messages"
      skeleton={<CardSkeletons label="Loading messages" />}
      empty={empty}
    >
      {(items) => (
        <ul className={card} onKeyDown={(event) => moveFocus(event, "a")}>
          {items.map(row)}
        </ul>
      )}
    </PagedList>
  );
}

/** Messages to come, in the shape of their cards. */
export function CardSkeletons({ label }: { label: string }) {
  return <RowSkeletons label={label} mark={32} className={card} rowClassName="px-4 py-[9px]" />;
}

const card = "divide-y overflow-hidden rounded-lg border bg-surface-raised shadow-1";
