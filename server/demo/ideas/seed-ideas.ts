import { effortsInWeeks, ideaStatuses, maxImpact } from "@atoll/contract/ideas/limits";
import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom, type Random } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import { type Merge, seedMerge } from "./seed-merge.ts";
import { type WrittenIdea, writtenIdeas } from "./written-ideas.ts";

const dayMs = 86_400_000;

/** An idea that a moderator merged into another one, by their keys. */
const merge = { source: "warn", root: "freeze", by: "greta", daysAgo: 2 };

type Person = DemoCompany["people"][number];

/** Writes the ideas with their votes, scores, answers and comments. People and departments have to be there. */
export async function seedIdeas(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  const random = createRandom("ideas", 11);
  const rows = writtenIdeas.map((one) => rowOf(company, one, now));
  await sql`INSERT INTO ideas (id, title, content, status, status_at, target_on, author_id, owner_id, department_id, tags,
      reply, reply_at, reply_by, created_at, updated_at, sent_hash)
    SELECT i.id, i.title, i.text, i.status, i.status_at, i.target_on, i.author_id, i.owner_id,
      (SELECT d.id FROM departments d WHERE d.name = i.department), i.tags, i.reply, i.reply_at, i.reply_by, i.created_at,
      coalesce(i.status_at, i.created_at), '\\x00'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS i (id uuid, title text, text text, status text,
      status_at timestamptz, target_on date, author_id uuid, owner_id uuid, department text, tags text[], reply text,
      reply_at timestamptz, reply_by uuid, created_at timestamptz)`.execute(tx);
  await sql`INSERT INTO anonymous_authors (subject_kind, subject_id, author_id)
    SELECT 'idea', a.id, a.writer_id FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS a (id uuid, author_id uuid, writer_id uuid) WHERE a.author_id IS NULL`.execute(tx);
  const readers = company.people.filter(({ roles }) => roles.some((role) => role !== "pending"));
  const votes: Vote[] = [];
  for (const row of rows) votes.push(...votesOf(row, votersFor(row, rows, votes, readers), random, now));
  await sql`INSERT INTO votes (subject_kind, subject_id, person_id, root_id, created_at)
    SELECT 'idea', v.id, v.person_id, v.id, v.at
    FROM jsonb_to_recordset(${JSON.stringify(votes)}::jsonb) AS v (id uuid, person_id uuid, at timestamptz)`.execute(
    tx,
  );
  await sql`INSERT INTO followers (subject_kind, subject_id, person_id, root_id, is_following, reason)
    SELECT 'idea', f.id, f.writer_id, f.id, true, 'wrote'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS f (id uuid, writer_id uuid)`.execute(tx);
  await seedMerge(tx, mergeOf(company, rows, now));
  await sql`UPDATE vote_subjects s SET version = 2, milestone = 1000,
      vote_count = (SELECT count(DISTINCT v.person_id) FROM votes v WHERE v.root_id = s.id AND v.subject_kind = s.kind),
      follower_count = (SELECT count(DISTINCT f.person_id) FROM followers f WHERE f.root_id = s.id AND f.subject_kind = s.kind)
    WHERE s.kind = 'idea'`.execute(tx);
  await insertScores(tx, rows, readers, random);
  await insertEntries(tx, rows);
  await insertComments(tx, rows, readers, random);
}

function rowOf({ people, departments }: DemoCompany, one: WrittenIdea, now: Date) {
  const find = (key: string): Person | undefined => people.find((person) => person.key === key);
  const writer = find(one.author) ?? find("ibrahim");
  if (!writer) throw new Error(`nobody called ${one.author} had the idea ${one.key}`);
  const createdAt = new Date(now.getTime() - one.days * dayMs - 3_600_000);
  const id = demoId(createdAt, `idea ${one.key}`);
  // Each step takes a part of the time since it was posted.
  const steps = one.status === "declined" ? ["declined"] : ideaStatuses.slice(1, stepOf(one.status) + 1);
  const stepAt = steps.map(
    (_, index) => new Date(createdAt.getTime() + (one.days * dayMs * (index + 1)) / (steps.length + 1)),
  );
  const decider = (one.owner && find(one.owner)) || find("marisol");
  const statusAt = stepAt.at(-1) ?? createdAt;
  return {
    id,
    title: one.title,
    text: one.text,
    status: one.status,
    status_at: statusAt,
    target_on: one.status === "planned" || one.status === "started" ? nextMonth(now) : null,
    author_id: one.author === "anonymous" ? null : writer.id,
    writer_id: writer.id,
    owner_id: (one.owner && find(one.owner)?.id) || null,
    department: departments.find(({ key }) => key === one.department)?.name ?? null,
    tags: one.tags,
    reply: one.reply === "" ? null : one.reply,
    reply_at: one.reply === "" ? null : statusAt,
    reply_by: one.reply === "" ? null : (decider?.id ?? null),
    decider_id: decider?.id ?? writer.id,
    created_at: createdAt,
    steps: steps.map((status, index) => ({ status, at: stepAt[index] })),
    written: one,
  };
}

type Row = ReturnType<typeof rowOf>;

const stepOf = (status: string) => ideaStatuses.map(String).indexOf(status);

function nextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

function mergeOf({ people }: DemoCompany, rows: readonly Row[], now: Date): Merge {
  const idOf = (key: string) => rows.find(({ written }) => written.key === key)?.id;
  const [sourceId, rootId] = [idOf(merge.source), idOf(merge.root)];
  const byId = people.find(({ key }) => key === merge.by)?.id;
  if (!sourceId || !rootId || !byId) throw new Error("the demo company has no idea to merge");
  return { sourceId, rootId, byId, at: new Date(now.getTime() - merge.daysAgo * dayMs) };
}

interface Vote {
  id: string;
  person_id: string;
  at: Date;
}

/** People who may vote for an idea. Those who voted for the idea that it was merged into do not vote twice. */
function votersFor(row: Row, rows: readonly Row[], votes: readonly Vote[], readers: readonly Person[]) {
  if (row.written.key !== merge.source) return readers;
  const rootId = rows.find(({ written }) => written.key === merge.root)?.id;
  const voted = new Set(votes.filter(({ id }) => id === rootId).map(({ person_id }) => person_id));
  return readers.filter(({ id }) => !voted.has(id));
}

/** The ideas that the main demo person has voted for. */
const ownVotes = ["offline", "prices", "freeze", "snooze", "receipts", "bulk"];

function votesOf({ id, written, created_at }: Row, readers: readonly Person[], random: Random, now: Date) {
  const marisol = readers.filter(({ key }) => key === "marisol" && ownVotes.includes(written.key));
  const others = shuffled(
    readers.filter(({ key }) => key !== "marisol"),
    random,
  );
  const voters = [...marisol, ...others].slice(0, written.votes);
  return voters.map((person) => ({
    id,
    person_id: person.id,
    at: new Date(created_at.getTime() + random.next() * (now.getTime() - created_at.getTime())),
  }));
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Around the figures that are written, so that their medians are near them. */
async function insertScores(tx: Database, rows: readonly Row[], readers: readonly Person[], random: Random) {
  const scores = rows.flatMap(({ id, written: { impact, weeks } }) =>
    impact === 0
      ? []
      : shuffled(readers, random)
          .slice(0, random.between(5, 12))
          .map((person) => ({
            id,
            person_id: person.id,
            impact: Math.max(1, Math.min(maxImpact, Math.round(impact + (random.next() - 0.5) * 2))),
            weeks: random.chance(0.7) ? nearest(weeks) : random.pick(effortsInWeeks),
          })),
  );
  await sql`INSERT INTO idea_scores (idea_id, user_id, impact, effort_weeks)
    SELECT s.id, s.person_id, s.impact, s.weeks
    FROM jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) AS s (id uuid, person_id uuid, impact int, weeks int)`.execute(
    tx,
  );
  await sql`UPDATE ideas SET impact = m.impact, effort_weeks = m.effort_weeks, score_count = m.count
    FROM (SELECT idea_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY impact) AS impact,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY effort_weeks) AS effort_weeks, count(*) AS count
      FROM idea_scores GROUP BY idea_id) m
    WHERE ideas.id = m.idea_id`.execute(tx);
}

const nearest = (weeks: number): number =>
  effortsInWeeks.reduce((best, one) => (Math.abs(one - weeks) < Math.abs(best - weeks) ? one : best));

async function insertEntries(tx: Database, rows: readonly Row[]) {
  const entries = rows.flatMap((row) => [
    { idea_id: row.id, kind: "posted", actor_id: row.author_id, facts: {}, at: row.created_at },
    ...row.steps.map(({ status, at }, index) => ({
      idea_id: row.id,
      kind: "status",
      actor_id: row.decider_id,
      facts: {
        from: row.steps[index - 1]?.status ?? "new",
        to: status,
        reply: index === row.steps.length - 1 ? (row.reply ?? "") : "Thank you. We are looking at it.",
        notified: Math.round((row.written.votes * (index + 1)) / (row.steps.length + 1)),
      },
      at,
    })),
  ]);
  await sql`INSERT INTO idea_entries (idea_id, kind, actor_id, facts, at)
    SELECT e.idea_id, e.kind, e.actor_id, e.facts, e.at
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e (idea_id uuid, kind text, actor_id uuid, facts jsonb, at timestamptz)`.execute(tx);
}

const remarks = [
  "Yes, please. This costs us an hour a week.",
  "Please show the approver by role. People go on leave, roles do not.",
  "We had this at my last company, and nobody wanted to go back.",
  "Can we begin with one site and see?",
  "I would rather have it simple and soon.",
  "Two of my clients asked for exactly this last month.",
];

async function insertComments(
  tx: Database,
  rows: readonly Row[],
  readers: readonly Person[],
  random: Random,
) {
  const comments = rows.flatMap(({ id, written, created_at }) =>
    Array.from({ length: Math.min(remarks.length, Math.floor(written.votes / 4)) }, (_, index) => {
      const at = new Date(created_at.getTime() + (written.days * dayMs * (index + 1)) / 9);
      return {
        id: demoId(at, `comment ${index} on idea ${written.key}`),
        subject_id: id,
        author_id: random.pick(readers).id,
        content: random.deal(written.key, remarks),
        at,
      };
    }),
  );
  await sql`INSERT INTO comments (id, subject_kind, subject_id, author_id, content, created_at, sent_hash)
    SELECT c.id, 'idea', c.subject_id, c.author_id, c.content, c.at, '\\x00'
    FROM jsonb_to_recordset(${JSON.stringify(comments)}::jsonb)
      AS c (id uuid, subject_id uuid, author_id uuid, content text, at timestamptz)`.execute(tx);
  await sql`UPDATE ideas i SET comment_count = c.count
    FROM (SELECT subject_id, count(*) AS count FROM comments WHERE subject_kind = 'idea' GROUP BY 1) c
    WHERE c.subject_id = i.id`.execute(tx);
}
