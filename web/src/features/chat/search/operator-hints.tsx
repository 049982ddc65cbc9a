/** The search operators: as shown, and as inserted into the field. The server parses them. */
const operators: readonly [shown: string, written: () => string][] = [
  ["from:name", () => "from:"],
  ["in:channel", () => "in:"],
  ["before:date", () => `before:${today()} `],
  ["after:date", () => `after:${today()} `],
  ["has:file", () => "has:file "],
  ["has:link", () => "has:link "],
  ["is:starred", () => "is:starred "],
];

/** Lists the operators. Pressing one adds it to the field. */
export function OperatorHints({ onAdd }: { onAdd: (operator: string) => void }) {
  return (
    <ul aria-label="Narrow it down" className="flex flex-none flex-wrap gap-1.5">
      {operators.map(([shown, written]) => (
        <li key={shown}>
          <button
            type="button"
            aria-label={`Add ${shown}`}
            className="rounded-sm border bg-surface px-1.5 py-0.5 font-mono text-2xs text-muted hover:bg-surface-hover hover:text-text max-md:py-1.5"
            onClick={() => onAdd(written())}
          >
            {shown}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** As the operators take a day: "2026-11-21", by the person's own calendar. */
function today(): string {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
