import { eventRoutes } from "@atoll/contract/calendar/routes";
import { call, errorMessage } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { ownTimeZone } from "../../../lib/wall-time.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { createEvent, lookAtCalendar } from "../data/changes.ts";
import { timesOf } from "../data/items.ts";
import { spanInWords } from "../time/day-words.ts";
import type { WallSpan } from "../time/wall.ts";

/** A task that time is planned for. */
export interface PlannedTask {
  id: string;
  title: string;
}

/** Takes time for a task where it was dropped, and offers to give it back: it concerns nobody else. */
export async function planTask(signedIn: SignedIn, task: PlannedTask, span: WallSpan): Promise<void> {
  const id = uuidv7();
  const times = timesOf(span, false, ownTimeZone());
  await createEvent(signedIn, { id, title: task.title, kind: "task", taskId: task.id, ...times });
  const undo = () => {
    const body = { changeId: uuidv7(), version: 1 };
    call(eventRoutes.deleteEvent, { params: { eventId: id }, body }).then(
      () => lookAtCalendar(signedIn),
      (error: unknown) => notify.error(errorMessage(error, "Failed to undo")),
    );
  };
  notify.success(`${task.title} planned for ${spanInWords(span)}`, {
    action: { label: "Undo", onClick: undo },
  });
}
