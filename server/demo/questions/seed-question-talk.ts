import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";

const hourMs = 3_600_000;

/** Comments on questions and, with a number, on the answer at that place: `title | answer | author | hours ago | text`. */
const comments = `
Can a customer go live during the payments freeze? | | sam | 42 | Does their go-live touch invoicing?
Can a customer go live during the payments freeze? | | ines | 41 | Not until 1 December.
Can a customer go live during the payments freeze? | 0 | dev | 30 | I can be the named person on Thursday.
Which clause covers shared terminals? | 0 | marisol | 20 | The Kestrel wording would help, please send it.
Which clause covers shared terminals? | 1 | ines | 3 | Theirs is the partner contract, so yes, that one.
How do I test the offline mode without pulling the cable? | | malakai | 4 | Which scanner do you use for the demo?
How do I test the offline mode without pulling the cable? | | ruth | 3 | The yellow ones from the Kestrel pilot.
What is our notice period for contractors? | 0 | noor | 200 | Thank you. Does that hold for freelancers, too?
What is our notice period for contractors? | 0 | greta | 198 | Yes, for everyone on a contract with us.
Can I use the staging tenant for a client demo? | 0 | rafael | 600 | The demo data is reset at 03:00, so do not prepare it the evening before.
Why are the salary bands not published? | 0 | sam | 20 | Will they have the steps within a band?
Does cold storage have a minimum volume? | 0 | tove | 60 | Good to know, I will send them to Vigo.
May I store a customer's test password in the tracker? | 0 | hugo | 120 | Is there a short guide to the vault?
Who approves a discount above 15 percent? | 0 | camille | 9 | It is on its way, with the margin on page two.
`;

/** Adds the conversation around the questions, and what moderators did with some: they have to be there, with the FAQ. */
export async function seedQuestionTalk(tx: Database, { people }: DemoCompany, now: Date): Promise<void> {
  const idOf = (key: string) => people.find((one) => one.key === key)?.id ?? null;
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hourMs);
  const find = async (title: string) => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM questions WHERE title = ${title}`.execute(tx);
    if (!rows[0]) throw new Error(`demo: nobody asked "${title}"`);
    return rows[0].id;
  };
  for (const line of comments.trim().split("\n")) {
    const [title = "", answer = "", author = "", hoursAgo, ...words] = line
      .split("|")
      .map((part) => part.trim());
    const content = words.join(" | ");
    const questionId = await find(title);
    await sql`INSERT INTO comments (id, subject_kind, subject_id, author_id, content, created_at, sent_hash)
      SELECT ${demoId(at(Number(hoursAgo)), `comment ${content}`)}, kind, id, ${idOf(author)}, ${content},
        ${at(Number(hoursAgo))}, '\\x00'
      FROM (SELECT 'question' AS kind, ${questionId}::uuid AS id WHERE ${answer === ""}
        UNION ALL SELECT 'answer', a.id FROM (SELECT id FROM question_answers WHERE question_id = ${questionId}
          ORDER BY created_at OFFSET ${Number(answer || 0)} LIMIT 1) a WHERE ${answer !== ""}) subject`.execute(
      tx,
    );
  }
  await linkAnswers(tx, await find("Can a customer go live during the payments freeze?"));
  await promote(tx, await find("What is our notice period for contractors?"), "What is the notice period?");
  await sql`UPDATE questions SET outdated_at = ${at(60)} WHERE id = ${await find("How do I reset the demo data?")}`.execute(
    tx,
  );
  await sql`UPDATE questions SET asked_id = ${idOf("malakai")}
    WHERE id = ${await find("How do I test the offline mode without pulling the cable?")}`.execute(tx);
  // The main demo person has looked at it before the last answer came.
  for (const title of [
    "Which clause covers shared terminals?",
    "Where do retries show up in the invoice log?",
  ])
    await sql`INSERT INTO question_views (question_id, person_id, seen_at)
      VALUES (${await find(title)}, ${idOf("marisol")}, ${at(title.startsWith("Which") ? 10 : 2.5)})`.execute(
      tx,
    );
  const edited = await find("Can I use the staging tenant for a client demo?");
  await sql`INSERT INTO question_edits (question_id, editor_id, title_before, content_before, created_at)
    VALUES (${edited}, ${idOf("ines")}, 'Staging for demos?', 'Is that allowed?', ${at(640)})`.execute(tx);
  await sql`UPDATE questions SET edited_at = ${at(640)}, text_version = 2 WHERE id = ${edited}`.execute(tx);
}

/** Dev's answer leads to the procedure, and the question to the announcement. */
async function linkAnswers(tx: Database, questionId: string): Promise<void> {
  await sql`UPDATE question_answers a SET content = a.content ||
      ' The steps are in [Hotfix during a payments freeze](/knowledge-base/sop/' || p.id || ').'
    FROM articles p WHERE p.title = 'Hotfix during a payments freeze' AND a.question_id = ${questionId}
      AND a.content LIKE 'From our side%'`.execute(tx);
  await sql`UPDATE questions q SET content = q.content || ' The dates are in [' || n.title || '](/announcements/' || n.id || ').'
    FROM announcements n WHERE n.title LIKE 'Payments freeze%' AND q.id = ${questionId}`.execute(tx);
}

/** The answer of the FAQ was made from the question. */
async function promote(tx: Database, questionId: string, faqTitle: string): Promise<void> {
  await sql`WITH faq AS (
      UPDATE articles SET origin_kind = 'question', origin_id = ${questionId}
      WHERE kind = 'faq' AND title = ${faqTitle} RETURNING id
    ) UPDATE questions SET faq_id = faq.id FROM faq WHERE questions.id = ${questionId}`.execute(tx);
}
