import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { type RawBuilder, sql } from "kysely";
import type { NotificationDefinition } from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../../platform/kinds/notification-words.ts";
import { isReadableBy, isTypeReadableBy } from "../readable.ts";

interface Subject {
  id: string;
  title: string;
  singular: string;
  link: string;
  /** The name of its stage. */
  stage: string;
}

type Say = (actor: string, subject: Subject, count: number) => string;

/** An entry about a section, for as long as its person may read it. */
const keptCards: NotificationDefinition = {
  kind: "card.kept",
  audience: namedPeople("concerned"),
  isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM card_types ct
    WHERE ct.id = ${subjectId} AND ${isTypeReadableBy(userId)} LIMIT 1)`,
  inWords: (sources, entries) =>
    putInWords(sources, entries, selectSections, (_actor, { name, link }, { facts }) => ({
      title: `The rules of ${name} left ${facts.cards ?? "cards"} as they were`,
      excerpt: facts.words ?? "",
      link,
    })),
};

const selectSections = (ids: string[]) => sql<{ id: string; name: string; link: string }>`
  SELECT ct.id, ct.name, concat('/', d.slug, '/', ct.slug) AS link
  FROM card_types ct JOIN departments d ON d.id = ct.department_id WHERE ct.id = ANY(${ids}::uuid[])`;

/** An entry about a handover, for as long as its person is a member of the department. */
const handovers: NotificationDefinition = {
  kind: "card.on-call",
  audience: namedPeople("concerned"),
  isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM user_departments ud
    WHERE ud.department_id = ${subjectId} AND ud.user_id = ${userId} LIMIT 1)`,
  async inWords(sources, entries) {
    const known = await sources.people.of(entries.flatMap(({ facts }) => facts.other ?? []));
    return putInWords(sources, entries, selectDepartments, (_actor, { name, link }, { facts }) => {
      const other = facts.other === undefined ? undefined : known.get(facts.other)?.name;
      const { until, zone = "UTC" } = facts;
      if (until === undefined)
        return {
          title: other ? `${other} is on call for ${name} now` : `You are off call for ${name}`,
          link,
        };
      return {
        title: `You are on call for ${name}`,
        excerpt: `Until ${writeHandover(until, zone)}${other ? `. ${other} was on call before you.` : ""}`,
        link,
      };
    });
  },
};

/** "Mon 7 Dec, 09:00 (Europe/Berlin)" */
function writeHandover(until: string, timeZone: string): string {
  const shape = {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  return `${new Intl.DateTimeFormat("en-GB", { ...shape, timeZone }).format(new Date(until))} (${timeZone})`;
}

const selectDepartments = (ids: string[]) => sql<{ id: string; name: string; link: string }>`
  SELECT id, name, concat('/', slug) AS link FROM departments WHERE id = ANY(${ids}::uuid[])`;

/** Notification kinds about cards. An entry exists as long as its person may read the card, and it is true. */
export const cardNotificationDefinitions: readonly NotificationDefinition[] = [
  ofCard(
    "card.owner",
    "concerned",
    (actor, { singular, title }) => `${actor} gave you the ${singular} “${title}”`,
  ),
  ofCard("card.comment", "concerned", (actor, { title }, count) =>
    count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
  ),
  ofCard(
    "card.approval",
    "concerned",
    (actor, { singular, title }) => `${actor} asks you to approve the ${singular} “${title}”`,
  ),
  ofCard(
    "card.approved",
    "concerned",
    (actor, { singular, title }) => `${actor} approved the ${singular} “${title}”`,
  ),
  ofCard("card.rule", "concerned", (_actor, { title, stage }) => `A rule moved “${title}” to ${stage}`),
  // Also until the last of the alerts that it stands for is resolved.
  ofCard(
    "card.alert",
    "concerned",
    (_actor, { title }, count) =>
      count > 1
        ? `“${title}” and other alerts of its cause or service fired ${count} times`
        : `“${title}” is firing, and you are on call`,
    sql<boolean>`(c.stage <> 'resolved' OR EXISTS (SELECT FROM on_call_pages p JOIN cards one ON one.id = p.card_id
      WHERE p.entry_id = c.id AND one.stage <> 'resolved' AND one.deleted_at IS NULL AND one.merged_into_id IS NULL
      LIMIT 1))`,
  ),
  ofCard(
    "card.escalated",
    "concerned",
    (_actor, { title }) => `Nobody has acknowledged “${title}” yet`,
    // One that fires again has taken no step yet.
    sql<boolean>`(c.stage = 'firing' AND EXISTS (SELECT FROM on_call_pages p
      WHERE (p.card_id = c.id OR p.entry_id = c.id) AND (p.step > 0 OR p.round > 0) LIMIT 1))`,
  ),
  ofCard("card.mention", "named", (actor, { title }) => `${actor} mentioned you on “${title}”`),
  keptCards,
  handovers,
];

function ofCard(
  kind: NotificationKind,
  reason: NotificationReason,
  say: Say,
  isTrue: RawBuilder<boolean> = sql<boolean>`true`,
): NotificationDefinition {
  return {
    kind,
    audience: namedPeople(reason),
    isReadable: ({
      userId,
      subjectId,
    }) => sql<boolean>`EXISTS (SELECT FROM cards c JOIN card_types ct ON ct.id = c.type_id
      WHERE c.id = ${subjectId} AND ${isTrue} AND ${isReadableBy(userId)} LIMIT 1)`,
    inWords: (sources, entries) =>
      putInWords(sources, entries, select, (actor, subject, { count }) => ({
        title: say(actor, subject, count),
        link: subject.link,
      })),
  };
}

const select = (ids: string[]) => sql<Subject>`
  SELECT c.id, c.title, ct.singular, concat('/', d.slug, '/', ct.slug, '/', c.id) AS link,
    (SELECT s ->> 'name' FROM jsonb_array_elements(ct.stages) s WHERE s ->> 'id' = c.stage) AS stage
  FROM cards c JOIN card_types ct ON ct.id = c.type_id JOIN departments d ON d.id = ct.department_id
  WHERE c.id = ANY(${ids}::uuid[])`;
