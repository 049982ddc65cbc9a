import { useState } from "react";
import { submitTo } from "../../lib/form/submit-to.ts";
import { Button } from "../button/button.tsx";

export interface PagerProps {
  page: number;
  pageCount: number;
  /** The numbers of the first and the last result on this page. */
  from: number;
  to: number;
  total: number;
  onPageChange: (page: number) => void;
}

/** Where one is in a list of pages, and the way to its neighbours; its texts are fixed by the specification. */
export function Pager({ page, pageCount, from, to, total, onPageChange }: PagerProps) {
  return (
    <nav
      aria-label="Pages"
      data-clear-of-toasts
      className="flex flex-wrap items-center gap-2 border-t px-4 py-2 text-muted text-xs"
    >
      <p className="mr-auto" aria-live="polite">
        Showing {from} to {to} of {total} results
      </p>
      <p>
        Page {page} of {pageCount}
      </p>
      {pageCount >= worthJumping && <JumpField {...{ page, pageCount, onPageChange }} />}
      <Button size="xs" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        Previous
      </Button>
      <Button size="xs" disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

/** With fewer pages the neighbours are near enough. */
const worthJumping = 4;

/** A page by its number, with Enter; what is no page is the nearest one. */
function JumpField({
  page,
  pageCount,
  onPageChange,
}: Pick<PagerProps, "page" | "pageCount" | "onPageChange">) {
  const [text, setText] = useState("");
  return (
    <form
      noValidate
      onSubmit={submitTo(() => {
        const wanted = Math.min(Math.max(Number.parseInt(text, 10), 1), pageCount);
        setText("");
        if (!Number.isNaN(wanted) && wanted !== page) onPageChange(wanted);
      })}
    >
      <input
        aria-label="Go to page"
        className="field-box h-6 w-20 rounded-sm px-2 text-xs outline-none max-md:h-9 max-md:text-lg"
        enterKeyHint="go"
        inputMode="numeric"
        onChange={({ target }) => setText(target.value)}
        placeholder="Go to page"
        value={text}
      />
    </form>
  );
}
