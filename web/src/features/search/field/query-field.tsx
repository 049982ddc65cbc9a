import { searchQueryMaxLength } from "@atoll/contract/search/limits";
import { Search, X } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { formatNumber } from "../../../lib/format-number.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FieldNote } from "../../../ui/field/field.tsx";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import { joinQuery, type SplitQuery, splitQuery } from "../data/split-query.ts";

export interface QueryFieldHandle {
  focus: () => void;
  /** Puts an operator behind what stands there, and goes on there. */
  add: (operator: string) => void;
}

export interface QueryFieldProps {
  label: string;
  /** The query, as the address has it. */
  value: string;
  /** Asks for another one, once the text stands still. */
  onChange: (query: string) => void;
  /** Enter, where no row is marked: with what stands in the field now. */
  onEnter: (query: string) => void;
  loading: boolean;
  /** The props from `useOptionList` for a field. */
  wiring: ComponentProps<"input">;
  ref: Ref<QueryFieldHandle>;
}

const debounceMs = 150;

/** The search field: words as text, and operators as removable tokens. */
export function QueryField(props: QueryFieldProps) {
  const { label, value, onChange, onEnter, loading, wiring } = props;
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [split, setSplit] = useState(() => splitQuery(value, true));
  const query = joinQuery(split);
  /** The last requested query. Its arrival must not overwrite newer text. */
  const [asked, setAsked] = useState(query);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== asked) {
      const next = splitQuery(value, true);
      setSplit(next);
      // Operators are written first here; that alone is no other question.
      setAsked(joinQuery(next));
    }
  }
  const settled = useDebounced(query, debounceMs);
  const isTooLong = query.length > searchQueryMaxLength;
  const isBehind = settled === query && settled !== asked && !isTooLong;
  const ask = useEffectEvent((wanted: string) => {
    setAsked(wanted);
    onChange(wanted);
  });
  useEffect(() => {
    if (isBehind) ask(settled);
  }, [isBehind, settled]);
  useImperativeHandle(props.ref, () => ({
    focus: () => input.current?.focus(),
    add(operator) {
      const { text } = split;
      write({ ...split, text: `${text.trimEnd()} ${operator}`.trimStart() });
      input.current?.focus();
    },
  }));

  /** Operators that a space has ended become tokens. */
  function write({ tokens, text }: SplitQuery) {
    const next = splitQuery(text, false);
    setSplit({ tokens: [...tokens, ...next.tokens], text: next.text });
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    wiring.onKeyDown?.(event);
    if (event.defaultPrevented || isComposing(event)) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key === "Backspace" && selectionStart === 0 && selectionEnd === 0 && split.tokens.length > 0) {
      event.preventDefault();
      setSplit({ ...split, tokens: split.tokens.slice(0, -1) });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (isTooLong) return;
      const whole = splitQuery(query, true);
      setSplit(whole);
      setAsked(joinQuery(whole));
      onEnter(joinQuery(whole));
    }
  }
  return (
    <search className="field-box flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1.5 pl-3 text-faint">
      <Search className="size-4 flex-none" aria-hidden="true" />
      {split.tokens.length > 0 && (
        <ul aria-label="Narrowed with" className="flex min-w-0 flex-wrap gap-1">
          {split.tokens.map((token, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same operator may stand there twice
            <li key={`${index} ${token}`} className="min-w-0">
              <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-xs bg-primary-soft pr-1 pl-2 font-semibold text-primary-text text-xs max-md:h-8">
                <span className="truncate">{token}</span>
                <button
                  type="button"
                  aria-label={`Remove ${token}`}
                  className="grid size-4 place-items-center rounded-xs max-md:size-7 hover:bg-primary/15"
                  onClick={() => {
                    setSplit({ ...split, tokens: split.tokens.filter((_, at) => at !== index) });
                    input.current?.focus();
                  }}
                >
                  <X className="size-3" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <input
        {...wiring}
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={split.tokens.length > 0 ? undefined : label}
        className="no-search-cancel h-8 min-w-40 flex-1 bg-transparent text-md text-text outline-none max-md:min-w-24 max-md:text-lg"
        value={split.text}
        aria-invalid={isTooLong || undefined}
        data-too-long={isTooLong || undefined}
        // Pasted text may contain characters that no search accepts.
        onChange={(event) => write({ ...split, text: event.target.value.replace(/\p{Cc}/gu, " ") })}
        onKeyDown={onKeyDown}
      />
      {isTooLong && (
        <div className="w-full">
          <FieldNote
            id={noteId}
            note={`Too long to search for: ${formatNumber(query.length)} of ${formatNumber(searchQueryMaxLength)} characters`}
            isError
          />
        </div>
      )}
      {loading && <Spinner size={14} className="mr-1" />}
      {query !== "" && (
        <IconButton
          label="Clear"
          icon={X}
          size="sm"
          onClick={() => {
            setSplit({ tokens: [], text: "" });
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}
