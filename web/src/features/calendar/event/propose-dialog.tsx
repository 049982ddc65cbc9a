import { rsvpNoteMaxLength } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { proposeTime } from "../data/changes.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { spanIn } from "../edit/chosen-time.ts";
import { type EventFields, eventFormSchema, fieldsOf } from "../edit/event-form.ts";
import { FormAvailability } from "../edit/form-availability.tsx";
import { WhenFields } from "../edit/when-fields.tsx";
import { spanInWords } from "../time/day-words.ts";
import "../calendar.css";

/** An attendee proposes another time to the organiser, who decides. */
export function ProposeDialog({ event, onClose }: { event: OpenEvent; onClose: () => void }) {
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
    <Dialog
      description={`${event.occurrence.title ?? event.title}. Nothing is moved before the organiser accepts the time.`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={form.isSending} type="submit" variant="primary">
            Propose
          </Button>
        </>
      }
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={form.submit}
      open
      title="Propose another time"
      width={480}
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <WhenFields form={form} hasAllDay={false} hasZone={false} />
      <TextField
        label="Note"
        maxLength={rsvpNoteMaxLength}
        onChange={({ target }) => setNote(target.value)}
        value={note}
      />
      {own && <p className="text-muted text-xs">It replaces the time that you proposed before.</p>}
      <FormAvailability exceptEventId={event.id} form={form} invitedIds={others} organiserId={viewerId} />
    </Dialog>
  );
}
