import { type SqlBool, sql } from "kysely";
import type { StoredNotification } from "../../platform/kinds/notification-kinds.ts";
import type { SliceMail } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { queueMails } from "../mail/public.ts";

interface Notice {
  kind: string;
  subject_id: string;
  actor_id: string | null;
  facts: Record<string, string> | null;
}

/**
 * Queues the mails about a notification that may mean that someone else got at an account: its owner may not be able to
 * open Atoll any more. Several of one kind that wait are one mail.
 */
export async function queueNotices(
  tx: Database,
  notice: Notice,
  people: readonly { id: string }[],
): Promise<void> {
  const { kind, subject_id: subjectId, actor_id: actorId, facts } = notice;
  const accounts = await tx
    .selectFrom("accounts")
    .select(["id", "email"])
    .where(sql<SqlBool>`id = ANY(${people.map(({ id }) => id)}::uuid[])`)
    .execute();
  const { formerEmail, ...said } = facts ?? {};
  const told = { ...said, notification: kind, ...(actorId && { actorId }) };
  await queueMails(
    tx,
    accounts.flatMap(({ id, email }) =>
      [email, ...(formerEmail ? [formerEmail] : [])].map((address) => ({
        ...{ kind: "account-notice" as const, userId: id, address, subjectId, facts: told },
        key: `account-notice ${kind} ${id} ${address}`,
      })),
    ),
  );
}

/** The mail of such a notification, in the words of the inbox. */
export const noticeMail: SliceMail = {
  kind: "account-notice",
  async write({ db, people, notificationKinds, mail: config }, mail, { formatInstant }) {
    const { id, userId, subjectId, createdAt } = mail;
    const { notification = "", actorId, ...facts } = mail.facts;
    const kind = notificationKinds.find(notification);
    if (!config || !kind || !userId || !subjectId) return undefined;
    const entry: StoredNotification = {
      ...{ id, userId, subjectId, facts, reason: "account", count: 1 },
      ...{ placeId: null, firstSeq: null, lastSeq: null, actorIds: actorId ? [actorId] : [] },
    };
    const words = (await kind.inWords({ db, people }, [entry])).get(id);
    if (!words) return undefined;
    const title = words.title.replace(/\.$/, "");
    return {
      subject: title,
      heading: title,
      paragraphs: [words.excerpt || "If you did not expect this, tell an administrator of your workspace."],
      facts: [{ label: "When", value: formatInstant(createdAt) }],
      action: { label: "Open my account", url: `${config.publicUrl}${words.link}` },
    };
  },
};
