import { sql } from "kysely";
import { z } from "zod";
import { onlyNamed } from "../../platform/changes/changeable.ts";
import { column, type Fields, isSame, type ValueField } from "../../platform/changes/field.ts";
import { countReadable } from "../../platform/kinds/factories.ts";
import type { ChangeSources, SliceChangeable } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { refreshNotifications } from "../notifications/public.ts";
import { authoredBy } from "../votes/public.ts";
import { mayDecide } from "./policy.ts";
import { accessQuestion } from "./public.ts";
import { leadsTo, refreshQuestion, treeOf } from "./queries.ts";
import { isReadable } from "./readable.ts";
import { sendChanged } from "./rooms.ts";

/** Locks questions until the transaction ends, in the order of their IDs. */
const lockQuestions = (tx: Database, ids: readonly string[]) =>
  tx
    .selectFrom("questions")
    .selectAll()
    .select(sql<Date | null>`NULL::timestamptz`.as("deleted_at"))
    .where(sql<boolean>`id = ANY(${[...ids]}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();

type LockedQuestion = Awaited<ReturnType<typeof lockQuestions>>[number];

const choicesSchema = z.array(z.object({ questionId: z.uuid(), answerId: z.uuid(), at: z.string() }));
/** Answers that were accepted, each on a question of its own. */
export type Choices = z.output<typeof choicesSchema>;

/** The answers that were accepted on a question and on those that were merged into it. */
const accepted: ValueField<Database, LockedQuestion, Choices> = {
  async read({ id }, tx) {
    const { rows } = await sql<{ id: string; answerId: string; at: Date }>`
      SELECT id, chosen_answer_id AS "answerId", chosen_at AS at FROM questions
      WHERE id IN ${treeOf(id)} AND chosen_answer_id IS NOT NULL ORDER BY id`.execute(tx);
    return rows.map((row) => ({ questionId: row.id, answerId: row.answerId, at: row.at.toISOString() }));
  },
  async write(value, { id }, tx) {
    const choices = choicesSchema.parse(value);
    await sql`UPDATE questions q SET chosen_answer_id = a.id, chosen_at = CASE WHEN a.id IS NOT NULL THEN c.at END
      FROM questions tree
        LEFT JOIN unnest(${choices.map(({ questionId }) => questionId)}::uuid[],
          ${choices.map(({ answerId }) => answerId)}::uuid[], ${choices.map(({ at }) => at)}::timestamptz[]
        ) AS c (question_id, answer_id, at) ON c.question_id = tree.id
        LEFT JOIN question_answers a ON a.id = c.answer_id AND a.question_id IN ${treeOf(id)}
          AND a.deleted_at IS NULL AND NOT EXISTS (SELECT FROM vote_subjects h
            WHERE h.id = a.id AND h.kind = 'answer' AND h.hidden_at IS NOT NULL)
      WHERE q.id = tree.id AND tree.id IN ${treeOf(id)}`.execute(tx);
    await refreshQuestion(tx, id);
    // A mark is about the answer that was accepted until now.
    return { active_at: sql`now()`, outdated_at: null, confirmed_at: null };
  },
  isSame: (one, other) => answersIn(one) === answersIn(other),
};

const answersIn = (value: Choices) =>
  value
    .map(({ questionId, answerId }) => `${questionId} ${answerId}`)
    .toSorted()
    .join();

const duplicateOf = column(
  (row: LockedQuestion) => row.duplicate_of,
  (id: string | null) => ({ duplicate_of: sql`(SELECT id FROM questions WHERE id = ${id})` }),
);

const freshness = column(
  ({ outdated_at, confirmed_at }: LockedQuestion) => ({
    outdatedAt: outdated_at?.toISOString() ?? null,
    confirmedAt: confirmed_at?.toISOString() ?? null,
  }),
  ({ outdatedAt, confirmedAt }: z.output<typeof freshnessSchema>) => ({
    outdated_at: outdatedAt,
    confirmed_at: confirmedAt,
  }),
);
const freshnessSchema = z.object({ outdatedAt: z.string().nullable(), confirmedAt: z.string().nullable() });

/** Decisions about a question, apart from its text. */
const questionFields = {
  accepted,
  duplicateOf: {
    ...duplicateOf,
    async undo({ tx, row, change }) {
      const before = z.uuid().nullable().parse(change.before);
      const isLoop = before !== null && (await leadsTo(tx, before, row.id));
      return row.duplicate_of === change.after && !isLoop ? duplicateOf.write(before) : undefined;
    },
  },
  /** When the accepted answer was marked as outdated, and when it was confirmed. */
  freshness: {
    ...freshness,
    async undo({ tx, row, change, together }) {
      if (!isSame(freshness.read(row), change.after)) return undefined;
      const acceptance = together.find(({ field }) => field === "accepted");
      // Accepted again before this, or the mark would be about another answer.
      const isAbout =
        !acceptance ||
        accepted.isSame?.(await accepted.read(row, tx), choicesSchema.parse(acceptance.before));
      return isAbout ? freshness.write(freshnessSchema.parse(change.before)) : undefined;
    },
  },
} as const satisfies Fields<Database, LockedQuestion>;

/** Lets go of what people were notified of about answers that are no longer accepted. */
const refreshAccepted = (tx: Database, ids: readonly string[]) =>
  refreshNotifications(
    tx,
    ids.map((subjectId) => ({ kind: "question.accepted", subjectId })),
  );

/** How the answers to questions are accepted, doubted and looked for elsewhere, and how that is undone. */
export const questionChanges: SliceChangeable<LockedQuestion, typeof questionFields> = {
  kind: "question",
  table: "questions",
  stamps: {},
  fields: questionFields,
  errors: { notFound: "question_not_found", changeNotFound: "change_not_found" },
  lock: lockQuestions,
  countReadable: countReadable({ table: "questions", alias: "q", isReadable }),
  audiences: async () => new Map(),
  ...onlyNamed((context: ChangeSources, ids) => sendChanged(context, ids)),
  async hidesActor(tx, viewer, rows) {
    const unnamed = rows.flatMap(({ id, author_id }) => (author_id === null ? [id] : []));
    return unnamed.length > 0 && (await authoredBy(tx, viewer.id, "question", unnamed)).size > 0;
  },
  notify: (tx, _actorId, changes) =>
    refreshAccepted(
      tx,
      changes.map(({ subjectId }) => subjectId),
    ),
  withdraw: refreshAccepted,
  async mayUndo(tx, viewer, rows, changes) {
    const ids = rows.map(({ id }) => id);
    if ((await this.countReadable(tx, viewer, ids)) < ids.length) return false;
    const isOf = (name: string) => changes.some(({ field }) => field === name);
    for (const id of ids) {
      const question = await accessQuestion(tx, viewer, id);
      if (question.merged_into !== null) return false;
      if (isOf("accepted") && question.locked_at) return false;
      if (isOf("duplicateOf") && question.is_in_faq) return false;
      // Every reader marks an accepted answer as outdated.
      if ((isOf("accepted") || isOf("duplicateOf")) && !mayDecide(viewer, question)) return false;
    }
    return true;
  },
};
