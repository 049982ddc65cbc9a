import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "../../../ui/base/cx.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import { PlaceLink, type PlaceLinkProps } from "../places/place-link.tsx";

export interface PlaceRowProps {
  place: ChatPlace;
  isOpen: boolean;
  /** The one row that Tab reaches; the arrow keys move on from it. */
  isTabStop: boolean;
  onGo: (place: ChatPlace) => void;
  /** More for the link to listen to. */
  linkHandlers?: Pick<PlaceLinkProps, "onPointerEnter" | "onPointerLeave" | "onPointerDown">;
  mark: ReactNode;
  title: string;
  /** Something in it is new. */
  isNew?: boolean;
  /** Shown after the title, such as a count. */
  note?: ReactNode;
  /** Buttons next to the link, reached with the right arrow key. */
  action?: ReactNode;
}

/** A place in the drawer with icon and name, in bold if it has news. */
export function PlaceRow(props: PlaceRowProps) {
  const { place, isOpen, isTabStop, onGo, mark, title, isNew = false, note, action, linkHandlers } = props;
  return (
    <li
      onKeyDown={moveSideways}
      className={cx(
        // There may be hundreds: what changes in one lays out no other, and nothing watches where each of them is.
        "group flex h-[30px] items-center rounded-sm contain-strict [--av-edge:var(--surface-sunken)] max-md:h-11",
        isOpen ? "bg-primary-soft" : "hover:bg-surface-hover",
      )}
    >
      <PlaceLink
        {...linkHandlers}
        data-channel={place.channelId}
        place={place}
        onGo={onGo}
        aria-current={isOpen ? "page" : undefined}
        tabIndex={isTabStop ? 0 : -1}
        className={cx(
          "flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-sm pl-2 outline-offset-[-2px]",
          !action && "pr-2",
          isOpen || isNew ? "font-semibold text-text" : "font-medium text-muted",
        )}
      >
        <span
          className={cx("grid w-5 flex-none place-items-center", isOpen ? "text-primary-text" : "text-faint")}
        >
          {mark}
        </span>
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {note}
      </PlaceLink>
      {action}
    </li>
  );
}

function moveSideways(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target instanceof Element && event.target;
  const wanted =
    from && { ArrowRight: from.nextElementSibling, ArrowLeft: from.previousElementSibling }[event.key];
  if (!(wanted instanceof HTMLElement)) return;
  event.preventDefault();
  wanted.focus();
}
