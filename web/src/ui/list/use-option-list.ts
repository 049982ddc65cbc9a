import { type KeyboardEvent, useId, useState } from "react";
import { isComposing } from "../../lib/page/is-composing.ts";

/**
 * The keyboard side of a search field with a list under it: the arrows move a mark through the options while
 * the focus stays in the field, Enter chooses. The mark goes back to the start when `key` changes: to the first option, or
 * to `first`, which is -1 where Enter means something else until the arrows have moved.
 *
 * In a list whose Enter means nothing else, Enter never reaches the form around it. It chooses nothing while there are no
 * options, or while the options answer an earlier text (`isAnswered`).
 */
export function useOptionList({
  count,
  key,
  onChoose,
  first = 0,
  isAnswered = true,
}: {
  count: number;
  key: string;
  onChoose: (index: number) => void;
  first?: number;
  isAnswered?: boolean;
}) {
  const listId = useId();
  const [mark, setMark] = useState<{ key: string; index: number } | null>(null);
  const active = mark?.key === key ? Math.min(mark.index, count - 1) : Math.min(first, count - 1);
  const setActive = (index: number) => setMark({ key, index });
  const optionId = (index: number) => `${listId}-${index}`;

  function move(index: number) {
    setActive(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    // With Ctrl or Cmd, Enter submits the dialog around the field.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return;
    if (event.key === "Enter" && first >= 0 && (count === 0 || !isAnswered)) return event.preventDefault();
    if (count === 0) return;
    if (event.key === "ArrowDown") move((active + 1) % count);
    else if (event.key === "ArrowUp") move((Math.max(active, 0) - 1 + count) % count);
    else if (event.key === "Enter" && active >= 0) onChoose(active);
    else return;
    event.preventDefault();
  }
  return {
    listId,
    active,
    field: {
      role: "combobox",
      "aria-expanded": count > 0,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      "aria-activedescendant": active >= 0 ? optionId(active) : undefined,
      onKeyDown,
    } as const,
    option: (index: number) => ({
      id: optionId(index),
      isActive: index === active,
      onPoint: () => setActive(index),
      onChoose: () => onChoose(index),
    }),
  };
}
