import { type EventScope, rsvpNoteMaxLength } from "@atoll/contract/calendar/limits";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { Conflicts } from "../availability/conflicts.tsx";
import { moveEvent, proposeTime } from "../changes/changes.ts";
import type { Listed } from "../data/items.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { dayWords, spanInWords } from "../time/day-words.ts";
import { instantOfWall, readWall, type WallSpan } from "../time/wall.ts";
import { useEvent } from "../use-event.ts";
import { isOver, notifyLabel, othersOf } from "./notify-label.ts";
import { ScopeChoice } from "./scope-choice.tsx";

export interface MoveDialogProps {
  listed: Listed;
  /** Where it was dropped. */
  span: WallSpan;
  onClose: () => void;
}

/** Asks before a dragged event is moved that has other attendees or repeats, and says what the move means. */
export function MoveDialog({ listed, span, onClose }: MoveDialogProps) {
  const { event, occurrence } = listed;
  const signedIn = useSignedIn();
  const isProposal = !event.mayChange;
  const form = useForm({
    values: { note: "", scope: "this" as EventScope },
    async send({ note, scope: wanted }) {
      if (isProposal) {
        await proposeTime(signedIn, event, event.isSeries ? occurrence.occurrence : null, span, note);
        notify.success(`Proposed ${when} to ${event.organiser?.name ?? "the organiser"}`);
      } else await moveEvent(signedIn, event, occurrence, span, wanted);
      onClose();
    },
    fallback: isProposal ? "Failed to propose the time" : "Failed to move the event",
  });
  const { value: scope, onValueChange: setScope } = useChoice(form, "scope");
  const { data: opened } = useEvent(event.id, occurrence.occurrence);
  // An event that is over after the move tells nobody, and neither does a series of which nothing is left to come.
  const isPast =
    instantOfWall(span.to) <= new Date() &&
    (!event.isSeries || scope === "this" || (opened !== undefined && isOver(opened, scope, new Date())));
  const when = event.allDay ? daysInWords(span) : spanInWords(span);

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isProposal ? "Propose another time" : "Move event"}
      description={`${occurrence.title ?? event.title} on ${when}`}
      width={560}
      verb={isProposal ? "Propose" : notifyLabel("Move", isPast ? 0 : othersOf(event))}
    >
      {isProposal && (
        <TextField
          {...form.field("note")}
          help="The event moves only if the organiser accepts."
          label="Note"
          maxLength={rsvpNoteMaxLength}
        />
      )}
      {event.attendeeCount > 1 && <Suits listed={listed} span={span} />}
      {!isProposal && event.isSeries && <SeriesScope listed={listed} onChange={setScope} scope={scope} />}
    </FormDialog>
  );
}

/** How that time suits those who come, as far as the viewer sees who they are. */
function Suits({ listed: { event, occurrence }, span }: Pick<MoveDialogProps, "listed" | "span">) {
  const { data: opened } = useEvent(event.id, occurrence.occurrence);
  if (!opened) return null;
  const coming = opened.attendees.filter(({ rsvp }) => rsvp !== "declined");
  const chosen = {
    from: instantOfWall(span.from),
    until: instantOfWall(span.to),
    isAllDay: event.allDay,
  };
  return <Conflicts chosen={chosen} exceptEventId={event.id} ids={coming.map(({ person }) => person.id)} />;
}

interface SeriesScopeProps {
  listed: Listed;
  scope: EventScope;
  onChange: (scope: EventScope) => void;
}

/** How many each way would move is asked for here: lists do not say it. */
function SeriesScope({ listed: { event, occurrence }, scope, onChange }: SeriesScopeProps) {
  const { data: opened } = useEvent(event.id, occurrence.occurrence);
  return (
    <ScopeChoice
      count={opened?.count ?? null}
      followingCount={opened?.followingCount ?? null}
      onChange={onChange}
      value={scope}
      when={dayWords(readWall(occurrence.start).day, "date")}
    />
  );
}
