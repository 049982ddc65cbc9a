import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import "../calendar.css";
import { type Rsvp, rsvpNoteMaxLength } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { CalendarSearch } from "lucide-react";
import { useRef, useState } from "react";
import { reportSaved } from "../../../lib/form/report-saved.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { answerEvent, proposeTime } from "../changes/changes.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { spanIn } from "../edit/chosen-time.ts";
import { type EventFields, eventFormSchema, fieldsOf } from "../edit/event-form.ts";
import { FormAvailability } from "../edit/form-availability.tsx";
import { WhenFields } from "../edit/when-fields.tsx";
import { answerShortcuts } from "../shortcuts.ts";
import { spanInWords } from "../time/day-words.ts";

type Answer = Exclude<Rsvp, "pending">;
export const answers: readonly { value: Rsvp; label: string }[] = [
  { value: "accepted", label: "Yes" },
  { value: "tentative", label: "Maybe" },
  { value: "declined", label: "No" },
];

/** Whether the viewer comes, to this one or to all, with a note that the organiser reads. */
export function AnswerBox({ event }: { event: OpenEvent }) {
  const signedIn = useSignedIn();
  const viewer = useViewer();
  const own = event.attendees.find(({ person }) => person.id === viewer.id);
  const given = event.occurrence.rsvp ?? event.rsvp ?? "pending";
  // The last answer of the viewer, maybe from another device, fills the fields that are not changed here.
  const [typed, setTyped] = useState<string>();
  const note = typed ?? own?.note ?? "";
  const [chosenForOne, setForOne] = useState<boolean>();
  const isForOne = chosenForOne ?? own?.isOfOccurrence ?? false;
  const [sending, setSending] = useState<Answer>();
  const [isProposing, setProposing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const box = useRef<HTMLElement>(null);
  const isOrganiser = event.organiser?.id === viewer.id;
  useShortcut(answerShortcuts.accepted, () => !isOrganiser && void answer("accepted"));
  useShortcut(answerShortcuts.tentative, () => !isOrganiser && void answer("tentative"));
  useShortcut(answerShortcuts.declined, () => !isOrganiser && void answer("declined"));
  if (isOrganiser) return null;

  async function answer(rsvp: Answer) {
    setSending(rsvp);
    setFailure(undefined);
    const occurrence = event.isSeries && isForOne ? event.occurrence.occurrence : null;
    try {
      await answerEvent(signedIn, event, { rsvp, note, occurrence });
      reportSaved(box.current);
      setTyped((now) => (now === typed ? undefined : now));
    } catch (error) {
      setFailure(errorMessage(error, "Failed to send your answer"));
    } finally {
      setSending(undefined);
    }
  }
  const canPropose = !event.mayChange && event.organiser !== null;
  const hasNewNote = given !== "pending" && note.trim() !== (own?.note ?? "");
  return (
    <section
      ref={box}
      aria-label="Your answer"
      className="flex flex-col gap-2 rounded-md border bg-surface p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Going?</h3>
        <Segmented<Rsvp>
          label="Going?"
          onValueChange={(value) => value !== "pending" && void answer(value)}
          options={answers}
          value={sending ?? given}
        />
      </div>
      <AnswerFields
        isForOne={event.isSeries ? isForOne : undefined}
        onForOne={setForOne}
        note={note}
        onNote={setTyped}
      />
      {hasNewNote && (
        <Button
          className="self-end"
          loading={sending !== undefined}
          onClick={() => void answer(given)}
          size="sm"
        >
          Send note
        </Button>
      )}
      {canPropose && (
        <Button className="self-start" icon={CalendarSearch} onClick={() => setProposing(true)} size="sm">
          Propose another time
        </Button>
      )}
      {isProposing && <ProposeDialog event={event} onClose={() => setProposing(false)} />}
      {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
    </section>
  );
}

interface AnswerFieldsProps {
  /** Undefined: the event has a single time. */
  isForOne: boolean | undefined;
  onForOne: (isForOne: boolean) => void;
  note: string;
  onNote: (note: string) => void;
}

/** Fields of an answer: for which times it is, and a note that the organiser reads. */
export function AnswerFields({ isForOne, onForOne, note, onNote }: AnswerFieldsProps) {
  return (
    <>
      {isForOne !== undefined && (
        <Checkbox
          checked={isForOne}
          label="Only for this one"
          onChange={({ target }) => onForOne(target.checked)}
        />
      )}
      <TextField
        hideLabel
        label="Note to the organiser"
        maxLength={rsvpNoteMaxLength}
        onChange={({ target }) => onNote(target.value)}
        placeholder="Note to the organiser"
        value={note}
      />
    </>
  );
}

/** An attendee proposes another time to the organiser, who decides. */
function ProposeDialog({ event, onClose }: { event: OpenEvent; onClose: () => void }) {
  const signedIn = useSignedIn();
  const viewerId = signedIn.viewer.id;
  const own = event.proposals.find(({ person }) => person.id === viewerId);
  const [note, setNote] = useState(own?.note ?? "");
  const [before] = useState(() => fieldsOf(event));
  const form = useForm<EventFields, EventFields>({
    values: before,
    schema: eventFormSchema,
    send: async (fields) => {
      const span = spanIn(fields);
      if (!span || JSON.stringify(span) === JSON.stringify(spanIn(before)))
        throw new SpokenError("Choose another time than the one of the event.");
      const occurrence = event.isSeries ? event.occurrence.occurrence : null;
      await proposeTime(signedIn, event, occurrence, span, note);
      const when = event.allDay ? daysInWords(span) : spanInWords(span);
      notify.success(`Proposed ${when} to ${event.organiser?.name ?? "the organiser"}`);
      onClose();
    },
    fieldOf: { times_refused: "endDay" },
    fallback: "Failed to propose the time",
  });
  const coming = event.attendees.filter(({ rsvp, isOrganiser }) => isOrganiser || rsvp !== "declined");
  const others = coming.map(({ person }) => person.id).filter((id) => id !== viewerId);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      description={`${event.occurrence.title ?? event.title}. Nothing is moved before the organiser accepts the time.`}
      title="Propose another time"
      verb="Propose"
      width={480}
    >
      <WhenFields form={form} hasAllDay={false} hasZone={false} />
      <TextField
        label="Note"
        maxLength={rsvpNoteMaxLength}
        onChange={({ target }) => setNote(target.value)}
        value={note}
      />
      {own && <p className="text-muted text-xs">It replaces the time that you proposed before.</p>}
      <FormAvailability exceptEventId={event.id} form={form} invitedIds={others} organiserId={viewerId} />
    </FormDialog>
  );
}
