import { type ReactNode, useCallback, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";

/** Longer than this, or of more lines, a message is folded. */
const maxCharacters = 2400;
const maxLines = 28;

/** Which are unfolded: a row may be scrolled out of the page and come back. */
const unfolded = new Set<string>();

/** Returns whether a text is so long that it would fill the view. */
export function isLong(content: string): boolean {
  return content.length > maxCharacters || (content.match(/\n/g)?.length ?? 0) >= maxLines;
}

/** A long message: its beginning, until one asks for all of it. */
export function LongMessage({ messageId, children }: { messageId: string; children: ReactNode }) {
  const [isWhole, setIsWhole] = useState(unfolded.has(messageId));
  function show(next: boolean) {
    if (next) unfolded.add(messageId);
    else unfolded.delete(messageId);
    setIsWhole(next);
  }
  // A link below the fold that is reached by keys comes into sight.
  const onFocusIn = useCallback(
    (element: HTMLElement | null) => {
      const open = () => {
        unfolded.add(messageId);
        setIsWhole(true);
      };
      element?.addEventListener("focusin", open);
      return () => element?.removeEventListener("focusin", open);
    },
    [messageId],
  );
  return (
    <>
      <div
        ref={onFocusIn}
        className={cx(
          !isWhole && "max-h-[360px] overflow-hidden mask-[linear-gradient(#000_80%,transparent)]",
        )}
      >
        {children}
      </div>
      <button
        type="button"
        aria-expanded={isWhole}
        onClick={() => show(!isWhole)}
        className="touch-reach relative my-0.5 block rounded-xs font-medium text-primary-text text-xs underline-offset-[3px] hover:underline"
      >
        {isWhole ? "Show less" : "Show all of it"}
      </button>
    </>
  );
}
