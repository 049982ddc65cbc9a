import type { SignedIn } from "../../../lib/signed-in.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { createEvent } from "../changes/changes.ts";
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
  const event = { id, title: task.title, kind: "task" as const, taskId: task.id, ...times };
  await createEvent(signedIn, event, `${task.title} planned for ${spanInWords(span)}`);
}
