import type { EventScope } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { useEffect, useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { changeEvent, meant, remindOf } from "../changes/changes.ts";
import { lookAtCalendar } from "../data/look-again.ts";
import { dayWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";
import { EventFields } from "./event-fields.tsx";
import {
  changedIn,
  eventFormSchema,
  type EventFields as Fields,
  fieldsOf,
  isForWhole,
  lasting,
} from "./event-form.ts";
import { notifiedOfChange, notifyLabel, othersOf } from "./notify-label.ts";
import { overtakenWords } from "./overtaken-words.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { useInvited } from "./use-invited.ts";

interface EditEventProps {
  event: OpenEvent;
  /** How long it is proposed to take, from this time on. */
  proposedMinutes?: number | undefined;
  onClose: () => void;
  /** Called after saving. The event that was open may have a different ID or time now. */
  onSaved: () => void;
}

/** Changes an event: only what is different is sent, for one of its times, this and those that follow, or all. */
export function EditEvent({ event, proposedMinutes, onClose, onSaved }: EditEventProps) {
  const signedIn = useSignedIn();
  // Edits are compared with the values at the start of editing, and saved over the newest version.
  const [before] = useState(() => fieldsOf(event));
  const [editedVersion] = useState(event.version);
  const [proposed] = useState(proposedMinutes);
  const [wanted, setWanted] = useState<EventScope>(proposed === undefined ? "this" : "following");
  const form = useForm({
    values: proposed === undefined ? before : lasting(before, proposed),
    schema: eventFormSchema,
    send: async (fields) => {
      const { set, invite, uninvite } = changesOf(before, fields);
      // First, for what follows takes them along; and they are the viewer's own, whatever becomes of the rest.
      if (JSON.stringify(fields.reminders) !== JSON.stringify(before.reminders))
        await remindOf(signedIn, event, fields.reminders);
      const isNothing = Object.keys(set).length === 0 && uninvite.length === 0 && !isInviting(invite);
      if (!isNothing) {
        const { scope, occurrence } = meant(event, event.occurrence.occurrence, scopeOf(fields));
        // Moved by anybody since, it is refused, and what was typed stays.
        const version = isTaken ? event.version : editedVersion;
        await changeEvent(
          signedIn,
          event,
          { scope, occurrence, version, set, invite, uninvite },
          `${fields.title} saved`,
        );
      }
      onSaved();
    },
    fieldOf: { attendee_unavailable: "people", times_refused: "endDay" },
    fallback: "Failed to save the event",
  });
  const [isTaken, setTaken] = useState(false);
  const fields = form.watch();
  const { set, invite, uninvite } = changesOf(before, fields);
  const isWhole = isForWhole(set) || isInviting(invite) || uninvite.length > 0;
  const scopeOf = (_fields: Fields): EventScope => (isWhole && wanted === "this" ? "following" : wanted);
  const organiserId = event.organiser?.id ?? signedIn.viewer.id;
  const invited = useInvited(fields, organiserId);
  const others = new Set([...before.people.map(({ id }) => id), ...invited.ids]).size;
  const told = notifiedOfChange(
    event,
    { scope: scopeOf(fields), before, fields },
    Math.max(others, othersOf(event)),
    new Date(),
  );
  const isOvertaken = form.refusal !== undefined && isChangedMeanwhile(form.refusal.error);
  // The notice says who it was, and the newest version does.
  useEffect(() => {
    if (isOvertaken) void lookAtCalendar(signedIn);
  }, [isOvertaken, signedIn]);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Edit event"
      width={920}
      verb={notifyLabel("Save", told)}
      alert={
        isOvertaken ? (
          <InlineAlert
            action={
              <Button
                onClick={() => {
                  setTaken(true);
                  void lookAtCalendar(signedIn);
                }}
                size="xs"
              >
                Save mine over it
              </Button>
            }
            tone="notice"
          >
            {isTaken
              ? "Save again to replace it with yours."
              : overtakenWords(before, event, signedIn.viewer.id)}
          </InlineAlert>
        ) : undefined
      }
    >
      {proposed !== undefined && (
        <InlineAlert tone="notice">
          {`Filled in: ${proposed} minutes from this occurrence on. Nothing changes and nobody is notified until you save.`}
        </InlineAlert>
      )}
      <EventFields
        exceptEventId={event.id}
        form={form}
        hasReminders={event.rsvp !== null}
        invited={invited}
        organiserId={organiserId}
      />
      {event.isSeries && (
        <ScopeChoice
          count={event.count}
          followingCount={event.followingCount}
          isForWhole={isWhole}
          onChange={setWanted}
          value={scopeOf(fields)}
          when={dayWords(readWall(event.occurrence.start).day, "date")}
        />
      )}
    </FormDialog>
  );
}

function changesOf(before: Fields, after: Fields) {
  const ids = (fields: Fields) => fields.people.map(({ id }) => id);
  const [had, has] = [new Set(ids(before)), new Set(ids(after))];
  return {
    set: changedIn(before, after),
    invite: {
      personIds: ids(after).filter((id) => !had.has(id)),
      departmentIds: after.departmentIds,
      channelIds: after.channelIds,
    },
    uninvite: ids(before).filter((id) => !has.has(id)),
  };
}

function isInviting(invite: Record<string, readonly string[]>): boolean {
  return Object.values(invite).some((ids) => ids.length > 0);
}
