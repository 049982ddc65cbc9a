import type { Person } from "@atoll/contract/people/schemas";
import { type TaskPriority, type TaskStatus, taskPriorities } from "@atoll/contract/tasks/limits";
import type { NewRecurrence } from "@atoll/contract/tasks/schemas";
import { fits, parseJson, type Shape } from "../../../lib/shape.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";

/** The form as it was left, which may be invalid. The column is not part of it. */
type Draft = Omit<NewTaskFields, "state">;
const draftShape: Shape<Draft> = {
  title: "string",
  description: "string",
  priority: "string",
  startsOn: "string",
  dueDate: "string",
  tags: "string",
  departmentId: "string",
  cycleId: "string",
  recurrence: "object|null",
  assignees: "objects",
  data: "object",
};
const kept = Object.keys(draftShape) as (keyof Draft)[];

/** The choice of a template in a draft, with the sub-tasks that are made, by their place in it. */
export interface KeptTemplate {
  id: string;
  version: number;
  day: string;
  parts: readonly { at: number }[];
  roles: Readonly<Record<string, Person | undefined>>;
}
const templateShape: Shape<KeptTemplate> = {
  id: "string",
  version: "number",
  day: "string",
  parts: "objects",
  roles: "object",
};

/** Returns the draft of a new task as text, or an empty text if only its column was chosen. */
export function writeDraft(fields: NewTaskFields, first: NewTaskFields, template?: KeptTemplate): string {
  const isChanged = kept.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(first[name]));
  return isChanged || template ? JSON.stringify({ ...fields, template }) : "";
}

/** Returns the template that was chosen in a draft. */
export function readDraftTemplate(text: string): KeptTemplate | undefined {
  const draft = parseJson(text);
  if (typeof draft !== "object" || draft === null || !("template" in draft)) return undefined;
  return fits<KeptTemplate>(draft.template, templateShape) ? draft.template : undefined;
}

/**
 * Returns the fields of a draft, with the initial values for missing ones.
 * @param departmentIds those that the person may choose now.
 */
export function readDraft(
  text: string,
  first: NewTaskFields,
  departmentIds: readonly string[],
): NewTaskFields {
  const held = parseJson(text);
  if (typeof held !== "object" || held === null) return first;
  const draft = Object.fromEntries(kept.map((name) => [name, { ...first, ...held }[name]]));
  if (!fits<Draft>(draft, draftShape) || !taskPriorities.includes(draft.priority)) return first;
  const isText = Object.values(draft.data).every((text) => typeof text === "string");
  const departmentId = departmentIds.includes(draft.departmentId) ? draft.departmentId : first.departmentId;
  return { ...first, ...draft, departmentId, data: isText ? draft.data : {} };
}

/** Where a new task is added: a status, and one of the company's own states of it. */
export interface NewTaskPlace {
  status: TaskStatus;
  stateId?: string | null;
}

/** Opens the form for a new task in a place, with a title that was typed elsewhere. */
export type AddTask = (place: NewTaskPlace, title?: string) => void;

/** The fields of a new task as they are typed. */
export interface NewTaskFields {
  title: string;
  description: string;
  /** The value of a `StateOption`. */
  state: string;
  priority: TaskPriority;
  startsOn: string;
  dueDate: string;
  /** Apart by commas. */
  tags: string;
  departmentId: string;
  /** Empty for none; ignored where the department does not have it. */
  cycleId: string;
  recurrence: NewRecurrence | null;
  assignees: Person[];
  /** The company's own fields, each as text by its name. */
  data: Record<string, string>;
}

const usualKey = (viewerId: string) => `task-new-others/${viewerId}`;

/** A new task is for the viewer, until they have created one for someone else or for nobody. */
export function isUsuallyMine(viewerId: string): boolean {
  return openTextStorage().getItem(usualKey(viewerId)) === null;
}

export function keepUsual(viewerId: string, isMine: boolean): void {
  if (isMine) openTextStorage().removeItem(usualKey(viewerId));
  else openTextStorage().setItem(usualKey(viewerId), "1");
}
