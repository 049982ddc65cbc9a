import type { ReadersSummary } from "@atoll/contract/announcements/schemas";
import { cx } from "../../../ui/base/cx.ts";
import { momentOf } from "../data/words.ts";

/** How many there were in each hour, day or week since it came out; the step that is under way stands out. */
export function Pace({
  pace: { since, step, counts },
  what,
}: {
  pace: ReadersSummary["pace"];
  what: string;
}) {
  const most = Math.max(1, ...counts);
  const name = `${what} by ${step}`;
  const from = `Since ${momentOf(since)}`;
  return (
    <>
      <p className="flex justify-between gap-3 text-xs">
        <span className="text-muted">{name}</span>
        <span className="text-muted">{from}</span>
      </p>
      <div
        aria-label={`${name}. ${from}: ${counts.join(", ")}`}
        className="flex h-9 items-end gap-1 border-b"
        role="img"
      >
        {counts.map((count, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
            key={at}
            className={cx(
              "min-h-0.5 max-w-20 flex-1 rounded-t-xs",
              at === counts.length - 1 ? "bg-primary" : "bg-primary/40",
            )}
            style={{ height: `${(count / most) * 100}%` }}
            title={String(count)}
          />
        ))}
      </div>
    </>
  );
}
