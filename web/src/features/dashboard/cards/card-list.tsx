import type { ReactNode } from "react";

/** The rows of a card. */
export function CardList({ children }: { children: ReactNode }) {
  return <ul className="px-2 pb-2">{children}</ul>;
}

export interface CardRowProps {
  /** Left of the words: an icon, a picture, a ring. */
  mark?: ReactNode;
  /** The link to what the row shows. It covers the row with `rowLink`. */
  title: ReactNode;
  /** Below the title, in small words. */
  note?: ReactNode;
  /** At the right. */
  end?: ReactNode;
}

/** The class names of the link of a row, which can be pressed anywhere on it. */
export const rowLink = "block truncate after:absolute after:inset-0 after:rounded-sm";

/** One thing of a card: a mark, a title over a line in small words, and what stands at the right. */
export function CardRow({ mark, title, note, end }: CardRowProps) {
  return (
    <li className="relative flex min-w-0 items-center gap-3 rounded-sm px-2 py-[7px] hover:bg-surface-hover">
      {mark}
      <div className="min-w-0 flex-1">
        {title}
        {note && <p className="truncate text-muted text-xs">{note}</p>}
      </div>
      {end}
    </li>
  );
}
