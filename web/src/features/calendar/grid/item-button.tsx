import { SquareCheckBig } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import type { GridItem } from "../layout/item.ts";
import { spanInWords } from "../time/day-words.ts";
import { hueProps } from "./hue.ts";

export interface ItemButtonProps {
  item: GridItem;
  onOpen: (item: GridItem) => void;
  isBar?: boolean;
  /** Its first line says itself that it is a task. */
  isTall?: boolean;
  isPast?: boolean;
  isOpen?: boolean;
  /** It is being dragged; this is where it was. */
  isDragged?: boolean;
  hintId?: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** An event in any view: pressed it opens, dragged it moves. */
export function ItemButton({
  item,
  onOpen,
  hintId,
  isTall,
  className,
  style,
  children,
  ...marks
}: ItemButtonProps) {
  return (
    <button
      {...hueProps(item.hue)}
      aria-describedby={item.mayMove ? hintId : undefined}
      className={cx("cal-item", className)}
      data-bar={marks.isBar || undefined}
      data-cal-item={item.key}
      data-held={marks.isDragged || undefined}
      data-look={item.look}
      data-open={marks.isOpen || undefined}
      data-past={marks.isPast || undefined}
      onClick={() => onOpen(item)}
      style={style}
      type="button"
    >
      <span className="sr-only">{nameOf(item)}</span>
      <span aria-hidden="true" className="contents">
        {item.isTask && !isTall && <SquareCheckBig className="mt-0.5 mr-1 size-3 flex-none" />}
        {children}
      </span>
    </button>
  );
}

const looks = { plain: "", tentative: ", not decided", declined: ", declined", busy: "" } as const;

/** All that is drawn of it, said. */
export function nameOf({ title, span, isAllDay, look, location, isDue }: GridItem): string {
  if (isDue) return `Task, due ${daysInWords(span)}: ${title}`;
  const when = isAllDay ? `${daysInWords(span)}, all day` : spanInWords(span);
  return `${title}, ${when}${location && `, ${location}`}${looks[look]}`;
}
