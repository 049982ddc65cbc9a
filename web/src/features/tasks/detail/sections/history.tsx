import type { HistoryEntry } from "@atoll/contract/tasks/changes";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { type LiveHandlers, refetch } from "../../../../capabilities/live/follow-query.ts";
import { type CachedPages, usePages } from "../../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../../capabilities/people/person-mark.ts";
import { call } from "../../../../lib/server/api-client.ts";
import { formatAgo } from "../../../../lib/time/format-ago.ts";
import { formatInstant } from "../../../../lib/time/format-date.ts";
import { useNow } from "../../../../lib/time/use-now.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { PagedList } from "../../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../../ui/progress/row-skeletons.tsx";
import { historyWords } from "./history-words.ts";
import { Section } from "./section.tsx";

/** The changes to a task with their actors, fetched on request. */
export function History({ taskId }: { taskId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title="History"
      action={
        <Button
          size="xs"
          variant="ghost"
          icon={isOpen ? ChevronDown : ChevronRight}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide history" : "Show history"}
        </Button>
      }
    >
      {isOpen && <Entries taskId={taskId} />}
    </Section>
  );
}

interface NamedEntry {
  entry: HistoryEntry;
  /** The names for the IDs in the entries. */
  names: Readonly<Record<string, string>>;
  /** The change of status that a change of state is. */
  status?: HistoryEntry | undefined;
}

function Entries({ taskId }: { taskId: string }) {
  const now = useNow();
  const on = useMemo(() => followTask(taskId), [taskId]);
  const list = usePages<NamedEntry>({
    queryKey: ["tasks", "history", taskId],
    fetchPage: async (cursor, options) => {
      const page = await call(
        taskListRoutes.listTaskHistory,
        { params: { taskId }, query: { ...(cursor && { cursor }) } },
        options,
      );
      const items = page.items.map((entry) => ({ entry, names: page.names }));
      return { items, nextCursor: page.nextCursor };
    },
    keyOf: ({ entry }) => entry.id,
    on,
  });
  return (
    <PagedList
      list={list}
      skeleton={<RowSkeletons label="Loading history" mark={28} rowClassName="py-1" />}
      empty={<p className="text-muted">Nothing was changed yet.</p>}
      failure="Failed to load the history"
      moreLabel="Show older changes"
    >
      {(entries) => (
        <ol aria-label="History" className="flex flex-col gap-2.5">
          {withoutRepeated(entries).map(({ entry, names, status }) => (
            <li key={entry.id} className="flex items-start gap-2.5">
              <PersonAvatar person={entry.actor} decorative size={20} />
              <p className="wrap-anywhere min-w-0 flex-1">
                <span {...personMark(entry.actor.id)} className="cursor-pointer font-semibold">
                  {authorName(entry.actor)}
                </span>{" "}
                {historyWords(entry, names, now, status)}
                <time dateTime={entry.at} title={formatInstant(entry.at)} className="ml-2 text-faint text-xs">
                  {formatAgo(entry.at, now)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
}

/** A move between own states also changes the status: it is told once, by the names of the states. */
function withoutRepeated(entries: readonly NamedEntry[]): readonly NamedEntry[] {
  const changesOf = (field: HistoryEntry["field"]) =>
    new Map(
      entries.flatMap(({ entry }) => (entry.field === field ? [[entry.changeId, entry] as const] : [])),
    );
  const [statuses, states] = [changesOf("status"), changesOf("state")];
  return entries.flatMap((one) => {
    const { field, changeId } = one.entry;
    if (field === "status" && states.has(changeId)) return [];
    return field === "state" ? [{ ...one, status: statuses.get(changeId) }] : [one];
  });
}

/** Whatever is different about the task stands in its history. */
function followTask(taskId: string): LiveHandlers<CachedPages<NamedEntry>> {
  return { "task.changed": (cached, { task }) => (task.id === taskId ? refetch() : cached) };
}
