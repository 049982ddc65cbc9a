import { isPending } from "@atoll/contract/permissions";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import type { SliceMail } from "../../../slice.ts";
import { findReply, queueMails } from "../../mail/public.ts";
import { isCurrent, isReachedBy } from "../audience.ts";
import { hasConfirmed } from "../queries.ts";

/** A mail has the beginning of a long announcement. */
const textLength = 3000;

/** SQL: the account `a` gets announcements by mail: its person has not stopped them, and its address was not refused. */
export const getsByMail: RawBuilder<boolean> = sql<boolean>`(a.email_confirmed_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM mail_preferences m WHERE m.user_id = a.id AND NOT m.announcements) AND NOT EXISTS (
  SELECT FROM mail_refusals r WHERE r.user_id = a.id AND r.address = a.email))`;

/** Queues the mails of an announcement to people who are asked to confirm it, if its author wants that. */
export async function queueAnnouncementMails(
  tx: QueryExecutorProvider,
  announcementId: string,
  personIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    SELECT a.id, a.email FROM announcements n JOIN accounts a ON a.id = ANY(${[...personIds]}::uuid[])
    WHERE n.id = ${announcementId} AND n.by_mail AND n.must_read AND a.disabled_at IS NULL AND ${getsByMail}
    ORDER BY a.id`.execute(tx);
  await queueMails(
    tx,
    rows.map(({ id, email }) => ({
      ...{ kind: "announcement", userId: id, address: email, subjectId: announcementId },
      key: `announcement ${announcementId} ${id}`,
    })),
  );
}

interface Announced {
  title: string;
  content: string;
  priority: string;
  due_at: Date | null;
  author: string;
}

/**
 * The mail of an announcement that is to be confirmed, with its text as it is when it is sent. It is not sent to people
 * who have confirmed it by then or are not in the audience any more, and not after it was withdrawn.
 */
export const announcementMail: SliceMail = {
  kind: "announcement",
  optional: "announcement",
  async write(context, { userId, subjectId }, { formatInstant }, { company }) {
    const { db, viewers, mail: config } = context;
    const viewer = userId === null ? undefined : await viewers.ofUser(userId);
    if (!config || !viewer || isPending(viewer) || subjectId === null) return undefined;
    const person = sql<string>`${viewer.id}::uuid`;
    const { rows } = await sql<Announced>`
      SELECT a.title, left(a.content, ${sql.lit(textLength + 1)}) AS content, a.priority, a.due_at, p.name AS author
      FROM announcements a JOIN profiles p ON p.id = a.author_id
      WHERE a.id = ${subjectId} AND a.must_read AND a.by_mail AND a.author_id <> ${viewer.id} AND ${isCurrent}
        AND ${isReachedBy(person)} AND NOT ${hasConfirmed(person)}`.execute(db);
    const [found] = rows;
    if (!found) return undefined;
    const replyTo = await findReply(context, viewer, { kind: "announcement", id: subjectId });
    const isCut = found.content.length > textLength;
    const text = withoutMarks(found.content.slice(0, textLength)).trim();
    return {
      subject: found.title,
      heading: found.title,
      paragraphs: [
        `${found.author} asks you to read this and confirm it in the workspace of ${company}.`,
        ...text
          .split(/\n{2,}/)
          .map((paragraph) => paragraph.trim())
          .filter((paragraph) => paragraph !== ""),
        ...(isCut ? ["… The rest is in Atoll."] : []),
      ],
      facts: found.due_at ? [{ label: "Confirm by", value: formatInstant(found.due_at) }] : [],
      action: { label: "Read and confirm", url: `${config.publicUrl}/announcements/${subjectId}` },
      replyTo,
      isUrgent: ["HIGH", "URGENT"].includes(found.priority),
    };
  },
};
