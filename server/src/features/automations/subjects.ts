import { subjectOfTrigger } from "@atoll/contract/automations/limits";
import type { Conditions, Trigger } from "@atoll/contract/automations/schemas";
import { messageLink } from "@atoll/contract/chat/message-link";
import { ideaStatusNames } from "@atoll/contract/ideas/limits";
import { taskFilterSchema } from "@atoll/contract/tasks/filter";
import { taskStatusNames } from "@atoll/contract/tasks/limits";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import type { Colleague, RequestViewer, SliceContext } from "../../slice.ts";
import { accessTypeOfCard, isCardWanted } from "../cards/public.ts";
import { accessMessage } from "../chat/public.ts";
import { readIdeaByName } from "../ideas/public.ts";
import { readQuestionByName } from "../questions/public.ts";
import { accessTask, isTaskWanted } from "../tasks/public.ts";
import { accessPlace, orNull, type Place } from "./access.ts";
import type { Value, Values } from "./fill-text.ts";

/** The subject that started an automation, as its owner may read it now. */
export interface Subject {
  title: string;
  /** The path of its page. */
  link: string | null;
  values: Values;
}

type Sources = Pick<SliceContext, "db" | "people" | "publicUrl">;

/**
 * Reads what started an automation. Undefined if its owner may not read it, or if it is gone or was moved to another place.
 */
export async function readSubject(
  sources: Sources,
  owner: Colleague,
  place: Place,
  { trigger, subjectId }: { trigger: Trigger; subjectId: string | null },
): Promise<Subject | undefined> {
  const placeName = await orNull(accessPlace(sources.db, owner, place));
  if (placeName === null) return undefined;
  const zone = "zone" in trigger ? trigger.zone : "UTC";
  return readAs(sources, owner, place, { kind: subjectOfTrigger[trigger.kind], subjectId, placeName, zone });
}

/** Reads the same for a person who need not manage the place, such as one who is asked for approval. */
export async function readAs(
  sources: Sources,
  viewer: Colleague,
  place: Place,
  { kind, subjectId, placeName, zone }: SubjectOfRun,
): Promise<Subject | undefined> {
  const shared: [string, Value][] = [
    ["today", { text: dayIn(zone, new Date()) }],
    ["place.name", { text: placeName }],
  ];
  if (kind === null) return { title: placeName, link: null, values: new Map(shared) };
  if (subjectId === null) return undefined;
  const read = await orNull(readers[kind](sources, viewer, place, subjectId));
  if (!read) return undefined;
  // A path is enough for a link: browsers follow it on the address under which they reached this server.
  const link = { text: read.title, href: `${sources.publicUrl?.replace(/\/+$/, "") ?? ""}${read.link}` };
  const own = Object.entries(read.values).map(
    ([name, text]) => [`${kind}.${name}`, { text }] satisfies [string, Value],
  );
  return { ...read, values: new Map([...shared, ...own, [`${kind}.link`, link]]) };
}

interface SubjectOfRun {
  kind: keyof typeof readers | null;
  subjectId: string | null;
  placeName: string;
  zone: string;
}

interface Read {
  title: string;
  link: string;
  values: Record<string, string>;
}
type Reader = (sources: Sources, owner: Colleague, place: Place, id: string) => Promise<Read | null>;

/** SQL: the question `q` takes answers, and none is accepted. */
export const isUnanswered = sql<boolean>`(q.accepted_answer_id IS NULL AND q.duplicate_of IS NULL AND q.faq_id IS NULL
  AND NOT EXISTS (SELECT FROM vote_subjects v WHERE v.id = q.id AND v.kind = 'question'
    AND (v.merged_into IS NOT NULL OR v.locked_at IS NOT NULL)))`;

const anonymous = "an anonymous colleague";

const readers: Record<"message" | "task" | "card" | "question" | "idea", Reader> = {
  // As everyone else reads it: what an automation says never shows that its owner is the hidden author.
  async question({ db, people }, owner, place, id) {
    const question = await readQuestionByName(db, owner, id);
    if (question?.department_id !== place.id) return null;
    const { title, author_id } = question;
    return {
      ...{ title, link: `/community-faqs/${id}` },
      values: { title, author: author_id ? await nameOf(people, author_id) : anonymous },
    };
  },
  async idea({ db, people }, owner, place, id) {
    const idea = await readIdeaByName(db, owner, id);
    if (idea?.department_id !== place.id) return null;
    const { title, author_id, status } = idea;
    return {
      ...{ title, link: `/ideas/${id}` },
      values: {
        ...{ title, status: ideaStatusNames[status] },
        author: author_id ? await nameOf(people, author_id) : anonymous,
      },
    };
  },
  async message({ db, people }, owner, place, id) {
    const message = await accessMessage(db, owner, id);
    const row = await db.selectFrom("messages").select("content").where("id", "=", id).executeTakeFirst();
    if (!row || message.deleted_at || message.channel_id !== place.id) return null;
    return {
      title: `A message in ${message.channel_name}`,
      link: messageLink(message.channel_id, { id, parentId: message.parent_id }),
      values: { text: row.content, author: await nameOf(people, message.author_id) },
    };
  },
  async task({ db, people }, owner, place, id) {
    const task = await accessTask(db, owner, id);
    if (task.department_id !== place.id) return null;
    return {
      title: task.title,
      link: `/tasks?task=${id}`,
      values: {
        title: task.title,
        status: taskStatusNames[task.status],
        due: task.due_date ?? "no date",
        assignee: await nameOf(people, task.assignee_id),
        creator: await nameOf(people, task.created_by),
      },
    };
  },
  async card({ db, people }, owner, place, id) {
    const section = await accessTypeOfCard(db, owner, id);
    const card = await db
      .selectFrom("cards as c")
      .innerJoin("departments as d", (join) => join.on("d.id", "=", section.department_id))
      .select(["c.title", "c.stage", "c.owner_id", "d.slug"])
      .where("c.id", "=", id)
      .executeTakeFirst();
    if (!card || section.id !== place.id) return null;
    return {
      title: card.title,
      link: `/${card.slug}/${section.slug}/${id}`,
      values: {
        title: card.title,
        stage: section.stages.find((stage) => stage.id === card.stage)?.name ?? card.stage,
        owner: await nameOf(people, card.owner_id),
      },
    };
  },
};

async function nameOf(people: Sources["people"], personId: string | null): Promise<string> {
  return (personId && (await people.of([personId])).get(personId)?.name) || "nobody";
}

/** Returns whether a subject passes the conditions now, by the filters of its list and as the owner sees it. */
export async function isMatching(
  sources: Sources,
  owner: RequestViewer,
  place: Place,
  { trigger, subjectId }: { trigger: Trigger; subjectId: string | null },
  conditions: Conditions,
): Promise<boolean> {
  const kind = subjectOfTrigger[trigger.kind];
  if (subjectId === null || kind === null || kind === "message") return true;
  if (Object.keys(conditions).length === 0) return true;
  const { priorities, assignees, tags, text, ownerId, stage } = conditions;
  const { db } = sources;
  if (kind === "question" || kind === "idea") {
    const read = await readers[kind](sources, owner, place, subjectId);
    return read !== null && (text === undefined || read.title.toLowerCase().includes(text.toLowerCase()));
  }
  if (kind === "card") return isCardWanted(db, owner, subjectId, { ownerId, stage, q: text });
  const filter = taskFilterSchema.parse({ priorities, assignees, tags, text, parents: "all" });
  return isTaskWanted(db, owner, subjectId, { ...filter, departments: [place.id] });
}
