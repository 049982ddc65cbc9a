import { eventChangeSchema } from "@atoll/contract/calendar/changes";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeEvent } from "../calendar/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { moveMadeTask } from "../tasks/public.ts";
import { addDays } from "./present.ts";

/** An item whose task or meeting is to follow a new first day. */
export interface MadeItem {
  id: string;
  day: number;
  due_day: string;
  task_id: string | null;
  event_id: string | null;
}

/**
 * Moves tasks and meetings of an onboarding to the days of their items, after its first day has moved. Each keeps its
 * time of day. A meeting that the viewer may not change stays, and so does its item.
 */
export async function moveMade(
  context: SliceContext,
  viewer: RequestViewer,
  items: readonly MadeItem[],
  dueOf: (item: MadeItem) => string,
): Promise<void> {
  for (const item of items) {
    const due = dueOf(item);
    if (due === item.due_day) continue;
    if (item.task_id !== null) await moveMadeTask(context, viewer.id, { taskId: item.task_id, due });
    else if (item.event_id !== null && !(await moveMeeting(context, viewer, item.event_id, item, due)))
      continue;
    await transact(context.db, (tx) => moveRow(tx, item.id, due));
  }
}

async function moveRow(tx: Database, id: string, due: string): Promise<void> {
  await tx.updateTable("onboarding_items").set({ due_on: due }).where("id", "=", id).execute();
}

/** @returns false where the meeting stays. */
async function moveMeeting(
  context: SliceContext,
  viewer: RequestViewer,
  eventId: string,
  { due_day }: MadeItem,
  due: string,
): Promise<boolean> {
  const event = await context.db
    .selectFrom("events")
    .select(["version", "starts", "ends", "zone", "all_day", "rule"])
    .where("id", "=", eventId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!event || event.rule !== null) return false;
  const days = Math.round((Date.parse(due) - Date.parse(due_day)) / 86_400_000);
  const moved = (wall: string) => `${addDays(wall.slice(0, 10), days)}${wall.slice(10)}`;
  const change = eventChangeSchema.parse({
    changeId: uuidv7(),
    scope: "all",
    occurrence: null,
    version: event.version,
    set: {
      times: { allDay: event.all_day, start: moved(event.starts), end: moved(event.ends), zone: event.zone },
    },
  });
  try {
    await changeEvent(context, viewer, eventId, change);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
