import { Search, X } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
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
  /** Shows a clear button while there is text; the field must then be controlled. */
  onClear?: () => void;
}

/** A search box: a small glass in front, then the text. */
export function SearchField({
  label,
  tone = "field",
  shortcut,
  loading = false,
  note,
  onClear,
  placeholder = label,
  className,
  ...input
}: SearchFieldProps) {
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
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="no-search-cancel h-full min-w-0 flex-1 bg-transparent text-text outline-none max-md:text-lg"
      />
      {note && (
        // For screen readers, the list itself announces it.
        <span aria-hidden="true" className="flex-none text-muted text-xs max-md:hidden">
          {note}
        </span>
      )}
      {loading && <Spinner size={14} className="mr-1" />}
      {onClear && input.value ? <IconButton label="Clear" icon={X} size="xs" onClick={onClear} /> : null}
      {shortcut && !input.value && (
        <span className="flex max-md:hidden" aria-hidden="true">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </div>
  );
}
