import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { maxFilterLength } from "../data/task-filter.ts";

export interface TextFilterProps {
  /** What the address names. */
  value: string;
  onChange: (text: string) => void;
  isSearching: boolean;
}

const debounceMs = 250;

/** Its text moves on to the address once it stands still, and follows when the address changes otherwise. */
export function TextFilter({ value, onChange, isSearching }: TextFilterProps) {
  const [text, setText] = useState(value);
  /** What was asked for here last: its arrival must not overwrite what was typed meanwhile. */
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
      className="h-7 w-[230px] max-md:w-52 max-md:flex-none"
      label="Filter tasks"
      loading={isSearching}
      maxLength={maxFilterLength}
      onChange={(event) => setText(event.target.value.replace(/\p{Cc}/gu, " "))}
      onClear={() => setText("")}
      placeholder="Filter by title or description"
      value={text}
    />
  );
}
