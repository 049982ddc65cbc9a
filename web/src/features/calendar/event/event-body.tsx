import type { Reminder } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { Bell, Clock, Globe, LinkIcon, Lock, MapPin, Repeat2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LinkingCards } from "../../../capabilities/links/linking-cards.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { instantOf, ownTimeZone } from "../../../lib/time/wall-time.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { DepartmentBadge } from "../../../ui/badge/department-badge.tsx";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { zoneName } from "../../../ui/field/dates/time-zone-field.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeEvent, remindOf } from "../changes/changes.ts";
import { useNewEvent } from "../changes/use-shown.ts";
import { spanOf } from "../data/items.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { isOverInSeries, notifyLabel, othersOf } from "../edit/notify-label.ts";
import { ruleWords } from "../edit/rule.ts";
import { lateInWords, lateOf } from "../remind/reminder-words.ts";
import { RemindersPicker } from "../remind/reminders-picker.tsx";
import { TaskLine } from "../tasks/task-line.tsx";
import { dayWords, spanInWords, spanWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";
import { AnswerBox } from "./answer-box.tsx";
import { Attendees } from "./attendees.tsx";
import { Proposals } from "./proposals.tsx";

const commentsPart = lazyPart(() => import("../../../capabilities/comments/comments.tsx"));

/** The comments of an event. A series has one conversation. Its code loads with the first opened event. */
function EventComments({ event: { id, hasGuests } }: { event: OpenEvent }) {
  const [hasFailed, setFailed] = useState(false);
  const part = useLazyPart(commentsPart, !hasFailed, () => setFailed(true));
  if (part) return <part.Comments subject={{ kind: "event", id }} hasGuests={hasGuests === true} />;
  return hasFailed ? (
    <ErrorState message="Failed to load comments" onRetry={() => setFailed(false)} retrying={false} />
  ) : (
    <RowSkeletons label="Loading comments" mark={28} rowClassName="py-1" />
  );
}

const guestsPart = lazyPart(() => import("../../../capabilities/guests/thing-guests.tsx"));

/** The guests of an event, for those who may see them. The code loads with the first opened event. */
function EventGuests({ event: { id, attendees } }: { event: OpenEvent }) {
  const [hasFailed, setFailed] = useState(false);
  const part = useLazyPart(guestsPart, !hasFailed, () => setFailed(true));
  const version = attendees.filter(({ person }) => person.isGuest).length;
  return part && <part.ThingGuests kind="event" id={id} version={version} choosesComments />;
}

const nobody = { mentions: [], mentionsAll: null };

interface EventBodyProps {
  event: OpenEvent;
  title: string;
  onOpenTask: (taskId: string) => void;
}

/** All that the viewer may see of an event at one of its times. */
export function EventBody({ event, title, onOpenTask }: EventBodyProps) {
  const viewer = useViewer();
  const { occurrence, allDay, zone } = event;
  const department = viewer.departments.find(({ id }) => id === event.departmentId);
  const isStored = useNewEvent(event.id) === undefined;
  const span = spanOf(allDay, occurrence);
  const there = { from: readWall(occurrence.start), to: readWall(occurrence.end) };
  // Another time zone is named only when its clock says something else.
  const isElsewhere = !allDay && zone !== ownTimeZone() && spanInWords(there) !== spanInWords(span);
  const description = event.occurrenceDescription ?? event.description;
  const location = occurrence.location ?? event.location;
  return (
    <div className="flex flex-col gap-3">
      {department && (
        <span>
          <DepartmentBadge department={department.slug} name={department.name} />
        </span>
      )}
      <h2 className="type-dialog break-words">{title}</h2>
      <ul className="flex flex-col gap-2">
        <Line icon={Clock}>{allDay ? `${daysInWords(span)}, all day` : spanInWords(span)}</Line>
        {isElsewhere && (
          <Line icon={Globe}>
            <span className="text-muted">
              {spanWords(there)} in {zoneName(zone)}
            </span>
          </Line>
        )}
        {event.rule && (
          <Line icon={Repeat2}>
            {ruleWords(event.rule, there.from.day)}
            {occurrence.isException && (
              <span className="text-muted">. This occurrence was changed on its own.</span>
            )}
          </Line>
        )}
        <DetachedOccurrences event={event} />
        {location && <Line icon={MapPin}>{location}</Line>}
        <LinkLine link={event.link} />
        {event.visibility === "private" && (
          <Line icon={Lock}>Private: others see only that you are busy.</Line>
        )}
        {event.taskId && <TaskLine onOpen={onOpenTask} taskId={event.taskId} />}
        {event.rsvp !== null && <RemindersLine event={event} />}
      </ul>
      {description && <WrittenText calls={nobody} content={description} viewerId={viewer.id} />}
      {event.rsvp !== null && event.organiser && <AnswerBox event={event} key={occurrence.occurrence} />}
      {!event.isBusyOnly && <Attendees event={event} />}
      {!event.isBusyOnly && isStored && <EventGuests event={event} />}
      {event.proposals.length > 0 && <Proposals event={event} />}
      {!event.isBusyOnly && isStored && (
        <LinkingCards area="calendar" thing={{ kind: "event", id: event.id }} />
      )}
      {!event.isBusyOnly && isStored && (
        <div className="border-t pt-3">
          <EventComments event={event} />
        </div>
      )}
    </div>
  );
}

/** The address of a call, or of something else about an event. */
export function LinkLine({ link }: { link: string }) {
  if (link === "") return null;
  return (
    <Line icon={LinkIcon}>
      <a className="break-all text-primary-text hover:underline" href={link} rel="noreferrer" target="_blank">
        {link}
      </a>
    </Line>
  );
}

export function Line({ icon: Icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon className="mt-0.5 size-4 text-faint" />
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </li>
  );
}

/** The differences of single occurrences from their series, and for editors a way to revert each. */
function DetachedOccurrences({ event }: { event: OpenEvent }) {
  const signedIn = useSignedIn();
  const [sending, setSending] = useState<string>();
  const { occurrence, mayChange, cancelled } = event;
  const isTold = occurrence.start !== occurrence.occurrence || occurrence.location !== null;
  const othersAt = (which: string) => (isOverInSeries(event, which, new Date()) ? 0 : othersOf(event));
  async function putBack(which: string, said: string) {
    setSending(which);
    try {
      const of = { scope: "this" as const, occurrence: which, version: event.version };
      await changeEvent(signedIn, event, { ...of, asSeries: true }, said);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to change the event"));
    } finally {
      setSending(undefined);
    }
  }
  const button = (which: string, verb: string, others: number, said: string) =>
    mayChange && (
      <Button
        disabled={sending !== undefined}
        loading={sending === which}
        onClick={() => void putBack(which, said)}
        size="xs"
      >
        {notifyLabel(verb, others)}
      </Button>
    );
  return (
    <>
      {mayChange && event.isSeries && occurrence.isException && (
        <li className="pl-[26px]">
          {button(
            occurrence.occurrence,
            "Reset to series",
            isTold ? othersAt(occurrence.occurrence) : 0,
            `${event.title} matches the series again`,
          )}
        </li>
      )}
      {cancelled.map((which) => {
        const day = dayWords(readWall(which).day, "weekday");
        return (
          <li className="flex flex-wrap items-center justify-between gap-2 pl-[26px]" key={which}>
            <span className="text-muted">Cancelled on {day}</span>
            {button(which, "Bring back", othersAt(which), `${event.title} is on ${day} again`)}
          </li>
        );
      })}
    </>
  );
}

/** When the viewer is reminded, and the way to change it: for all of its times. */
function RemindersLine({ event }: { event: OpenEvent }) {
  const signedIn = useSignedIn();
  const now = useNow();
  const { reminders, hasDefaultReminders, allDay, occurrence } = event;
  const startsAt = allDay ? instantOf(occurrence.start) : new Date(occurrence.startsAt);
  function save(next: Reminder[] | null) {
    remindOf(signedIn, event, next).catch((error: unknown) =>
      notify.error(errorMessage(error, "Failed to change the reminders")),
    );
  }
  return (
    <li className="flex items-start gap-2.5">
      <Bell className="mt-0.5 size-4 text-faint" />
      <div className="min-w-0 flex-1">
        <RemindersPicker
          hideLabel
          isAllDay={allDay}
          label="Reminders"
          note={lateInWords(lateOf(reminders, startsAt, now), allDay, event.isSeries)}
          onChange={save}
          reminders={reminders}
        />
      </div>
      {!hasDefaultReminders && (
        <Button onClick={() => save(null)} size="xs" variant="ghost">
          As for all events
        </Button>
      )}
    </li>
  );
}
