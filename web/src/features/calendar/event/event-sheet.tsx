import type { EventScope } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { Download, Pencil, Trash2, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { AnchoredPopover } from "../../../ui/popup/anchored-popover.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteEvent, meant } from "../changes/changes.ts";
import { saveEvent } from "../data/save-event.ts";
import { EditEvent } from "../edit/edit-event.tsx";
import { isOver, notifyLabel, othersOf } from "../edit/notify-label.ts";
import { ScopeChoice } from "../edit/scope-choice.tsx";
import { dayWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";
import { useEvent } from "../use-event.ts";
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

interface DeleteDialogProps {
  event: OpenEvent;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks which of its times go, and says who is told. */
function DeleteDialog({ event, onClose, onDeleted }: DeleteDialogProps) {
  const signedIn = useSignedIn();
  const [scope, setScope] = useState<EventScope>("this");
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const others = isOver(event, scope, new Date()) ? 0 : othersOf(event);
  async function remove() {
    setSending(true);
    try {
      await deleteEvent(signedIn, event, meant(event, event.occurrence.occurrence, scope));
      onDeleted();
    } catch (error) {
      setFailure(errorMessage(error, "Failed to delete the event"));
      setSending(false);
    }
  }
  return (
    <ConfirmDialog
      choice={
        event.isSeries && (
          <ScopeChoice
            count={event.count}
            followingCount={event.followingCount}
            onChange={setScope}
            value={scope}
            when={dayWords(readWall(event.occurrence.start).day, "date")}
          />
        )
      }
      loading={isSending}
      onConfirm={() => void remove()}
      onClose={onClose}
      title="Delete event"
      verb={notifyLabel("Delete", others)}
      {...(failure !== undefined && { error: failure })}
    >
      {others > 0 ? "Attendees are notified that it is cancelled. " : ""}You can undo this for a moment.
    </ConfirmDialog>
  );
}

interface EventFrameProps {
  title: string;
  /** The buttons in the head. */
  actions: ReactNode;
  /** The key of the item in the grid that the popover is anchored to, if there is one. */
  besideKey: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of an open event: a popover anchored to its item, or a drawer. */
function EventFrame({ title, actions, besideKey, onClose, children }: EventFrameProps) {
  // Once it is open it stays what it is.
  const [anchor] = useState(() => (besideKey === undefined ? undefined : anchorOf(besideKey)));
  if (anchor)
    return (
      <AnchoredPopover
        align="start"
        anchor={anchor}
        className="w-[344px] p-0!"
        drawer="event"
        label={title}
        onClose={onClose}
        side="right"
      >
        <div className="-mb-4 flex justify-end gap-1 px-3 pt-2">
          {actions}
          <IconButton icon={X} label="Close" onClick={onClose} size="sm" />
        </div>
        {children}
      </AnchoredPopover>
    );
  return (
    <Drawer
      head={
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <span className="flex-1" />
          {actions}
        </div>
      }
      onClose={onClose}
      title={title}
      width={420}
    >
      {children}
    </Drawer>
  );
}

/** The item wherever it is drawn at the moment; undefined: it is not drawn. */
function anchorOf(key: string): RefObject<HTMLElement | null> | undefined {
  const find = () => document.querySelector<HTMLElement>(`[data-cal-item="${CSS.escape(key)}"]`);
  if (!find()) return undefined;
  return {
    get current() {
      return find();
    },
  };
}
