import { AtSign, SquareSlash } from "lucide-react";
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/base/cx.ts";
import type { ComposeField } from "./use-compose-field.ts";
import type { Suggestion } from "./use-suggestions.ts";

export interface SuggestionListProps {
  list: ComposeField["list"];
  /** The field it belongs to. Placed above it, or below if there is more room. */
  anchor: RefObject<HTMLElement | null>;
}

/** The part of SuggestionList that floats. */
export function SuggestionFloat({ list, anchor }: SuggestionListProps) {
  const { kind, listId, suggestions, option } = list;
  const style = usePlace(anchor);
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={names[kind]}
      style={style}
      className="fixed z-popover overflow-y-auto overscroll-contain rounded-lg border border-strong bg-surface-raised p-1 text-text shadow-3"
    >
      {suggestions.map((suggestion, index) => {
        const { id, isActive, onPoint, onChoose } = option(index);
        return (
          <div
            key={suggestion.key}
            id={id}
            role="option"
            tabIndex={-1}
            aria-selected={isActive}
            className={cx(
              "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 max-md:min-h-11",
              isActive && "bg-surface-selected",
            )}
            onPointerMove={onPoint}
            // The field keeps the focus, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onChoose}
            onKeyDown={(event) => event.key === "Enter" && onChoose()}
          >
            <Mark suggestion={suggestion} />
            <span className="min-w-0 flex-none truncate font-medium max-w-[70%]">{suggestion.title}</span>
            <span className="min-w-0 flex-1 truncate text-muted text-xs">{suggestion.detail}</span>
          </div>
        );
      })}
    </div>
  );
}

const names = { emoji: "Emoji", mention: "People to mention", command: "Commands" };

function Mark({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === "person") {
    return (
      <Avatar
        decorative
        userId={suggestion.person.id}
        picture={suggestion.person.avatar}
        name={suggestion.title}
        size={24}
      />
    );
  }
  return (
    <span className="grid size-6 flex-none place-items-center text-md text-muted" aria-hidden="true">
      {suggestion.kind === "emoji" ? (
        suggestion.emoji
      ) : suggestion.kind === "command" ? (
        <SquareSlash className="size-4" />
      ) : (
        <AtSign className="size-4" />
      )}
    </span>
  );
}

const maxWidthPx = 380;
const maxHeightPx = 300;
const gapPx = 6;
/** The list is never made lower than this to stay above the field. */
const minHeightPx = 160;

/** Positions the list from the field, in front of everything, so that scrolled messages do not clip it. */
function usePlace(anchor: RefObject<HTMLElement | null>): CSSProperties | undefined {
  const [style, setStyle] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const element = anchor.current;
    if (!element) return undefined;
    const measure = () => setStyle(placeBeside(element.getBoundingClientRect()));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    window.addEventListener("scroll", measure, true);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      window.removeEventListener("scroll", measure, true);
    };
  }, [anchor]);
  return style;
}

function placeBeside({ top, bottom, left, width }: DOMRect): CSSProperties {
  const above = top - 2 * gapPx;
  const below = window.innerHeight - bottom - 2 * gapPx;
  const side =
    above >= minHeightPx || above >= below
      ? { bottom: window.innerHeight - top + gapPx, maxHeight: Math.min(maxHeightPx, above) }
      : { top: bottom + gapPx, maxHeight: Math.min(maxHeightPx, below) };
  return { ...side, left, width: Math.min(maxWidthPx, width) };
}
