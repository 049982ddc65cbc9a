import { createPortal } from "react-dom";
import { counted } from "../../../lib/counted.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import type { SuggestionListProps } from "./suggestion-float.tsx";

const floatPart = lazyPart(() => import("./suggestion-float.tsx"));

/** The suggestions for the word at the caret. The focus stays in the field. */
export function SuggestionList({ list, anchor }: SuggestionListProps) {
  const { isOpen, suggestions } = list;
  const part = useLazyPart(floatPart, isOpen, () => undefined);
  const count = counted(suggestions.length, "suggestion");
  return (
    <>
      <span className="sr-only" aria-live="polite">
        {isOpen && count}
      </span>
      {part && isOpen && createPortal(<part.SuggestionFloat list={list} anchor={anchor} />, document.body)}
    </>
  );
}
