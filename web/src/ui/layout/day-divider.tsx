/** The day a stretch of messages belongs to. */
export function DayDivider({ label }: { label: string }) {
  return (
    <div className="flex items-center gap-3 py-2">
      <span className="h-px flex-1 bg-border" />
      <span className="rounded-full border bg-surface px-2.5 font-semibold text-2xs text-muted">{label}</span>
      <span className="h-px flex-1 bg-border" />
    </div>
  );
}
