import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "../../lib/use-debounced.ts";

const debounceMs = 250;

/**
 * The text of a filter in the address: it moves on there once it stands still, and follows when the address changes
 * otherwise.
 * @param value the current filter, as in the address.
 * @param onChange asks for another filter, which may be none.
 */
export function useFilterText(
  value: string,
  onChange: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  /** The last requested filter. Its arrival must not overwrite newer text. */
  const [asked, setAsked] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== asked) {
      setText(value);
      setAsked(value);
    }
  }
  const settled = useDebounced(text, debounceMs);
  const wanted = settled.trim();
  const isBehind = settled === text && wanted !== asked;
  const ask = useEffectEvent(() => {
    setAsked(wanted);
    onChange(wanted);
  });
  useEffect(() => {
    if (isBehind) ask();
  }, [isBehind]);
  // Pasted text may contain characters that the server refuses in a search.
  return [text, (next) => setText(next.replace(/\p{Cc}/gu, " "))];
}
