import { SquareCheckBig } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { StartOver } from "../../../capabilities/offline/drafts/start-over.tsx";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { createEvent } from "../changes/changes.ts";
import type { PlannedTask } from "../tasks/plan-task.ts";
import type { WallSpan } from "../time/wall.ts";
import { spanIn } from "./chosen-time.ts";
import { hasMore, readDraft, writeDraft } from "./event-draft.ts";
import { EventFields, QuickFields } from "./event-fields.tsx";
import { eventFormSchema, type EventFields as Fields, newFields, sentOf } from "./event-form.ts";
import { NewEventFrame } from "./new-event-frame.tsx";
import { notifiedOf, notifyLabel } from "./notify-label.ts";
import { useInvited } from "./use-invited.ts";

/** Closing a dialog may take a few frames until the focus is back. */
const mostFrames = 60;

/**
 * Focuses a new event in the grid, if nothing else has the focus: the element that the form was opened from may be gone,
 * and without the keyboard's place a person would have to start from the top of the page.
 */
function focusItem(eventId: string, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
    const item = document.querySelector<HTMLElement>(`[data-cal-item^="${CSS.escape(eventId)}"]`);
    if (item && !hasFocus) item.focus();
    else if (frames > 0) focusItem(eventId, frames - 1);
  });
}

export interface NewEventProps {
  span: WallSpan;
  isAllDay: boolean;
  /** It was pressed or drawn in the grid: a draft takes it over. */
  isTimeChosen?: boolean;
  /** The purpose of the chosen time. */
  task?: PlannedTask | undefined;
  /** The grid shows a single day. */
  isWide: boolean;
  /** The grid draws the times of the new event. */
  hasSlots: boolean;
  /** Called with the times and the title in the fields, so that the grid can draw them. */
  onTimes: (span: WallSpan, isAllDay: boolean, title: string) => void;
  onClose: () => void;
  onOpen: (eventId: string) => void;
}

/** A new event: a few fields next to its time, and all of them if wanted. One opening is one event. */
export function NewEvent(props: NewEventProps) {
  const { span, isAllDay, isTimeChosen = false, task, isWide, hasSlots, onTimes, onClose, onOpen } = props;
  const signedIn = useSignedIn();
  const viewer = useViewer();
  const draft = useDraft(task ? `event-of-task/${task.id}` : `event-new/${viewer.id}`);
  const active = useActiveDepartment();
  // The event that is sent again is the same one.
  const [id] = useState(uuidv7);
  const department = viewer.departments.find(({ slug }) => slug === active);
  const [first] = useState<Fields>(() => ({
    ...newFields(span, isAllDay, department && !task ? `department/${department.id}` : ""),
    ...(task && { title: task.title, kind: "task" as const }),
  }));
  const [initial] = useState(() => readDraft(draft.read(), first, isTimeChosen));
  const [isFromDraft] = useState(() => writeDraft(initial, first) !== "");
  const [isFull, setFull] = useState(() => hasMore(initial, first));
  const form = useForm({
    values: initial,
    schema: eventFormSchema,
    send: async (fields) => {
      const { people, departmentIds, channelIds } = fields;
      const invite = { personIds: people.map((person) => person.id), departmentIds, channelIds };
      const { reminders } = fields;
      const event = { id, ...sentOf(fields), invite, reminders, taskId: task?.id ?? null };
      await createEvent(signedIn, event, "Event created", { label: "Open", onClick: () => onOpen(id) });
      draft.write("");
      onClose();
      focusItem(id);
    },
    fieldOf: { attendee_unavailable: "people", times_refused: "endDay" },
    fallback: "Failed to create event",
  });
  const fields = form.watch();
  const invited = useInvited(fields, viewer.id);
  const text = writeDraft(fields, first);
  const { write, read } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the text is another, and only then
  useEffect(() => {
    if (text !== read()) write(text);
  }, [text]);
  const shown = spanIn(fields);
  const times = JSON.stringify([shown, fields.isAllDay]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the times or the title are others
  useLayoutEffect(() => {
    if (shown) onTimes(shown, fields.isAllDay, fields.title);
  }, [times, fields.title]);
  function discard() {
    draft.write("");
    form.reset(first);
  }
  return (
    <NewEventFrame
      footer={
        <>
          {isFull || (
            <Button className="mr-auto" onClick={() => setFull(true)} variant="ghost">
              More options
            </Button>
          )}
          {isFull && text !== "" && <StartOver onStartOver={discard} />}
          {isFull && (
            <Button onClick={onClose} variant="ghost">
              Cancel
            </Button>
          )}
          <Button loading={form.isSending} type="submit" variant="primary">
            {notifyLabel("Create Event", notifiedOf(fields, invited.ids.length, new Date()))}
          </Button>
        </>
      }
      hasSlots={hasSlots}
      isFull={isFull}
      isWide={isWide}
      onClose={onClose}
      onSubmit={form.submit}
      times={times}
    >
      <div className="flex flex-col gap-4" data-kept>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        {task && (
          <p className="flex items-center gap-1.5 text-muted text-xs">
            <SquareCheckBig className="size-3.5" /> Time for the task “{task.title}”
          </p>
        )}
        {!isFull && isFromDraft && text !== "" && (
          <p className="flex items-center justify-between gap-2 text-muted text-xs">
            Kept from before.
            <Button onClick={discard} size="xs">
              Start over
            </Button>
          </p>
        )}
        {isFull ? (
          <EventFields exceptEventId={null} form={form} invited={invited} organiserId={viewer.id} />
        ) : (
          <QuickFields form={form} invited={invited} onMore={() => setFull(true)} organiserId={viewer.id} />
        )}
      </div>
    </NewEventFrame>
  );
}
