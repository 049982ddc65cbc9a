import { Download, Pencil, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { saveEvent } from "../data/save-event.ts";
import { useEvent } from "../data/use-event.ts";
import { EditEvent } from "../edit/edit-event.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EventFrame } from "./event-frame.tsx";
import { EventInPlace, eventTitle, isEventGone } from "./event-in-place.tsx";

export interface EventSheetProps {
  eventId: string;
  /** Which of its times; the next one when left out. */
  occurrence: string | undefined;
  /** The key of the item that the sheet is anchored to if there is room. Otherwise it is a drawer. */
  besideKey?: string | undefined;
  /** How long it is proposed to take from that time on: it opens with its form, filled in so. */
  minutes?: number | undefined;
  /** The proposal was taken or left. */
  onDecided: () => void;
  onClose: () => void;
  onOpenTask: (taskId: string) => void;
}

/** An event over the calendar: all that one may see of it, and what one may do. Specification, section 2 (links). */
export function EventSheet(props: EventSheetProps) {
  const { eventId, occurrence, besideKey, minutes, onDecided, onClose, onOpenTask } = props;
  const { data: event, error } = useEvent(eventId, occurrence);
  useEffect(() => notify.done(eventId), [eventId]);
  const [doing, setDoing] = useState<"edit" | "delete">();
  const isGone = isEventGone(error);
  const title = isGone ? "Event" : event ? eventTitle(event) : "Event";
  const isProposed = minutes !== undefined && event?.mayChange === true && !event.allDay;
  if (event && (doing === "edit" || isProposed)) {
    const close = () => {
      setDoing(undefined);
      if (isProposed) onDecided();
    };
    return (
      <EditEvent
        event={event}
        onClose={close}
        onSaved={onClose}
        proposedMinutes={isProposed ? minutes : undefined}
      />
    );
  }
  const actions = event && !isGone && (
    <>
      {!event.isBusyOnly && (
        <IconButton
          icon={Download}
          label="Save as a calendar file"
          onClick={() => void saveEvent(event.id)}
          size="sm"
        />
      )}
      {event.mayChange && (
        <>
          <IconButton icon={Pencil} label="Edit event" onClick={() => setDoing("edit")} size="sm" />
          <IconButton icon={Trash2} label="Delete event" onClick={() => setDoing("delete")} size="sm" />
        </>
      )}
    </>
  );
  const body = (
    <>
      <div className="px-5 py-4">
        <EventInPlace eventId={eventId} occurrence={occurrence} onOpenTask={onOpenTask} />
      </div>
      {event && doing === "delete" && (
        <DeleteDialog event={event} onClose={() => setDoing(undefined)} onDeleted={onClose} />
      )}
    </>
  );
  return (
    <EventFrame actions={actions} besideKey={besideKey} onClose={onClose} title={title}>
      {body}
    </EventFrame>
  );
}
