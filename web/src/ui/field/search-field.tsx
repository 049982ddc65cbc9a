import { Search, X } from "lucide-react";
import { type ComponentPropsWithRef, useState } from "react";
import { Kbd } from "../badge/kbd.tsx";
import { cx } from "../base/cx.ts";
import { IconButton } from "../button/icon-button.tsx";
import { Spinner } from "../progress/spinner.tsx";

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<"input">, "size" | "type"> {
  /** The name for assistive tech; the placeholder shows it unless another is given. */
  label: string;
  /** `frame` is the quieter one in the header, on sand. */
  tone?: "field" | "frame";
  /** A key that focuses the field, shown at its end. */
  shortcut?: string;
  loading?: boolean;
  /** A word about what was found, at the end: "6 results". */
  note?: string | undefined;
  /** For a controlled field, which has a button that clears it. Control characters, which no search accepts, become spaces. */
  onTextChange?: (text: string) => void;
}

/** A search box: a small glass in front, then the text. */
export function SearchField({
  label,
  tone = "field",
  shortcut,
  loading = false,
  note,
  onTextChange,
  placeholder = label,
  className,
  ...input
}: SearchFieldProps) {
  const [isCut, setCut] = useState(false);
  return (
    <div
      className={cx(
        "field-box flex h-8 items-center gap-2 pr-1.5 pl-2.5 text-faint max-md:h-10",
        tone === "frame" && "field-box-frame",
        className,
      )}
    >
      <Search className="size-3.5" />
      <input
        {...input}
        // A search for the beginning of a long text still finds something, but says that it is only that.
        onPaste={(event) => {
          const { value, selectionStart, selectionEnd } = event.currentTarget;
          const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
          const length = kept + event.clipboardData.getData("text").length;
          setCut(length > (input.maxLength ?? Number.POSITIVE_INFINITY));
          input.onPaste?.(event);
        }}
        onInput={(event) => {
          if (event.currentTarget.value.length < (input.maxLength ?? 0)) setCut(false);
          input.onInput?.(event);
        }}
        onChange={(event) => {
          onTextChange?.(event.target.value.replace(/\p{Cc}/gu, " "));
          input.onChange?.(event);
        }}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="no-search-cancel h-full min-w-0 flex-1 bg-transparent text-text outline-none max-md:text-lg"
      />
      {isCut && (
        <span role="status" className="flex-none text-danger-text text-xs">
          Cut to {input.maxLength} characters
        </span>
      )}
      {note && (
        // For screen readers, the list itself announces it.
        <span aria-hidden="true" className="flex-none text-muted text-xs max-md:hidden">
          {note}
        </span>
      )}
      {loading && <Spinner size={14} className="mr-1" />}
      {onTextChange && input.value ? (
        <IconButton label="Clear" icon={X} size="xs" onClick={() => onTextChange("")} />
      ) : null}
      {shortcut && !input.value && (
        <span className="flex max-md:hidden" aria-hidden="true">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </div>
  );
}
