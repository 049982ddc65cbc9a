import { commentMaxLength } from "@atoll/contract/comments/limits";
import { callReader, type Mention } from "@atoll/contract/mentions";
import { maxTaskMinutes } from "@atoll/contract/tasks/duration";
import type { TaskFieldSet } from "@atoll/contract/tasks/field-schemas";
import {
  maxSubtasks,
  maxTags,
  maxTaskLinks,
  maxWatchers,
  type TaskStatus,
  taskDescriptionMaxLength,
  taskTitleMaxLength,
} from "@atoll/contract/tasks/limits";
import { newTaskLinkSchema, tagSchema } from "@atoll/contract/tasks/schemas";
import { maxMentions } from "@atoll/contract/text/max-mentions";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import { uuidv7 } from "uuidv7";
import {
  type ImportedComment,
  type ImportedState,
  type ImportedTask,
  matchImportedFields,
  type NamedTask,
  type ReadyComment,
  type ReadyTask,
  type TaskText,
} from "../../tasks/public.ts";
import { count, type Ground, type PlaceRow, skip } from "./ground.ts";
import { splitText } from "./render-message.ts";
import { taskIdOf } from "./task-references.ts";

/** Everything that the tasks of a batch are written with. */
export interface TaskWriting {
  ground: Ground;
  people: ReadonlyMap<string, { id: string; name: string }>;
  /** The people who can be given a task: those with an account. */
  activeIds: ReadonlySet<string>;
  /** By the keys of lists. */
  lists: ReadonlyMap<string, TargetList>;
  sets: readonly TaskFieldSet[];
  linkTo: (named: NamedTask) => string;
  tasks: ReadyTask[];
  comments: ReadyComment[];
}

/** A list of the source, and where its tasks go. */
export interface TargetList {
  place: PlaceRow;
  departmentId: string | null;
  state: ImportedState;
  /** The people of its board who have an account. They read its tasks where these go to no department. */
  readerIds: readonly string[];
}

/** The task that a sub-task goes to. */
export interface ParentTask {
  /** Null where a dry run has made it in an earlier batch. */
  id: string | null;
  departmentId: string | null;
  /** Null where it is not known. */
  status: TaskStatus | null;
}

/**
 * Returns the status of a task. A list that is archived has no open or finished tasks, and a card that has ended no open
 * items: nobody would expect them in their tasks.
 */
function statusOf(
  { status }: ImportedTask,
  listStatus: TaskStatus | null,
  parent: ParentTask | undefined,
  extra: string[],
): TaskStatus {
  if (!parent || status === null)
    return listStatus === "archived" ? listStatus : (status ?? listStatus ?? "todo");
  const hasEnded = parent.status === "archived" || (parent.status === "done" && status !== "done");
  if (!hasEnded || status === "archived") return status;
  extra.push(status === "done" ? "This item was checked." : "This item was not checked.");
  return "archived";
}

/** Adds a task, and a comment for each part of its description that is too long for it. */
export function addTask(
  writing: TaskWriting,
  placeKey: string,
  task: ImportedTask,
  parent: ParentTask | undefined,
): void {
  const { ground, people, activeIds, lists, sets, tasks } = writing;
  const list = lists.get(placeKey);
  const authorId = people.get(task.author)?.id;
  if (!list || !authorId) throw new Error("a task without its list or author");
  const note = (kind: string, detail?: string) => skip(ground, placeKey, kind, detail);
  for (const kind of task.notes) note(kind);
  const id = taskIdOf(ground.row, task.key);
  const departmentId = parent ? parent.departmentId : list.departmentId;
  const { status: listStatus, name: listName } = list.place;
  const extra: string[] = [];
  const status = statusOf(task, listStatus, parent, extra);
  // An item of a checklist is in no list of its own.
  const isListed = !parent || task.status === null;
  const isInState = isListed && status === listStatus && departmentId === list.departmentId;
  if (task.parentKey !== null && !parent) {
    note("parent_missing", task.title);
    extra.push(`Part of ${inert(task.parentKey.replace(/^[a-z]+\/|~$/g, ""))}`);
  }
  const title = titleOf(task, note, extra);
  const isTagged = isListed && (list.state.isTag || !isInState);
  const tags = tagsOf(isTagged ? [listName, ...task.tags] : task.tags, note, extra);
  const links = linksOf(task, note, extra);
  const { values, left } = matchImportedFields(sets, departmentId, task.fields);
  for (const { field, why } of left) {
    note(why, field.label);
    extra.push(
      `${inert(field.label)}: ${typeof field.value === "string" ? inert(field.value) : field.value}`,
    );
  }
  const ids = (keys: readonly string[]) => [...new Set(keys.flatMap((key) => people.get(key)?.id ?? []))];
  const assigned = ids(task.assignees);
  const assigneeId = assigned.find((one) => activeIds.has(one)) ?? assigned[0] ?? null;
  const readers = departmentId === null && !parent ? list.readerIds : [];
  const watching = [...new Set([...assigned, ...ids(task.watchers), ...readers])].filter(
    (one) => one !== assigneeId && activeIds.has(one),
  );
  for (const _each of watching.slice(maxWatchers)) note("watcher_too_many", task.title);
  const text = [render(writing, task.description), ...(extra.length > 0 ? [extra.join("\n")] : [])];
  const [description = "", ...further] = split(
    text.filter((part) => part !== "").join("\n\n"),
    taskDescriptionMaxLength,
  );
  const isStartLate = task.startsOn !== null && task.due !== null && task.startsOn > task.due.date;
  if (isStartLate) note("start_after_due", `${task.title}: ${task.startsOn}`);
  const worked = (task.worked ?? []).map(({ person, ...time }) => ({
    personId: people.get(person)?.id,
    ...time,
  }));
  const rest = { personId: assigneeId, at: task.updatedAt, minutes: task.spentMinutes };
  const spent = [...worked, rest]
    .filter(({ minutes }) => minutes > 0)
    .map(({ personId, at, minutes }) => ({
      ...{ personId: personId ?? authorId, at, minutes: Math.min(minutes, maxTaskMinutes) },
      isCut: minutes > maxTaskMinutes,
    }));
  for (const _each of spent.filter(({ isCut }) => isCut)) note("time_cut", task.title);
  tasks.push({
    ...{ id, parentId: parent?.id ?? null, authorId, title, description, status, tags, links, departmentId },
    stateId: isInState ? list.state.stateId : null,
    ...{ priority: task.priority, due: task.due, assigneeId, estimateMinutes: task.estimateMinutes },
    startsOn: isStartLate ? null : task.startsOn,
    ...{ fields: values, at: task.at, updatedAt: task.updatedAt, watcherIds: watching.slice(0, maxWatchers) },
    completedAt: completedAt(status, task),
    spent,
  });
  const kind = parent ? "subtask" : "task";
  const fingerprint = task.print ?? null;
  ground.items.push({ key: task.key, kind, place_key: placeKey, target_id: id, fingerprint });
  count(ground, placeKey, parent ? "subtasks" : "tasks");
  if (links.length > 0) count(ground, placeKey, "links", links.length);
  for (const { minutes } of spent) count(ground, placeKey, "minutes", minutes);
  if (isTagged) note("state_as_tag");
  if (further.length === 0) return;
  note("description_split", task.title);
  for (const [index, content] of further.entries())
    pushComment(writing, placeKey, {
      ...{ key: `${task.key}#${index + 2}`, kind: "part", taskId: id, authorId, content },
      ...{ at: task.at, editedAt: null },
    });
}

/** Only finished tasks count as work done: not those that were put away without. */
function completedAt(status: TaskStatus, { completedAt, updatedAt }: ImportedTask): Date | null {
  if (status === "done") return completedAt ?? updatedAt;
  return status === "archived" ? completedAt : null;
}

/** Adds a comment, in several parts if it is too long. */
export function addComment(
  writing: TaskWriting,
  placeKey: string,
  comment: ImportedComment,
  taskId: string,
): void {
  const { ground, people } = writing;
  const authorId = people.get(comment.author)?.id;
  if (!authorId) throw new Error("a comment without its author");
  for (const kind of comment.notes) skip(ground, placeKey, kind);
  const text = render(writing, comment.text);
  if (!hasVisibleText(text)) {
    skip(ground, placeKey, "comment_empty");
    return;
  }
  const parts = split(text, commentMaxLength);
  if (parts.length > 1) skip(ground, placeKey, "comment_split");
  for (const [index, content] of parts.entries())
    pushComment(writing, placeKey, {
      key: index === 0 ? comment.key : `${comment.key}#${index + 1}`,
      kind: index === 0 && !comment.isExtra ? "comment" : "part",
      ...{ taskId, authorId, content, at: comment.at, editedAt: comment.editedAt },
    });
  if (!comment.isExtra) count(ground, placeKey, "comments");
}

function pushComment(
  { ground, people, comments }: TaskWriting,
  placeKey: string,
  { key, kind, ...comment }: Omit<ReadyComment, "id" | "mentions"> & { key: string; kind: string },
): void {
  const id = uuidv7();
  const calls = callReader(comment.content);
  const mentions = new Map<string, Mention>();
  if (comment.content.includes("@"))
    for (const person of people.values())
      if (mentions.size < maxMentions && calls(person.name)) mentions.set(person.id, person);
  comments.push({ ...comment, id, mentions: [...mentions.values()] });
  ground.items.push({ key, kind, place_key: placeKey, target_id: id, fingerprint: null });
}

/** Writes a text with the names that people have here, and links to tasks. */
function render({ ground, people, linkTo }: TaskWriting, text: readonly TaskText[]): string {
  const wordsOf = (part: TaskText): string => {
    if (typeof part === "string") return part;
    return "person" in part ? (people.get(part.person)?.name ?? "someone") : linkTo(part);
  };
  const whole = text.map(wordsOf).join("").trim();
  const clean = whole.replaceAll("\0", "").toWellFormed();
  if (clean !== whole) ground.lines.push({ kind: "text_cleaned" });
  return clean;
}

const split = (text: string, length: number): string[] => (text.length <= length ? [text] : splitText(text));

/** Marks words of the source as a quote in code, in which nothing is a link, a mention or markup. */
const inert = (text: string): string =>
  `\`${text.replaceAll("\0", "").toWellFormed().replaceAll("`", "'").replace(/\s+/g, " ").trim().slice(0, 2_000)}\``;

type Note = (kind: string, detail?: string) => void;

function titleOf({ title, key }: ImportedTask, note: Note, extra: string[]): string {
  const clean = title.replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim();
  if (!hasVisibleText(clean)) {
    note("title_missing");
    return `Untitled (${key.replace(/^[a-z]+\//, "")})`.slice(0, taskTitleMaxLength);
  }
  const characters = [...clean];
  if (characters.length <= taskTitleMaxLength) return clean;
  note("title_cut", `${characters.slice(0, 60).join("")}…`);
  extra.push(`Title: ${inert(clean)}`);
  return `${characters.slice(0, taskTitleMaxLength - 1).join("")}…`;
}

function tagsOf(labels: readonly string[], note: Note, extra: string[]): string[] {
  const tags = new Set<string>();
  for (const label of labels) {
    const whole = label.replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim();
    const cut = [...whole.replaceAll(",", "")].slice(0, 40).join("").trim();
    const tag = tagSchema.safeParse(cut);
    if (!tag.success) continue;
    if (cut !== whole) note("tag_cut", whole);
    tags.add(tag.data);
  }
  const over = [...tags].slice(maxTags);
  for (const tag of over) note("tag_too_many", tag);
  if (over.length > 0) extra.push(`Labels: ${over.map(inert).join(", ")}`);
  return [...tags].slice(0, maxTags);
}

function linksOf({ links }: ImportedTask, note: Note, extra: string[]): ReadyTask["links"] {
  const kept: ReadyTask["links"] = [];
  for (const { url, name, isFile } of links) {
    const parsed = newTaskLinkSchema.shape.url.safeParse(url);
    const filename =
      name.replaceAll("\0", "").toWellFormed().replace(/\s+/g, " ").trim().slice(0, 200) || "link";
    if (!parsed.success) note("link_refused", filename);
    else if (kept.length === maxTaskLinks) note("link_too_many", filename);
    if (!parsed.success || kept.length === maxTaskLinks)
      extra.push(`Attached: ${inert(filename)} ${inert(url)}`);
    else kept.push({ url: parsed.data, name: filename });
    if (isFile) note("file_as_link");
  }
  return kept;
}

/** Returns whether a task has room for another sub-task. */
export const hasRoom = (parts: number): boolean => parts < maxSubtasks;
