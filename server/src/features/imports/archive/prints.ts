import { hashSent } from "../../../platform/create-once.ts";
import type { ImportedMessage } from "../../chat/public.ts";
import type { TaskText } from "../../tasks/public.ts";
import { namedTasks, type SourceRecord } from "./records.ts";

/** Returns what tells a message from another one with the same key. */
export function messagePrint({ author, text, at, files }: ImportedMessage): string {
  const paths = files.map(({ name, path }) => path ?? name);
  const parts = [author, text, at.getTime(), ...(paths.length > 0 ? [paths] : [])];
  return hashSent(...parts)
    .toString("hex")
    .slice(0, 32);
}

/** Returns the key of a message whose own key another one has. */
export const keyWithPrint = (key: string, print: string): string => `${key}~${print.slice(0, 12)}`;

/** Returns what tells a thing from another one with the same key: when it was created, and its title. */
export const printOf = (created: Date | undefined, title: string): string =>
  `${created?.toISOString().slice(0, 16) ?? ""}\n${title.slice(0, 200).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()}`;

const [quarter, day] = [15 * 60_000, 24 * 3_600_000];

/**
 * Returns whether two prints are of one thing. Titles change, and an export has its times in the zone of the person who
 * exported it: one of the two has to be the same, and the other one not impossible.
 */
export function isSamePrint(one: string, other: string): boolean {
  const [at = "", ...title] = one.split("\n");
  const [otherAt = "", ...otherTitle] = other.split("\n");
  if (at !== "" && at === otherAt) return true;
  if (title.join() !== otherTitle.join()) return false;
  const apart = Math.abs(Date.parse(`${at}Z`) - Date.parse(`${otherAt}Z`));
  return at === "" || otherAt === "" || (apart % quarter === 0 && apart <= day + 2 * 3_600_000);
}

/** So many tasks with one key can be told apart. */
const variants = (key: string): string[] => [key, ...[2, 3, 4, 5].map((number) => `${key}~${number}`)];

/** Returns the keys of tasks that have to be known for `nameTasks`. */
export function keysToTellApart(records: readonly SourceRecord[]): string[] {
  const keys = records.flatMap((record) => {
    const named = namedTasks(record).map(({ task }) => task);
    if ("task" in record)
      return record.task.print === undefined
        ? []
        : [record.task.key, record.task.parentKey ?? [], named].flat();
    if ("comment" in record)
      return record.comment.taskPrint === undefined ? [] : [record.comment.taskKey, ...named];
    return "dependency" in record ? [record.dependency.blockedKey, record.dependency.blockerKey] : [];
  });
  return [...new Set(keys)].flatMap(variants);
}

/**
 * Pure: gives tasks keys of their own where an earlier import has another task with that key, such as from another site
 * of the same product, and has their sub-tasks, comments and dependencies name them. Those that name a task that is not
 * there name none.
 * @param items the prints of tasks that are there, by their keys.
 */
export function nameTasks(
  records: readonly SourceRecord[],
  items: ReadonlyMap<string, { fingerprint: string | null }>,
): SourceRecord[] {
  const prints = new Map([...items].map(([key, { fingerprint }]) => [key, fingerprint]));
  const find = (key: string, print: string): string | undefined =>
    variants(key).find((one) => {
      const there = prints.get(one);
      return there !== undefined && (there === null || isSamePrint(there, print));
    });
  const tasks = records.map((record): SourceRecord => {
    if (!("task" in record) || record.task.print === undefined) return record;
    const { key, print, notes } = record.task;
    const own = find(key, print) ?? variants(key).find((one) => !prints.has(one)) ?? key;
    const isOther = own !== key && !prints.has(own);
    if (!prints.has(own)) prints.set(own, print);
    return {
      ...record,
      task: { ...record.task, key: own, notes: isOther ? [...notes, "issue_other"] : notes },
    };
  });
  const named = (key: string, print: string) => find(key, print) ?? `${key}~`;
  // A task that a text names may be written later, with the first key that is free.
  const inText = (text: readonly TaskText[]): TaskText[] =>
    text.map((part) =>
      typeof part === "string" || "person" in part || part.print === undefined
        ? part
        : {
            ...part,
            task:
              find(part.task, part.print) ?? variants(part.task).find((one) => !prints.has(one)) ?? part.task,
          },
    );
  return tasks.map((record): SourceRecord => {
    if ("task" in record) {
      const { parentKey, parentPrint, description } = record.task;
      const task = { ...record.task, description: inText(description) };
      return parentKey === null || parentPrint === undefined
        ? { ...record, task }
        : { ...record, task: { ...task, parentKey: named(parentKey, parentPrint) } };
    }
    if ("comment" in record) {
      const { key, taskKey, taskPrint } = record.comment;
      if (taskPrint === undefined) return record;
      const own = named(taskKey, taskPrint);
      return {
        ...record,
        comment: {
          ...record.comment,
          ...{ key: key + own.slice(taskKey.length), taskKey: own, text: inText(record.comment.text) },
        },
      };
    }
    if (!("dependency" in record)) return record;
    const { blockedKey, blockedPrint, blockerKey, blockerPrint } = record.dependency;
    // A task that is not in the file is of the same site, unless there are several.
    const [blocked, blocker] = [
      blockedPrint === undefined ? undefined : named(blockedKey, blockedPrint),
      blockerPrint === undefined ? undefined : named(blockerKey, blockerPrint),
    ];
    const isOther = [blocked, blocker].some((key) => key?.includes("~"));
    const outside = (key: string) => (isOther || prints.has(`${key}~2`) ? `${key}~` : key);
    return {
      ...record,
      dependency: { blockedKey: blocked ?? outside(blockedKey), blockerKey: blocker ?? outside(blockerKey) },
    };
  });
}
