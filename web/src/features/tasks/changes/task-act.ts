import type { Person } from "@atoll/contract/people/schemas";
import type { TaskCycle } from "@atoll/contract/tasks/cycle-schemas";
import type { TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type {
  NewRecurrence,
  NewTask,
  Requirement,
  Task,
  TaskLink,
  TaskReference,
} from "@atoll/contract/tasks/schemas";
import type { TaskState } from "@atoll/contract/tasks/state-schemas";
import type { TimeEntry } from "@atoll/contract/tasks/time-schemas";
import type { PendingChange } from "../../../capabilities/changes/changed-area.ts";

/** New values of fields, of one task or of many; as a task shows them. */
export interface NewValues
  extends Partial<
    Pick<
      Task,
      | "title"
      | "status"
      | "priority"
      | "startsOn"
      | "due"
      | "tags"
      | "departmentId"
      | "isUrgent"
      | "estimateMinutes"
    >
  > {
  assignee?: Person | null;
  /** One of the company's own states of the status, and how it is shown. */
  stateId?: string;
  state?: TaskState;
  /** A cycle, or none, and how it is shown. */
  cycleId?: string | null;
  cycle?: TaskCycle | null;
  /** Values of own fields, merged into what is there; and what the person saw there. */
  fields?: TaskFieldValues;
  seenFields?: TaskFieldValues;
  /** The people that these values name. */
  fieldPeople?: Person[];
  recurrence?: NewRecurrence | null;
  /** A new day, as the viewer's zone counts days: each keeps its own time of day. */
  dueDay?: { date: string; zone: string };
  addTags?: string[];
  removeTags?: string[];
}

/** Time of the viewer's own. */
export type NewTime = Pick<TimeEntry, "day" | "minutes" | "note">;

/** A place on the board, behind one card and before another; neither: at the end. */
export interface PlaceOnBoard {
  status: TaskStatus;
  /** The own state of the column. */
  state?: TaskState | null;
  after: string | null;
  before: string | null;
}

/** Everything that a person does to tasks. It is stored while it waits, so each keeps its shape. */
export type TaskAct =
  | {
      act: "create";
      task: Omit<NewTask, "id">;
      assignee: Person | null;
      state?: TaskState | null;
      cycle?: TaskCycle | null;
    }
  | { act: "delete" }
  | { act: "set"; set: NewValues }
  /** `isPlaced`: in columns sorted by a field a card has no place of its own, so only its status changes. */
  | ({ act: "move"; isPlaced: boolean } & PlaceOnBoard)
  /** Sent with the version that was read, so that nobody's text is overwritten unseen. */
  | { act: "describe"; text: string; version: number }
  | { act: "watch"; add: Person[]; remove: string[] }
  | { act: "block"; blocked: TaskReference; blocker: TaskReference }
  | { act: "unblock"; blockedId: string; blockerId: string }
  | { act: "add requirement"; requirement: Pick<Requirement, "name" | "kind" | "url" | "notes"> }
  | { act: "remove requirement"; id: string }
  | { act: "add link"; link: Pick<TaskLink, "url" | "filename">; addedBy: Person }
  | { act: "remove link"; id: string }
  | { act: "add time"; entry: NewTime }
  | { act: "change time"; id: string; entry: NewTime }
  | { act: "remove time"; id: string; minutes: number }
  | { act: "attach files"; fileIds: string[] }
  | { act: "remove file"; id: string };

/** One of them, about these tasks. */
export type TaskChangePending = PendingChange<TaskAct>;

/** The key of the draft of a task's description. */
export function descriptionDraft(taskId: string): string {
  return `task/${taskId}`;
}
