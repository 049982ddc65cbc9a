import { digestTabs } from "@atoll/contract/mail/digest-time";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { isPending } from "@atoll/contract/permissions";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { dayIn } from "@atoll/contract/zones";
import { namesInWords } from "../../../platform/kinds/notification-kinds.ts";
import type { MailSection } from "../../../platform/mail/render-mail.ts";
import type { SliceContext, SliceMail } from "../../../slice.ts";
import { findReply, replyPlaceOf } from "../../mail/public.ts";
import { findDueTasks } from "../../tasks/public.ts";
import { readingOf } from "../inbox.ts";
import { presentEntries } from "../present.ts";
import { countEntries, listEntries } from "../queries.ts";

type DigestTab = (typeof digestTabs)[number];
const headings: Record<DigestTab, string> = {
  "must-read": "To confirm",
  mentions: "Mentions",
  messages: "Direct messages",
  replies: "Replies",
};

/** A digest is short: the rest is counted. */
const maxLines = 10;
/** Each part has room for these, so that many mentions do not push out a task that is due. */
const sureLines = 2;
const textLength = 140;

/**
 * The digest: what its reader has not read, is asked to confirm, and has to do. Everything is read when it is sent, with
 * the rights of that moment.
 */
export const digestMail: SliceMail = {
  kind: "digest",
  optional: "digest",
  // There was nothing to send. That is no news for administrators.
  isForgottenIfDropped: true,
  async write(context, { userId }, reader, { company }) {
    const { viewers, mail: config } = context;
    const viewer = userId === null ? undefined : await viewers.ofUser(userId);
    if (!config || !viewer || isPending(viewer)) return undefined;
    const [inbox, { tasks, total }] = await Promise.all([
      readUnread(context, viewer, reader.showsTexts),
      findDueTasks(context.db, viewer.id, { zone: reader.zone, limit: maxLines }),
    ]);
    const today = dayIn(reader.zone, new Date());
    const due: MailSection = {
      title: "Tasks due",
      lines: tasks.map(({ id, title, dueDate }) => ({
        text: title,
        url: `/tasks/${id}`,
        detail: dueDate < today ? `Overdue since ${reader.formatDay(dueDate)}` : "Due today",
      })),
    };
    const all = [...inbox.sections, due].filter(({ lines }) => lines.length > 0);
    if (all.length === 0) return undefined;
    const shown = shorten(all);
    const shownCount = shown.reduce((sum, { lines }) => sum + lines.length, 0);
    const listed = shown.filter(({ title }) => title !== due.title);
    const [first] = listed.flatMap(({ lines }) => lines);
    const more = inbox.unread - listed.reduce((sum, { lines }) => sum + lines.length, 0);
    return {
      subject: `Your digest from ${company}`,
      heading: reader.formatDay(today),
      paragraphs: [shownCount === 1 ? "One thing is waiting for you." : "Here is what is waiting for you."],
      sections: shown.map(({ title, lines }) => ({
        title,
        lines: [...lines, ...(title === due.title ? restOf(total - lines.length) : [])].map((line) => ({
          ...line,
          url: `${config.publicUrl}${line.url}`,
        })),
      })),
      // An answer to the mail itself can only mean the one thing in it.
      replyTo: shownCount === 1 ? first?.replyTo : undefined,
      action: {
        label: more > 0 ? `Open your inbox (${more} more unread)` : "Open your inbox",
        url: `${config.publicUrl}/inbox`,
      },
    };
  },
};

/** The tasks that are due beyond those shown. The inbox does not have them, so they have a link of their own. */
function restOf(count: number): MailSection["lines"][number][] {
  if (count <= 0) return [];
  const text = count === 1 ? "1 more task" : `${count} more tasks`;
  return [{ text, url: "/tasks?scope=my&due=overdue,today&parents=all&department=all" }];
}

/** Returns the unread entries that a person may read now, in the order of a digest. */
async function readUnread(
  context: SliceContext,
  viewer: NonNullable<Awaited<ReturnType<SliceContext["viewers"]["ofUser"]>>>,
  showsTexts: boolean,
): Promise<{ sections: MailSection[]; unread: number }> {
  const reading = readingOf(context, viewer);
  const counts = (await countEntries(reading, [viewer.id])).get(viewer.id);
  const sections: MailSection[] = [];
  for (const tab of digestTabs) {
    if (!counts?.tabs[tab]) continue;
    const wanted = { tab, state: "unread" as const, after: undefined, count: maxLines };
    const rows = await listEntries(reading, viewer.id, wanted);
    const subjects = new Map(rows.map(({ id, subject_id }) => [id, subject_id]));
    const lines = (await presentEntries(context, rows)).map(async (entry) => {
      const place = replyPlaceOf(entry.kind, subjects.get(entry.id) ?? "");
      const replyTo = place && (await findReply(context, viewer, place));
      return { ...lineOf(entry, tab, showsTexts), replyTo };
    });
    sections.push({ title: headings[tab], lines: await Promise.all(lines) });
  }
  return { sections, unread: counts?.unread ?? 0 };
}

/** Others may be able to read a mail, so it quotes nobody unless its reader wants that. */
function lineOf(entry: NotificationEntry, tab: DigestTab, showsTexts: boolean): MailSection["lines"][number] {
  const names = namesInWords(
    entry.actors.map(({ name }) => name),
    entry.actors.length,
  );
  const what = entry.count === 1 ? "A direct message" : `${entry.count} direct messages`;
  const detail = showsTexts ? withoutMarks(entry.excerpt).replace(/\s+/g, " ").trim() : "";
  return {
    text: tab === "messages" ? `${what} from ${names}` : entry.title,
    url: entry.link,
    ...(detail !== "" && {
      detail: detail.length > textLength ? `${detail.slice(0, textLength).trimEnd()}…` : detail,
    }),
  };
}

/** Returns at most ten lines: first a few of each part, then as many as fit, in order. */
function shorten(sections: readonly MailSection[]): MailSection[] {
  let left = maxLines - sections.reduce((sum, { lines }) => sum + Math.min(lines.length, sureLines), 0);
  return sections.map(({ title, lines }) => {
    const extra = Math.min(Math.max(lines.length - sureLines, 0), left);
    left -= extra;
    return { title, lines: lines.slice(0, Math.min(lines.length, sureLines) + extra) };
  });
}
