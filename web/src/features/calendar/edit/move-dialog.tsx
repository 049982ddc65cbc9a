import { type EventScope, rsvpNoteMaxLength } from "@atoll/contract/calendar/limits";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { moveEvent, proposeTime } from "../changes/changes.ts";
import type { Listed } from "../data/items.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { Conflicts } from "../free/conflicts.tsx";
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
  const [scope, setScope] = useState<EventScope>("this");
  const [note, setNote] = useState("");
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isProposal = !event.mayChange;
  const { data: opened } = useEvent(event.id, occurrence.occurrence);
  // An event that is over after the move tells nobody, and neither does a series of which nothing is left to come.
  const isPast =
    instantOfWall(span.to) <= new Date() &&
    (!event.isSeries || scope === "this" || (opened !== undefined && isOver(opened, scope, new Date())));
  const when = event.allDay ? daysInWords(span) : spanInWords(span);

  async function send() {
    setSending(true);
    setFailure(undefined);
    try {
      if (isProposal) {
        await proposeTime(signedIn, event, event.isSeries ? occurrence.occurrence : null, span, note);
        notify.success(`Proposed ${when} to ${event.organiser?.name ?? "the organiser"}`);
      } else await moveEvent(signedIn, event, occurrence, span, scope);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, isProposal ? "Failed to propose the time" : "Failed to move the event"));
      setSending(false);
    }
  }
  return (
    <Dialog
      description={`${occurrence.title ?? event.title} on ${when}`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={isSending} type="submit" variant="primary">
            {isProposal ? "Propose" : notifyLabel("Move", isPast ? 0 : othersOf(event))}
          </Button>
        </>
      }
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submitted.stopPropagation();
        void send();
      }}
      open
      title={isProposal ? "Propose another time" : "Move event"}
      width={560}
    >
      {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
      {isProposal && (
        <TextField
          help="Nothing is moved before the organiser takes it."
          label="Note"
          maxLength={rsvpNoteMaxLength}
          onChange={({ target }) => setNote(target.value)}
          value={note}
        />
      )}
      {event.attendeeCount > 1 && <Suits listed={listed} span={span} />}
      {!isProposal && event.isSeries && <SeriesScope listed={listed} onChange={setScope} scope={scope} />}
    </Dialog>
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
