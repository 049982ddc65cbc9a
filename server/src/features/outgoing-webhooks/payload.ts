import type { Person } from "@atoll/contract/people/schemas";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { AppError } from "../../platform/app-error.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import { accessAnnouncement } from "../announcements/public.ts";
import { readRun } from "../automations/public.ts";
import { accessType, accessTypeOfCard } from "../cards/public.ts";
import { accessChannel, accessMessage } from "../chat/public.ts";
import { accessTask } from "../tasks/public.ts";
import type { DueDelivery } from "./deliveries.ts";

type Sources = Pick<SliceContext, "db" | "people" | "publicUrl">;
type Content = Record<string, unknown>;

/**
 * Returns the content of an event as its owner may read it now. Undefined if they may not, or if the subject is gone or
 * was moved elsewhere.
 */
export async function readContent(
  sources: Sources,
  owner: Colleague,
  delivery: DueDelivery,
): Promise<Content | undefined> {
  const read = readers[delivery.event];
  if (!read) return undefined;
  try {
    return await read(sources, owner, delivery);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

type Read = (sources: Sources, owner: Colleague, delivery: DueDelivery) => Promise<Content | undefined>;

const readers: Readonly<Record<string, Read>> = {
  test: async (_sources, _owner, { name }) => ({ text: `The webhook “${name}” works.` }),
  "message.posted": readMessage,
  "message.changed": readMessage,
  async "message.deleted"({ db }, owner, { subject_id: id, place_id }) {
    await accessChannel(db, owner, place_id ?? "");
    return { id, channelId: place_id };
  },
  "task.created": readTask,
  "task.changed": readTask,
  // The task itself is deleted. People who see the tasks of the department saw this one.
  async "task.deleted"(_sources, owner, { subject_id: id, place_id }) {
    const isOwn = canManageTasks(owner) || owner.departments.some((one) => one.id === place_id);
    return isOwn ? { id, departmentId: place_id } : undefined;
  },
  "card.created": readCard,
  "card.changed": readCard,
  async "card.deleted"({ db }, owner, { subject_id: id, place_id }) {
    await accessType(db, owner, place_id ?? "");
    return { id, sectionId: place_id };
  },
  "announcement.published": readAnnouncement,
  "automation.ran": (sources, owner, { subject_id: runId }) => readRun(sources, owner, runId),
};

async function readMessage(
  { db, people }: Sources,
  owner: Colleague,
  { subject_id: id }: DueDelivery,
): Promise<Content | undefined> {
  const message = await accessMessage(db, owner, id);
  if (message.deleted_at) return undefined;
  const text = await db
    .selectFrom("messages")
    .select(["content", "created_at", "edited_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    text && {
      id,
      channel: { id: message.channel_id, name: message.channel_name },
      threadId: message.parent_id,
      author: await personOf(people, message.author_id),
      content: text.content,
      createdAt: text.created_at.toISOString(),
      editedAt: text.edited_at?.toISOString() ?? null,
    }
  );
}

async function readTask(
  { db, people }: Sources,
  owner: Colleague,
  { subject_id: id, place_id }: DueDelivery,
): Promise<Content | undefined> {
  const task = await accessTask(db, owner, id);
  if (task.department_id !== place_id) return undefined;
  return {
    id,
    departmentId: task.department_id,
    title: task.title,
    description: task.description,
    status: task.status,
    priority: task.priority,
    startsOn: task.starts_on,
    due: task.due_date && { date: task.due_date, time: task.due_time, timeZone: task.due_zone },
    tags: task.tags,
    assignee: task.assignee_id && (await personOf(people, task.assignee_id)),
    createdBy: await personOf(people, task.created_by),
    version: task.version,
    createdAt: task.created_at.toISOString(),
    completedAt: task.completed_at?.toISOString() ?? null,
  };
}

async function readCard(
  { db, people }: Sources,
  owner: Colleague,
  { subject_id: id, place_id }: DueDelivery,
): Promise<Content | undefined> {
  const section = await accessTypeOfCard(db, owner, id);
  if (section.id !== place_id) return undefined;
  const card = await db
    .selectFrom("cards")
    .select(["title", "body", "stage", "owner_id", "version", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    card && {
      id,
      section: { id: section.id, name: section.name },
      title: card.title,
      body: card.body,
      stage: card.stage,
      owner: card.owner_id && (await personOf(people, card.owner_id)),
      version: card.version,
      createdAt: card.created_at.toISOString(),
    }
  );
}

async function readAnnouncement(
  { db, people }: Sources,
  owner: Colleague,
  { subject_id: id }: DueDelivery,
): Promise<Content | undefined> {
  const announcement = await accessAnnouncement(db, owner, id);
  // It may have been withdrawn, and its author reads it still.
  if (announcement.status !== "PUBLISHED" || !announcement.isAddressed) return undefined;
  return {
    id,
    title: announcement.title,
    content: announcement.content,
    priority: announcement.priority,
    author: await personOf(people, announcement.author_id),
    publishedAt: announcement.published_at?.toISOString() ?? null,
  };
}

async function personOf(
  people: Sources["people"],
  personId: string,
): Promise<Pick<Person, "id" | "name" | "isProgram"> | null> {
  const person = (await people.of([personId])).get(personId);
  return person ? { id: person.id, name: person.name, ...(person.isProgram && { isProgram: true }) } : null;
}
