import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { Clock, Globe, LinkIcon, Lock, MapPin, Repeat2 } from "lucide-react";
import type { ReactNode } from "react";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { DepartmentBadge } from "../../../ui/badge/department-badge.tsx";
import { zoneName } from "../../../ui/field/dates/time-zone-field.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { useNewEvent } from "../changes/use-shown.ts";
import { spanOf } from "../data/items.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { ruleWords } from "../edit/rule.ts";
import { TaskLine } from "../tasks/task-line.tsx";
import { spanInWords, spanWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";
import { AnswerBox } from "./answer-box.tsx";
import { ApartFromSeries } from "./apart-from-series.tsx";
import { Attendees } from "./attendees.tsx";
import { EventComments } from "./event-comments.tsx";
import { Proposals } from "./proposals.tsx";
import { RemindersLine } from "./reminders-line.tsx";

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
            {occurrence.isException && <span className="text-muted">. This one was changed by itself.</span>}
          </Line>
        )}
        <ApartFromSeries event={event} />
        {location && <Line icon={MapPin}>{location}</Line>}
        {event.link && (
          <Line icon={LinkIcon}>
            <a
              className="break-all text-primary-text hover:underline"
              href={event.link}
              rel="noreferrer"
              target="_blank"
            >
              {event.link}
            </a>
          </Line>
        )}
        {event.visibility === "private" && (
          <Line icon={Lock}>Private: others see only that you are busy.</Line>
        )}
        {event.taskId && <TaskLine onOpen={onOpenTask} taskId={event.taskId} />}
        {event.rsvp !== null && <RemindersLine event={event} />}
      </ul>
      {description && <WrittenText calls={nobody} content={description} viewerId={viewer.id} />}
      {event.rsvp !== null && event.organiser && <AnswerBox event={event} key={occurrence.occurrence} />}
      {!event.isBusyOnly && <Attendees event={event} />}
      {event.proposals.length > 0 && <Proposals event={event} />}
      {!event.isBusyOnly && isStored && (
        <div className="border-t pt-3">
          <EventComments eventId={event.id} />
        </div>
      )}
    </div>
  );
}

function Line({ icon: Icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon className="mt-0.5 size-4 text-faint" />
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </li>
  );
}
