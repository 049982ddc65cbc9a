import { SquareCheckBig } from "lucide-react";
import { useEffect, useState } from "react";
import { StartOver } from "../../../capabilities/offline/drafts/start-over.tsx";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { createEvent } from "../data/changes.ts";
import type { PlannedTask } from "../tasks/plan-task.ts";
import type { WallSpan } from "../time/wall.ts";
import { hasMore, readDraft, writeDraft } from "./event-draft.ts";
import { EventFields } from "./event-fields.tsx";
import { eventFormSchema, type EventFields as Fields, newFields, sentOf } from "./event-form.ts";
import { tellWords } from "./tell-words.ts";

export interface NewEventProps {
  span: WallSpan;
  isAllDay: boolean;
  /** It was pressed or drawn in the grid: a draft takes it over. */
  isTimeChosen?: boolean;
  /** The purpose of the chosen time. */
  task?: PlannedTask | undefined;
  onClose: () => void;
}

/** A new event: a few fields, and all of them if wanted. One opening of the dialog is one event. */
export function NewEvent({ span, isAllDay, isTimeChosen = false, task, onClose }: NewEventProps) {
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
  const form = useForm({
    values: initial,
    schema: eventFormSchema,
    send: async (fields) => {
      const { people, departmentIds, channelIds } = fields;
      const invite = { personIds: people.map((person) => person.id), departmentIds, channelIds };
      const { reminders } = fields;
      const event = { id, ...sentOf(fields), invite, reminders, taskId: task?.id ?? null };
      await createEvent(signedIn, event, "Event created");
      draft.write("");
      onClose();
    },
    fieldOf: { attendee_unavailable: "people", times_refused: "endDay" },
    fallback: "Failed to create event",
  });
  const fields = form.watch();
  const { people, departmentIds, channelIds } = fields;
  const text = writeDraft(fields, first);
  const { write, read } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the text is another, and only then
  useEffect(() => {
    if (text !== read()) write(text);
  }, [text]);
  function discard() {
    draft.write("");
    form.reset(first);
  }
  const isGroup = departmentIds.length + channelIds.length > 0;
  return (
    <Dialog
      footer={
        <>
          {text !== "" && <StartOver onStartOver={discard} />}
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={form.isSending} type="submit" variant="primary">
            {isGroup ? "Create and tell them" : tellWords("Create Event", people.length)}
          </Button>
        </>
      }
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onSubmit={form.submit}
      open
      title="New Event"
      width={920}
    >
      <div className="flex flex-col gap-4" data-kept>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        {task && (
          <p className="flex items-center gap-1.5 text-muted text-xs">
            <SquareCheckBig className="size-3.5" /> Time for the task “{task.title}”
          </p>
        )}
        <EventFields
          exceptEventId={null}
          form={form}
          isWhole={hasMore(initial, first)}
          organiserId={viewer.id}
        />
      </div>
    </Dialog>
  );
}
