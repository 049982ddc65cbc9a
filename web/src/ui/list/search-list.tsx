import { type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import { cx } from "../base/cx.ts";
import { SearchField } from "../field/search-field.tsx";
import { RetryAlert } from "../state/retry-alert.tsx";
import { OptionRow } from "./option-row.tsx";
import { useOptionList } from "./use-option-list.ts";

interface SearchOption {
  id: string;
  title: ReactNode;
  detail: string;
  /** Stands in front: an avatar, an icon. */
  mark: ReactNode;
  /** Stands at the end: what choosing does. */
  hint?: ReactNode;
}

export interface SearchListProps {
  /** The name of the field, and its placeholder. */
  label: string;
  /** The name of the list, for assistive tech. */
  listLabel: string;
  text: string;
  onTextChange: (text: string) => void;
  /** The debounced text the options belong to. When it changes, the first option becomes active. */
  query: string;
  /** Whether the first option is marked before anything is typed, so that Enter chooses it. Left out: it is. */
  marksFirst?: boolean;
  /** Every option fits the text as it is typed. Left out: only once `query` is the text and nothing is loading. */
  isAnswered?: boolean;
  options: readonly SearchOption[];
  onChoose: (id: string) => void;
  loading?: boolean;
  error?: string | null;
  /** Searches for the same once more, after an error. */
  onRetry?: (() => void) | undefined;
  /** Stands in place of the options when there are none; empty for no room where the field says enough. */
  empty: string;
  /** The results cover what is below the field instead of moving it. */
  floats?: boolean;
  /** Backspace was pressed in the empty field: what was chosen last is removed. */
  onBackspace?: () => void;
  /** The search field, for the focus. */
  ref?: Ref<HTMLInputElement | null>;
  /** The id of what is wrong with the choice, as the field of a form. */
  errorId?: string | undefined;
}

/** A search field with its results under it: the focus stays in the field, the arrows move, Enter chooses. */
export function SearchList(props: SearchListProps) {
  const { label, listLabel, text, onTextChange, query, options, onChoose, loading } = props;
  const { error, onRetry, empty, floats, marksFirst = true } = props;
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(props.ref, () => field.current);
  const list = useOptionList({
    count: options.length,
    key: query,
    first: marksFirst || query.trim() !== "" ? 0 : -1,
    onChoose: (index) => choose(index),
    isAnswered: props.isAnswered ?? (!loading && query.trim() === text.trim()),
  });

  function choose(index: number) {
    const option = options[index];
    if (option) onChoose(option.id);
  }
  return (
    <div className={cx("flex min-h-0 flex-col gap-2", floats && "relative")}>
      <SearchField
        {...list.field}
        ref={field}
        aria-invalid={props.errorId ? true : undefined}
        aria-describedby={props.errorId}
        label={label}
        value={text}
        loading={loading}
        onTextChange={onTextChange}
        onKeyDown={(event) => {
          if (event.key === "Backspace" && text === "") props.onBackspace?.();
          list.field.onKeyDown(event);
          // Nothing is marked, and the form around the field is not meant.
          if (event.key === "Enter" && !(event.ctrlKey || event.metaKey) && list.active < 0)
            event.preventDefault();
        }}
      />
      {error && <RetryAlert message={error} retrying={loading} onRetry={onRetry} focusAfter={field} />}
      <div
        className={
          floats
            ? cx(
                "absolute inset-x-0 top-full z-20 mt-1 max-h-[min(240px,40vh)] overflow-y-auto rounded-md border bg-surface-raised p-1 shadow-2",
                options.length === 0 && (!empty || loading || error) && "hidden",
              )
            : cx("max-h-[min(320px,50vh)] overflow-y-auto", empty && "min-h-12")
        }
      >
        <div id={list.listId} role="listbox" aria-label={listLabel}>
          {options.map(({ id, ...option }, index) => (
            <OptionRow key={id} {...list.option(index)} {...option} />
          ))}
        </div>
        {empty && options.length === 0 && !loading && !error && (
          <p role="status" className="px-2 py-4 text-center text-muted">
            {empty}
          </p>
        )}
      </div>
    </div>
  );
}
