import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { OpenAnnouncement, ReadersSummary } from "@atoll/contract/announcements/schemas";
import type { ReactElement } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ProgressBar } from "../../../ui/progress/progress-bar.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { audienceInWords } from "../data/words.ts";

const summaryKey = (id: string) => ["announcements", "readers", id, "summary"] as const;

/** How many have read it, for its author and administrators; kept equal to the server's. */
export function useReadersSummary(id: string) {
  return useLiveQuery<ReadersSummary>({
    queryKey: summaryKey(id),
    queryFn: ({ signal }) => call(routes.getReadersSummary, { params: { announcementId: id } }, { signal }),
    on: {
      "announcement.readers": (held, { announcementId }) => (announcementId === id ? refetchSpread() : held),
      "announcement.changed": (held, { announcement }) => (announcement.id === id ? refetchSpread() : held),
    },
  });
}

/** The share of the audience that has confirmed a must-read, or read another announcement. */
export function doneOf({ confirmed, read }: Pick<ReadersSummary, "confirmed" | "read">, mustRead: boolean) {
  return mustRead ? confirmed : confirmed + read;
}

/** Under the text: who has read it, by department, and the way to the ledger. */
export function ReadersCard({ announcement, link }: { announcement: OpenAnnouncement; link: ReactElement }) {
  const { id, mustRead } = announcement;
  const { data, error, isFetching, refetch } = useReadersSummary(id);
  if (!data)
    return error ? (
      <RetryAlert message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : null;
  const done = doneOf(data, mustRead);
  return (
    <section aria-label="Readers" className="rounded-lg border bg-surface-raised p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RingProgress size={44} label="Read" value={data.total === 0 ? 0 : done / data.total} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {mustRead ? "Confirmed" : "Read"} by {done} of {data.total}
          </p>
          <p className="truncate text-muted text-xs">{audienceInWords(announcement)}</p>
        </div>
        {link}
      </div>
      <ul className="mt-3 flex flex-col gap-2">
        {data.departments.map((department) => (
          <li key={department.id} className="flex items-center gap-3 text-xs">
            <span className="w-36 flex-none truncate max-md:w-24">{department.name}</span>
            <span className="min-w-0 flex-1">
              <ProgressBar
                className="w-full"
                label={department.name}
                value={doneOf(department, mustRead)}
                max={department.total}
              />
            </span>
            <span className="w-16 flex-none text-right text-muted tabular-nums">
              {doneOf(department, mustRead)} of {department.total}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
