import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { AlarmClock, ArrowUpRight, Check, Info, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatDay, formatTime } from "../../../../lib/time/format-date.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { EntryMark } from "../entry-mark.tsx";
import { SnoozeMenu } from "../snooze-menu.tsx";
import type { InboxActs } from "../use-inbox-acts.ts";

export interface ReadingPaneProps {
  entry: NotificationEntry;
  acts: InboxActs;
  onOpen: () => void;
  /** The subject of the entry in its place. Without it, the text of the entry is shown. */
  context?: ReactNode;
  /** The field for an answer, at the lower end. */
  reply?: ReactNode;
  /** Leads to the settings that put the entry here. */
  renderChange: (label: string) => ReactNode;
}

/** One entry of the inbox next to the list: its context, why it is here, and the answer in place. */
export function ReadingPane({ entry, acts, onOpen, context, reply, renderChange }: ReadingPaneProps) {
  const text = withoutMarks(entry.excerpt).trim();
  return (
    <section aria-label="The chosen entry" className="flex h-full min-w-0 flex-1 flex-col">
      <header className="flex flex-none items-center gap-3 border-b px-6 py-2.5">
        <EntryMark entry={entry} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 font-semibold" title={entry.title}>
            {entry.title}
          </h2>
          <p className="truncate text-faint text-xs">
            {formatDay(entry.at)}, {formatTime(entry.at)}
          </p>
        </div>
        {!entry.isOwed && (
          <Button
            icon={entry.isDone ? Undo2 : Check}
            onClick={() => acts.setDone([entry], !entry.isDone)}
            size="sm"
            variant="ghost"
          >
            {entry.isDone ? "Move to the inbox" : "Done"}
          </Button>
        )}
        {!entry.isDone && (
          <SnoozeMenu
            canEnd={entry.snoozedUntil !== null}
            onSnooze={(until) => acts.snooze([entry], until)}
            trigger={
              <Button icon={AlarmClock} size="sm" variant="ghost">
                Snooze
              </Button>
            }
          />
        )}
        <Button icon={ArrowUpRight} onClick={onOpen} size="sm">
          {openLabel(entry.link)}
        </Button>
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-6 py-5">
        {context ?? (
          <div className="rounded-lg border bg-surface-raised p-4 shadow-1">
            <p className="font-semibold wrap-anywhere">{entry.title}</p>
            {text && <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{text}</p>}
          </div>
        )}
        <p className="mt-4 flex items-center gap-2.5 rounded-md bg-surface-sunken px-3 py-2 text-muted">
          <Info aria-hidden="true" className="size-4 flex-none" />
          <span className="min-w-0 flex-1">{whyHere(entry)}</span>
          {renderChange("Change")}
        </p>
      </div>
      {reply && <div className="flex-none px-6 pb-5">{reply}</div>}
    </section>
  );
}

const openLabels: readonly [path: string, label: string][] = [
  ["/chat", "Open in chat"],
  ["/tasks", "Open task"],
  ["/calendar", "Open in calendar"],
  ["/announcements", "Read it"],
  ["/settings", "Open settings"],
];

function openLabel(link: string): string {
  return openLabels.find(([path]) => link.startsWith(path))?.[1] ?? "Open";
}

/** Pure: the sentence that says why an entry is in the inbox. */
export function whyHere({ reason, actors }: Pick<NotificationEntry, "reason" | "actors">): string {
  const name = actors[0]?.name ?? "Someone";
  const sentences: Record<NotificationReason, string> = {
    named: `Here because ${name} mentioned you by name.`,
    channel: `Here because ${name} mentioned everyone in the channel.`,
    here: `Here because ${name} mentioned everyone who was online.`,
    following: "Here because you follow this thread.",
    follower: "Here because you follow this page.",
    addressed: `Here because ${name} wrote to you directly.`,
    concerned: "Here because you are involved.",
    account: "Here because it is about your account.",
    member: "Here because you are a member.",
    audience: "Here because it was published for you.",
    holder: "Here because of your role.",
  };
  return sentences[reason];
}
