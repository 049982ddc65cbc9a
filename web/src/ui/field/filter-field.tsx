import { SearchField, type SearchFieldProps } from "./search-field.tsx";
import { useFilterText } from "./use-filter-text.ts";

export interface FilterFieldProps
  extends Pick<SearchFieldProps, "label" | "placeholder" | "className" | "loading"> {
  /** The current filter, as in the address. */
  value: string;
  /** Asks for another filter, which may be none. */
  onChange: (text: string) => void;
  maxLength: number;
}

/** Narrows a list whose filter stands in the address. */
export function FilterField({ value, onChange, ...field }: FilterFieldProps) {
  const [text, setText] = useFilterText(value, onChange);
  return <SearchField {...field} onTextChange={setText} value={text} />;
}
