import { formatAgo } from "../../../../lib/time/format-ago.ts";
import { formatInstant } from "../../../../lib/time/format-date.ts";
import { useNow } from "../../../../lib/time/use-now.ts";
import { LiveBadge } from "../../../../ui/badge/live-badge.tsx";

/** The server records activity once a minute, so an active person's time is never older than this. */
const nowMs = 120_000;

/** When somebody was last here: "Now", "18 min ago", "Yesterday", or the date. */
export function LastActive({ instant }: { instant: string | null }) {
  const now = useNow();
  if (instant === null) return <span className="text-muted">Never</span>;
  const isNow = now.getTime() - new Date(instant).getTime() < nowMs;
  return (
    <time className="whitespace-nowrap text-muted" dateTime={instant} title={formatInstant(instant)}>
      {isNow ? <LiveBadge>Now</LiveBadge> : formatAgo(instant, now)}
    </time>
  );
}
