import type { OpenAnnouncement, ReadersSummary } from "@atoll/contract/announcements/schemas";
import { cx } from "../../../ui/base/cx.ts";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { momentOf } from "../data/words.ts";
import { doneOf } from "../reading/readers-card.tsx";

const cell = "flex flex-col justify-center gap-0.5 bg-surface-raised px-4 py-3";

/** How many have done what, and how fast. */
export function Figures({ data, announcement }: { data: ReadersSummary; announcement: OpenAnnouncement }) {
  const { mustRead, dueAt } = announcement;
  const done = doneOf(data, mustRead);
  const notes = [
    ...(mustRead && dueAt ? [`Due ${momentOf(dueAt)}`] : []),
    ...(data.lastNudgedAt ? [`Last nudge ${momentOf(data.lastNudgedAt)}`] : []),
  ];
  const figures = [
    ...(mustRead ? [{ name: "Confirmed", value: data.confirmed }] : []),
    { name: mustRead ? "Read, not confirmed" : "Read", value: data.read },
    { name: "Not opened", value: data.unopened },
    ...(data.left > 0 ? [{ name: "Left since", value: data.left }] : []),
  ];
  return (
    <section
      aria-label="Figures"
      // The lines between the cells are what shows through the gaps.
      className="flex flex-wrap gap-px overflow-hidden rounded-lg border bg-border"
    >
      <div className={`${cell} min-w-64 flex-[1_1_16rem]`}>
        <div className="flex items-center gap-3">
          <RingProgress size={44} label="Done" value={data.total === 0 ? 0 : done / data.total} />
          <div>
            <p className="font-semibold">
              {done} of {data.total} {mustRead ? "confirmed" : "read"}
            </p>
            {notes.map((note) => (
              <p className="text-muted text-xs" key={note}>
                {note}
              </p>
            ))}
          </div>
        </div>
      </div>
      {figures.map(({ name, value }) => (
        <dl className={`${cell} flex-[1_1_7.5rem]`} key={name}>
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="font-display font-semibold text-xl tabular-nums">{value}</dd>
        </dl>
      ))}
      <div className={`${cell} min-w-64 flex-[3_1_20rem]`}>
        <Pace pace={data.pace} what={mustRead ? "Confirmations" : "Readers"} />
      </div>
    </section>
  );
}

/** How many there were in each hour, day or week since it came out; the step that is under way stands out. */
function Pace({ pace: { since, step, counts }, what }: { pace: ReadersSummary["pace"]; what: string }) {
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
