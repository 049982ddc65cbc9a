import { readOutline } from "@atoll/contract/knowledge/outline";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import type { DemoArticle } from "./demo-article.ts";

const dayMs = 24 * 3600_000;

/** Creates reads, confirmations and likes, searches without results, and runs of procedures. */
export async function seedReaders(
  tx: Database,
  company: DemoCompany,
  articles: readonly DemoArticle[],
  now: Date,
): Promise<void> {
  for (const article of articles) await seedReadersOf(tx, company, article, now);
  await seedMissed(tx, now);
  for (const article of articles.filter(({ kind }) => kind === "sop").slice(0, 3))
    await seedRun(tx, company, article, now);
}

async function seedReadersOf(
  tx: Database,
  company: DemoCompany,
  article: DemoArticle,
  now: Date,
): Promise<void> {
  const random = createRandom(`readers of ${article.id}`, 0);
  const people = company.people.filter(({ roles }) => !roles.includes("pending"));
  const eager = 0.1 + random.next() * 0.5;
  const newest = article.versions.length;
  const readers = people.filter(() => random.next() < eager);
  const reads = readers.flatMap(({ id }) => {
    const version = newest > 1 && random.next() < 0.4 ? newest - 1 : newest;
    const readAt = new Date(article.publishedAt.getTime() + random.next() * 4 * dayMs);
    if (readAt > now) return [];
    const confirmed = article.mustRead && random.next() < 0.7 ? readAt : null;
    return [{ article_id: article.id, user_id: id, version, read_at: readAt, confirmed_at: confirmed }];
  });
  if (reads.length > 0) await tx.insertInto("article_reads").values(reads).execute();
  const views = readers
    .filter(() => random.next() < 0.5)
    .map(({ id }) => {
      const viewedAt = new Date(now.getTime() - Math.floor(random.next() * 6) * dayMs);
      const day = viewedAt.toISOString().slice(0, 10);
      return { day, article_id: article.id, user_id: id, viewed_at: viewedAt };
    });
  if (views.length > 0) await tx.insertInto("article_views").values(views).execute();
  const stars = readers
    .filter(() => random.next() < 0.15)
    .map(({ id }) => ({ article_id: article.id, user_id: id, starred_at: article.publishedAt }));
  if (stars.length > 0) await tx.insertInto("article_stars").values(stars).execute();
  const voters = people.slice(0, article.helpful + (article.helpful > 6 ? 2 : 0));
  if (voters.length === 0) return;
  const votes = voters.map(({ id }, index) => ({
    article_id: article.id,
    user_id: id,
    is_helpful: index < article.helpful,
  }));
  await tx.insertInto("article_votes").values(votes).execute();
  await tx
    .updateTable("articles")
    .set({ helpful: article.helpful, unhelpful: voters.length - article.helpful })
    .where("id", "=", article.id)
    .execute();
}

async function seedMissed(tx: Database, now: Date): Promise<void> {
  const missed = { "parking permit": 7, "tax residency letter": 5, "standing desk": 4, "bring a dog": 3 };
  const weekday = (now.getUTCDay() + 6) % 7;
  const week = new Date(now.getTime() - weekday * dayMs).toISOString().slice(0, 10);
  const rows = Object.entries(missed).flatMap(([words, people]) =>
    Array.from({ length: people }, (_, index) => ({
      words,
      week,
      searcher: Buffer.from(`${words} ${index}`),
    })),
  );
  await tx.insertInto("missed_searches").values(rows).execute();
}

async function seedRun(tx: Database, company: DemoCompany, article: DemoArticle, now: Date): Promise<void> {
  const version = article.versions.length;
  const steps = readOutline(article.versions.at(-1)?.body ?? "").steps;
  const [first, second] = company.people.filter(({ departments }) => departments.includes("devops"));
  const runs = [
    { name: "Portal 2026.44", daysAgo: 14, minutes: 6, done: steps.length },
    { name: "Staging, new node pool", daysAgo: 0, minutes: 57, done: Math.floor(steps.length / 2) },
  ];
  for (const { name, daysAgo, minutes, done } of runs) {
    const startedAt = new Date(now.getTime() - daysAgo * dayMs - minutes * 60_000);
    const isOpen = done < steps.length;
    const id = demoId(startedAt, `run ${name} of ${article.id}`);
    await tx
      .insertInto("sop_runs")
      .values({
        id,
        article_id: article.id,
        version,
        name,
        note: isOpen ? "Old pool stays cordoned until Monday." : "",
        started_by: first?.id ?? article.ownerId,
        started_at: startedAt,
        ended_by: isOpen ? null : (first?.id ?? article.ownerId),
        ended_at: isOpen ? null : new Date(startedAt.getTime() + minutes * 60_000),
        sent_hash: Buffer.alloc(0),
      })
      .execute();
    const ticks = steps.slice(0, done).map((step, index) => ({
      run_id: id,
      step_id: step.id,
      done_by: (index % 2 === 0 ? first?.id : second?.id) ?? article.ownerId,
      done_at: new Date(startedAt.getTime() + (index + 1) * 60_000),
    }));
    if (ticks.length > 0) await tx.insertInto("sop_run_ticks").values(ticks).execute();
  }
}
