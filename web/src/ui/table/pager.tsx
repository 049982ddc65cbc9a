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
      <Button size="xs" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        Previous
      </Button>
      <Button size="xs" disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
