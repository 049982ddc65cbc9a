import { readOutline } from "@atoll/contract/knowledge/outline";
import { generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { findLinks } from "../../src/features/knowledge/text/add-version.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import type { DemoArticle } from "./demo-article.ts";
import { seedReaders } from "./seed-readers.ts";
import { writtenAnswers } from "./written-answers.ts";
import { writtenArticles } from "./written-articles.ts";
import { writtenProcedures } from "./written-procedures.ts";

const dayMs = 24 * 3600_000;

/** Writes the knowledge base of the company. People and departments have to be there. */
export async function seedKnowledge(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p
    WHERE r.name IN ('editor', 'bd_lead', 'on_call') AND p.resource = 'knowledge' AND p.action = 'write'
    ON CONFLICT DO NOTHING`.execute(tx);
  const departments = await tx.selectFrom("departments").select(["id", "name"]).execute();
  const departmentIdOf = (key: string): string[] => {
    const name = company.departments.find((one) => one.key === key)?.name;
    return departments.filter((one) => one.name === name).map(({ id }) => id);
  };
  const articles = [
    ...treeOf(company, now, departmentIdOf),
    ...proceduresOf(company, now, departmentIdOf),
    ...answersOf(company, now),
  ];
  for (const article of articles) await insertArticle(tx, article);
  await seedReaders(tx, company, articles, now);
}

function treeOf(company: DemoCompany, now: Date, departmentIdOf: (key: string) => string[]): DemoArticle[] {
  const ranks = generateNKeysBetween(null, null, writtenArticles.length);
  const made = new Map<string, DemoArticle>();
  const idOf = (key: string) => demoId(new Date(now.getTime() - 300 * dayMs), `article ${key}`);
  for (const [index, written] of writtenArticles.entries()) {
    const parent = made.get(written.parent);
    const id = idOf(written.key);
    const body = written.body
      .replace(/\{article:(\w+)\}/g, (_whole, key: string) => `[article](article:${idOf(key)})`)
      .replace(/\{card:(\w+)\}/g, (_whole, key: string) => `![article](article:${idOf(key)})`)
      .replace(/\{person:(\w+)\}/g, (_whole, key: string) => `[person](person:${personId(company, key)})`);
    const paragraphs = body.split("\n\n");
    made.set(written.key, {
      ...common(company, now, { ...written, id }),
      kind: "article",
      summary: "",
      category: "",
      tags: [],
      parentId: parent?.id ?? null,
      path: [...(parent?.path ?? []), id],
      rank: ranks[index] ?? "a0",
      departmentIds: parent?.departmentIds.length ? parent.departmentIds : departmentIdOf(written.department),
      approverId: null,
      mustRead: false,
      helpful: index % 5,
      versions: Array.from({ length: written.versions }, (_, version) => ({
        body:
          version === written.versions - 1
            ? body
            : paragraphs
                .slice(0, Math.max(1, paragraphs.length - (written.versions - 1 - version)))
                .join("\n\n"),
        note: version === 0 ? "First version" : "Says more",
      })),
    });
  }
  return [...made.values()];
}

function proceduresOf(
  company: DemoCompany,
  now: Date,
  departmentIdOf: (key: string) => string[],
): DemoArticle[] {
  return writtenProcedures.map((written) => {
    const id = demoId(new Date(now.getTime() - 290 * dayMs), `procedure ${written.title}`);
    const textAt = (isNewest: boolean) =>
      written.steps
        .filter(({ mark }) => isNewest || mark !== "+")
        .map(({ title, text, mark }) => {
          const stepId = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
          const said = !isNewest && mark === "~" ? `${text.split(",")[0] ?? text}.` : text;
          return `:::step{#${stepId}}\n**${title}**\n\n${said}\n:::`;
        })
        .join("\n\n");
    return {
      ...common(company, now, { ...written, id }),
      kind: "sop",
      summary: written.summary,
      category: "",
      tags: [],
      parentId: null,
      path: [id],
      rank: "a0",
      departmentIds: departmentIdOf(written.department),
      approverId: personId(company, written.approver),
      mustRead: written.mustRead,
      helpful: 3,
      versions: Array.from({ length: written.versions }, (_, version) => ({
        body: textAt(version === written.versions - 1),
        note:
          version === 0
            ? "First version"
            : version === written.versions - 1
              ? changesOf(written.steps)
              : "Clearer words",
      })),
    };
  });
}

function changesOf(steps: readonly { title: string; mark: string }[]): string {
  const changed = steps.filter(({ mark }) => mark !== "").map(({ title }) => title.toLowerCase());
  return changed.length === 0 ? "Clearer words" : changed.join(", ");
}

function answersOf(company: DemoCompany, now: Date): DemoArticle[] {
  return writtenAnswers.map((written) => {
    const id = demoId(new Date(now.getTime() - 280 * dayMs), `answer ${written.question}`);
    return {
      ...common(company, now, { ...written, title: written.question, id }),
      kind: "faq",
      summary: "",
      category: written.category,
      tags: [],
      parentId: null,
      path: [id],
      rank: "a0",
      departmentIds: [],
      approverId: null,
      mustRead: false,
      helpful: written.helpful,
      versions: [{ body: written.answer, note: "" }],
    };
  });
}

function common(
  company: DemoCompany,
  now: Date,
  written: { id: string; title: string; owner: string; age: number; overdue: number },
) {
  const random = createRandom(`article ${written.title}`, 0);
  return {
    id: written.id,
    title: written.title,
    ownerId: personId(company, written.owner),
    publishedAt: new Date(now.getTime() - written.age * dayMs - Math.floor(random.next() * dayMs)),
    reviewAt:
      written.overdue > 0
        ? new Date(now.getTime() - written.overdue * dayMs)
        : new Date(now.getTime() + (20 + random.next() * 140) * dayMs),
  };
}

function personId({ people }: DemoCompany, key: string): string {
  const person = people.find((one) => one.key === key);
  if (!person) throw new Error(`nobody called ${key} writes in the knowledge base`);
  return person.id;
}

async function insertArticle(tx: Database, article: DemoArticle): Promise<void> {
  const newest = article.versions.length;
  const firstAt = new Date(article.publishedAt.getTime() - (newest - 1) * 60 * dayMs);
  await tx
    .insertInto("articles")
    .values({
      id: article.id,
      kind: article.kind,
      title: article.title,
      summary: article.summary,
      category: article.category,
      tags: article.tags,
      parent_id: article.parentId,
      rank: article.rank,
      path: article.path,
      department_ids: article.departmentIds,
      shown_department_ids: article.departmentIds,
      owner_id: article.ownerId,
      created_by: article.ownerId,
      status: "PUBLISHED",
      version: newest,
      must_read_version: article.mustRead ? newest : null,
      due_on: article.mustRead ? dayOf(new Date(article.publishedAt.getTime() + 30 * dayMs)) : null,
      review_days: 180,
      review_at: article.reviewAt,
      verified_at: article.publishedAt,
      verified_by: article.ownerId,
      sent_hash: Buffer.alloc(0),
      created_at: firstAt,
      updated_at: article.publishedAt,
    })
    .execute();
  await tx
    .insertInto("article_versions")
    .values(
      article.versions.map(({ body, note }, index) => {
        const outline = readOutline(body);
        const at = new Date(article.publishedAt.getTime() - (newest - 1 - index) * 60 * dayMs);
        return {
          article_id: article.id,
          number: index + 1,
          title: article.title,
          summary: article.summary,
          body,
          note,
          words: outline.words,
          steps: JSON.stringify(outline.steps),
          effective_on: article.kind === "sop" ? dayOf(at) : null,
          must_read: article.mustRead,
          due_on: null,
          published_by: article.ownerId,
          approved_by: article.approverId,
          published_at: at,
        };
      }),
    )
    .execute();
  const links = findLinks(article.versions.at(-1)?.body ?? "");
  if (links.length > 0)
    await tx
      .insertInto("article_links")
      .values(links.map(({ kind, id }) => ({ article_id: article.id, target_kind: kind, target_id: id })))
      .execute();
  // The index follows the article, which was there before its version.
  await sql`SELECT search_index('article', ARRAY[${article.id}]::uuid[])`.execute(tx);
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
