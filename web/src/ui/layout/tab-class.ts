/** The look of one tab; on when the library says so (`data-active`), or when it is the link to this page. */
export const tabClass =
  "relative inline-flex h-9 flex-none items-center gap-1.5 whitespace-nowrap rounded-xs font-medium text-muted " +
  "hover:text-text focus-visible:-outline-offset-2 data-disabled:cursor-not-allowed data-disabled:text-disabled " +
  "data-active:font-semibold data-active:text-text data-active:shadow-[inset_0_-2px_0_var(--primary)] " +
  "aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_0_var(--primary)]";
