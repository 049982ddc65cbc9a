import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { SearchField } from "../../../ui/field/search-field.tsx";

export interface UserSearchProps {
  /** The search that the address names. */
  value: string;
  onChange: (search: string | undefined) => void;
  isSearching: boolean;
}

const debounceMs = 250;

/** Its text moves on to the address once it stands still, and follows when the address changes otherwise. */
export function UserSearch({ value, onChange, isSearching }: UserSearchProps) {
  const [text, setText] = useState(value);
  /** The last search that was asked for here: its arrival must not overwrite what was typed meanwhile. */
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
    onChange(wanted || undefined);
  });
  useEffect(() => {
    if (isBehind) ask();
  }, [isBehind]);
  return (
    <SearchField
      className="w-60 max-md:w-full"
      label="Search users"
      loading={isSearching}
      maxLength={100}
      // What is pasted may hold characters that the server refuses in a search.
      onChange={(event) => setText(event.target.value.replace(/\p{Cc}/gu, " "))}
      onClear={() => setText("")}
      placeholder="Filter by name or email"
      value={text}
    />
  );
}
