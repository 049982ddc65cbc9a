import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import { writtenQuestions } from "./written-questions.ts";

const hourMs = 3_600_000;

interface Answer {
  author: string;
  hoursLater: number;
  votes: number;
  text: string;
  isAccepted: boolean;
}
interface Question {
  author: string;
  hoursAgo: number;
  tags: string[];
  votes: number;
  title: string;
  text: string;
  /** The title of the question that it is the duplicate of; empty: it is none. */
  duplicateOf: string;
  answers: Answer[];
}

/** Writes questions with answers, votes, followers and views. People have to be there. */
export async function seedQuestions(tx: Database, { people }: DemoCompany, now: Date): Promise<void> {
  const active = people.filter(({ roles }) => !roles.includes("pending"));
  const idOf = (key: string) => {
    const person = people.find((one) => one.key === key);
    if (!person) throw new Error(`nobody is called ${key}`);
    return person.id;
  };
  const questions = parse(writtenQuestions);
  await sql`INSERT INTO question_tags (name) SELECT DISTINCT jsonb_array_elements_text(
    ${JSON.stringify(questions.flatMap(({ tags }) => tags))}::jsonb) ON CONFLICT DO NOTHING`.execute(tx);
  for (const question of questions) {
    const at = new Date(now.getTime() - question.hoursAgo * hourMs);
    const id = demoId(at, `question ${question.title}`);
    const random = createRandom(question.title, 7);
    const last = question.answers.at(-1);
    const activeAt = last ? after(at, last.hoursLater, now) : at;
    const seed = active
      .map((person) => ({ id: person.id, place: random.next() }))
      .toSorted((one, other) => one.place - other.place)
      .map((person) => person.id);
    const isAnonymous = question.author === "nobody";
    await sql`INSERT INTO questions (id, title, content, author_id, tag_ids, sent_hash, created_at, active_at, view_count)
      SELECT ${id}, ${question.title}, ${question.text}, ${isAnonymous ? null : idOf(question.author)},
        ARRAY(SELECT t.id FROM question_tags t WHERE t.name = ANY(${question.tags}::text[])), '\\x00',
        ${at}, ${activeAt}, ${question.votes * 4 + 6}`.execute(tx);
    if (isAnonymous)
      await sql`INSERT INTO anonymous_authors (subject_kind, subject_id, author_id)
        VALUES ('question', ${id}, ${seed[0]})`.execute(tx);
    await addVotes(tx, "question", id, seed.slice(0, question.votes), at);
    const followers = [
      ...(isAnonymous ? [] : [idOf(question.author)]),
      ...question.answers.map(({ author }) => idOf(author)),
    ];
    await addFollowers(tx, id, [...new Set(followers)]);
    for (const [index, answer] of question.answers.entries()) {
      const answeredAt = after(at, answer.hoursLater, now);
      const answerId = demoId(answeredAt, `answer ${index} to ${question.title}`);
      await sql`INSERT INTO question_answers (id, question_id, author_id, content, sent_hash, created_at)
        VALUES (${answerId}, ${id}, ${idOf(answer.author)}, ${answer.text}, '\\x00', ${answeredAt})`.execute(
        tx,
      );
      const others = seed.filter((one) => one !== idOf(answer.author));
      await addVotes(tx, "answer", answerId, others.slice(0, answer.votes), answeredAt);
      if (answer.isAccepted)
        await sql`UPDATE questions SET chosen_answer_id = ${answerId}, accepted_answer_id = ${answerId},
          chosen_at = ${after(answeredAt, 2, now)} WHERE id = ${id}`.execute(tx);
    }
    await sql`UPDATE questions SET answer_count = ${question.answers.length} WHERE id = ${id}`.execute(tx);
  }
  for (const { title, duplicateOf } of questions)
    if (duplicateOf !== "")
      await sql`UPDATE questions SET duplicate_of = (SELECT id FROM questions WHERE title = ${duplicateOf})
        WHERE title = ${title}`.execute(tx);
  await followTags(tx, idOf("marisol"), ["contracts", "clients", "demo", "brand"]);
}

/** Never later than now. */
const after = (at: Date, hours: number, now: Date) =>
  new Date(Math.min(at.getTime() + hours * hourMs, now.getTime() - 60_000));

async function addVotes(
  tx: Database,
  kind: string,
  id: string,
  personIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`INSERT INTO votes (subject_kind, subject_id, person_id, root_id, created_at)
    SELECT ${kind}, ${id}::uuid, person, ${id}::uuid, ${at} FROM unnest(${[...personIds]}::uuid[]) AS person`.execute(
    tx,
  );
  await sql`UPDATE vote_subjects SET vote_count = ${personIds.length}, milestone = ${personIds.length}
    WHERE id = ${id} AND kind = ${kind}`.execute(tx);
}

async function addFollowers(tx: Database, id: string, personIds: readonly string[]): Promise<void> {
  await sql`INSERT INTO followers (subject_kind, subject_id, person_id, root_id, is_following, reason)
    SELECT 'question', ${id}::uuid, person, ${id}::uuid, true, 'wrote' FROM unnest(${[...personIds]}::uuid[]) AS person`.execute(
    tx,
  );
  await sql`UPDATE vote_subjects SET follower_count = ${personIds.length}
    WHERE id = ${id} AND kind = 'question'`.execute(tx);
}

async function followTags(tx: Database, personId: string, names: readonly string[]): Promise<void> {
  await sql`INSERT INTO followers (subject_kind, subject_id, person_id, root_id, is_following, reason)
    SELECT 'question-tag', t.id, ${personId}::uuid, t.id, true, 'chosen' FROM question_tags t
    WHERE t.name = ANY(${[...names]}::text[])`.execute(tx);
}

function parse(text: string): Question[] {
  const questions: Question[] = [];
  for (const line of text.split("\n")) {
    const cells = line
      .replace(/^(\?|>\*?) /, "")
      .split(" | ")
      .map((cell) => cell.trim());
    const question = questions.at(-1);
    if (line.startsWith("? ")) {
      const [author = "", hoursAgo, tags = "", votes, title = ""] = cells;
      questions.push({
        author,
        hoursAgo: Number(hoursAgo),
        tags: tags.split(", "),
        votes: Number(votes),
        title,
        text: "",
        duplicateOf: "",
        answers: [],
      });
    } else if (line.startsWith(">")) {
      const [author = "", hoursLater, votes, ...words] = cells;
      question?.answers.push({
        author,
        hoursLater: Number(hoursLater),
        votes: Number(votes),
        text: words.join(" | "),
        isAccepted: line.startsWith(">* "),
      });
    } else if (question && line.startsWith("= ")) question.duplicateOf = line.slice(2);
    else if (question && line !== "") question.text = line;
  }
  return questions;
}
