/** A line between two groups of the toolbar. */
export function Divider() {
  return <span aria-hidden="true" className="mx-1.5 h-4 w-px flex-none bg-border-strong" />;
}
