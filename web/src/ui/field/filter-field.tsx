import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "../../lib/use-debounced.ts";
import { SearchField, type SearchFieldProps } from "./search-field.tsx";

export interface FilterFieldProps
  extends Pick<SearchFieldProps, "label" | "placeholder" | "className" | "loading"> {
  /** The current filter, as in the address. */
  value: string;
  /** Asks for another filter, which may be none. */
  onChange: (text: string) => void;
  maxLength: number;
}

const debounceMs = 250;

/**
 * Narrows a list whose filter stands in the address: its text moves on there once it stands still, and follows when the
 * address changes otherwise.
 */
export function FilterField({ value, onChange, ...field }: FilterFieldProps) {
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
  return (
    <SearchField
      {...field}
      // Pasted text may contain characters that the server refuses in a search.
      onChange={(event) => setText(event.target.value.replace(/\p{Cc}/gu, " "))}
      onClear={() => setText("")}
      value={text}
    />
  );
}
