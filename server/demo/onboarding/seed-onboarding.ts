import type { PathItem } from "@atoll/contract/onboarding/path-schemas";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";
import { type WrittenItem, writtenItems, writtenNewcomers, writtenPaths } from "./written-paths.ts";

const dayMs = 24 * 3600_000;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Writes the paths of the company, and people in the middle of them. The knowledge base has to be there. */
export async function seedOnboarding(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  const articles = await tx.selectFrom("articles").select(["id", "title"]).execute();
  const departments = await tx.selectFrom("departments").select(["id", "name"]).execute();
  const idOfArticle = (title: string): string | null =>
    articles.find((article) => article.title === title)?.id ?? null;
  const departmentIds = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => {
      const name = company.departments.find((one) => one.key === key)?.name;
      return departments.filter((one) => one.name === name).map(({ id }) => id);
    });
  const writtenAt = new Date(now.getTime() - 200 * dayMs);
  for (const { key, name, summary, departments: keys, owner, state, stages } of writtenPaths) {
    const ownerId = personId(company, owner);
    const items = writtenItems
      .filter(({ path }) => path === key)
      .map((written, index) =>
        itemOf(company, written, demoId(writtenAt, `${key} item ${index}`), idOfArticle),
      );
    const pathId = demoId(writtenAt, `path ${key}`);
    await tx
      .insertInto("onboarding_paths")
      .values({
        id: pathId,
        name,
        summary,
        department_ids: departmentIds(keys),
        owner_id: ownerId,
        created_by: ownerId,
        state,
        stages: JSON.stringify(stages),
        items: JSON.stringify(items),
        published_at: state === "published" ? writtenAt : null,
        sent_hash: Buffer.alloc(0),
        created_at: writtenAt,
        updated_at: writtenAt,
      })
      .execute();
    for (const newcomer of writtenNewcomers.filter(({ path }) => path === key))
      await seedNewcomer(tx, company, { pathId, stages, items, now }, newcomer);
  }
}

function itemOf(
  company: DemoCompany,
  { day, kind, about, doer, note }: WrittenItem,
  id: string,
  idOfArticle: (title: string) => string | null,
): PathItem {
  const isPage = kind === "read" || kind === "sop";
  const meets = kind === "meet" && (about === "buddy" || about === "manager") ? about : null;
  const articleId = isPage ? idOfArticle(about) : null;
  if (isPage && articleId === null) throw new Error(`no page ${about} for a path`);
  return {
    id,
    kind,
    title: isPage || kind === "meet" ? "" : about,
    note,
    day,
    doer,
    articleId,
    personId: kind === "meet" && meets === null ? personId(company, about) : null,
    meets,
    time: kind === "event" ? "14:30" : "10:00",
    minutes: 30,
  };
}

interface Path {
  pathId: string;
  stages: readonly object[];
  items: readonly PathItem[];
  now: Date;
}

async function seedNewcomer(
  tx: Database,
  company: DemoCompany,
  { pathId, stages, items, now }: Path,
  newcomer: (typeof writtenNewcomers)[number],
): Promise<void> {
  const { person, manager, buddy, day, done } = newcomer;
  const startAt = new Date(now.getTime() - (day - 1) * dayMs);
  const id = demoId(startAt, `onboarding of ${person}`);
  const newcomerId = personId(company, person);
  const managerId = personId(company, manager);
  await tx
    .insertInto("onboardings")
    .values({
      id,
      path_id: pathId,
      person_id: newcomerId,
      manager_id: managerId,
      buddy_id: buddy === null ? null : personId(company, buddy),
      start_on: dayOf(startAt),
      stages: JSON.stringify(stages),
      started_by: null,
      sent_hash: Buffer.alloc(0),
      created_at: new Date(Math.min(startAt.getTime(), now.getTime()) - dayMs),
    })
    .execute();
  // Pages that are open on the path have not been read yet.
  const ofPath = items.flatMap(({ articleId }) => articleId ?? []);
  await tx
    .deleteFrom("article_reads")
    .where("user_id", "=", newcomerId)
    .where("article_id", "in", ofPath)
    .execute();
  const own = items.filter(({ doer }) => doer === "newcomer").slice(0, done);
  await tx
    .insertInto("onboarding_items")
    .values(
      items.map((item, position) => {
        const dueAt = new Date(startAt.getTime() + (item.day - 1) * dayMs);
        const isDone = own.includes(item) || (item.doer === "manager" && dueAt < now && day > 9);
        const isPast = dueAt <= now;
        return {
          id: demoId(startAt, `item ${position} of ${person}`),
          onboarding_id: id,
          position,
          kind: item.kind,
          title: item.title,
          note: item.note,
          day: item.day,
          due_on: dayOf(dueAt),
          at_time: item.kind === "event" ? item.time : null,
          minutes: item.minutes,
          doer: item.doer,
          article_id: item.articleId,
          person_id: item.personId,
          meets: item.meets,
          // The server itself creates and announces items that are due later.
          made_at: isPast ? dueAt : null,
          told_at: isPast ? dueAt : null,
          done_at: isDone ? new Date(Math.min(dueAt.getTime(), now.getTime() - 3600_000)) : null,
          done_by: isDone ? (item.doer === "manager" ? managerId : newcomerId) : null,
        };
      }),
    )
    .execute();
}

function personId({ people }: DemoCompany, key: string): string {
  const person = people.find((one) => one.key === key);
  if (!person) throw new Error(`nobody called ${key} is on a path`);
  return person.id;
}
