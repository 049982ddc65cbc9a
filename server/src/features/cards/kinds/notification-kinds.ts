import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { sql } from "kysely";
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

/** Notification kinds about cards. An entry exists as long as its person may read the card. */
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
  ofCard("card.alert", "concerned", (_actor, { title }, count) =>
    count > 1
      ? `“${title}” and other alerts of its cause fired ${count} times`
      : `“${title}” is firing, and you are on call`,
  ),
  ofCard("card.mention", "named", (actor, { title }) => `${actor} mentioned you on “${title}”`),
  keptCards,
];

function ofCard(kind: NotificationKind, reason: NotificationReason, say: Say): NotificationDefinition {
  return {
    kind,
    audience: namedPeople(reason),
    isReadable: ({
      userId,
      subjectId,
    }) => sql<boolean>`EXISTS (SELECT FROM cards c JOIN card_types ct ON ct.id = c.type_id
      WHERE c.id = ${subjectId} AND ${isReadableBy(userId)} LIMIT 1)`,
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
