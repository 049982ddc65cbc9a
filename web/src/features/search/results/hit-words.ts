import type { Hit, HitDetail } from "@atoll/contract/search/hit-schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { counted } from "../../../lib/counted.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { kinds } from "../data/kinds.ts";

/** Returns the title of a chat for the viewer, if the browser knows it. */
export type PlaceName = (channelId: string) => string | undefined;

/** Returns the name of a hit: its title, or its author if it has none. */
export function hitName({ title, person }: Hit): string {
  return title.text || authorName(person);
}

/** The line under a hit, in parts: what it is first, then what tells it from others. */
export function metaOf(hit: Hit, placeName: PlaceName): string[] {
  return [kinds[hit.kind].one, ...detailsOf(hit, hit.detail, placeName)].filter((part) => part !== "");
}

function detailsOf(hit: Hit, detail: HitDetail, placeName: PlaceName): string[] {
  const departments = hit.departments.map(({ name }) => name).join(", ");
  switch (detail.kind) {
    case "message":
      return [
        `in ${placeOf(detail.channel, placeName)}`,
        detail.parentId === null ? someOf(detail.replyCount, "reply") : "in a thread",
        someOf(detail.attachmentCount, "file"),
      ];
    case "task":
      return [
        detail.state?.name ?? statusWords[detail.status],
        detail.assignee ? authorName(detail.assignee) : "",
        detail.dueDate ? `Due ${dayIn(detail.dueDate)}` : "",
        someOf(detail.commentCount, "comment"),
      ];
    case "event":
      return [spanOf(detail), detail.location];
    case "announcement":
      return [
        detail.state === "PUBLISHED" ? "" : stateWords[detail.state],
        hit.person ? authorName(hit.person) : "",
        departments || (detail.isForEveryone ? "Everyone" : ""),
      ];
    case "article":
      return [
        articleWords[detail.articleKind],
        detail.section ?? "",
        detail.isOverdue ? "Review overdue" : "",
      ];
    case "idea":
      return [
        someOf(detail.voteCount, "vote"),
        hit.person ? authorName(hit.person) : "",
        someOf(detail.commentCount, "comment"),
      ];
    case "card":
      return [
        departments,
        detail.section,
        detail.stage,
        detail.dueDate ? `Due ${dayIn(detail.dueDate)}` : "",
        someOf(detail.commentCount, "comment"),
      ];
    case "question":
      return [
        someOf(detail.answerCount, "answer") || "No answer yet",
        someOf(detail.votes, "vote"),
        hit.person ? `Asked by ${authorName(hit.person)}` : "",
        detail.isInFaq ? "In the FAQ" : "",
      ];
    case "board":
      return [
        someOf(detail.noteCount, "note"),
        hit.person ? authorName(hit.person) : "",
        departments,
        detail.isArchived ? "Archived" : "",
      ];
    case "comment":
      return [`on ${detail.subject.title}`];
    case "file":
      return [
        formatBytes(detail.attachment.sizeBytes),
        hit.person ? authorName(hit.person) : "",
        detail.subject.title ? `in ${detail.subject.title}` : "",
      ];
    case "channel":
      return [
        someOf(detail.memberCount, "member"),
        detail.channel.type === "PRIVATE" ? "Private" : "",
        detail.isArchived ? "Archived" : detail.isMember ? "" : "You are not in it",
      ];
    case "person":
      return [departments];
  }
}

export function placeOf(channel: { id: string; name: string; type: string }, placeName: PlaceName): string {
  return placeName(channel.id) ?? (channel.type === "DIRECT" ? "a direct chat" : channel.name);
}

const someOf = (count: number, one: string) => (count === 0 ? "" : counted(count, one));

const statusWords: Readonly<Record<Extract<HitDetail, { kind: "task" }>["status"], string>> = {
  todo: "To Do",
  in_progress: "In Progress",
  in_review: "In Review",
  done: "Done",
  archived: "Archived",
};

const articleWords: Readonly<Record<Extract<HitDetail, { kind: "article" }>["articleKind"], string>> = {
  article: "Article",
  sop: "SOP",
  faq: "FAQ",
};

const stateWords: Readonly<Record<Extract<HitDetail, { kind: "announcement" }>["state"], string>> = {
  PUBLISHED: "Published",
  DRAFT: "Draft",
  SCHEDULED: "Scheduled",
  EXPIRED: "Expired",
  ARCHIVED: "Archived",
};

function spanOf({
  startsAt,
  endsAt,
  isAllDay,
  startsOn,
  endsOn,
}: Extract<HitDetail, { kind: "event" }>): string {
  if (isAllDay && startsOn && endsOn)
    return startsOn === endsOn ? dayIn(startsOn) : `${dayIn(startsOn)} – ${dayIn(endsOn)}`;
  const [start, end] = [formatDate(startsAt), formatDate(endsAt)];
  const last = start === end ? formatTime(endsAt) : `${end} ${formatTime(endsAt)}`;
  return `${start} ${formatTime(startsAt)} – ${last}`;
}

/** A day of the person's own time zone, hence the hour. */
export const dayIn = (day: string): string => formatDate(instantOf(day, "12:00"));

/** How fresh it is: "3h", "19 Nov", and of what is to come "In 5d". */
export function freshness(at: string, now: Date): string {
  const aheadMs = new Date(at).getTime() - now.getTime();
  if (aheadMs <= 60_000) return formatAge(at, now);
  const days = Math.floor(aheadMs / 86_400_000);
  if (days > 30) return formatDate(at, now);
  return days >= 1 ? `In ${days}d` : `In ${Math.max(1, Math.round(aheadMs / 3_600_000))}h`;
}
