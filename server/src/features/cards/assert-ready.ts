import type { CardData } from "@atoll/contract/cards/field-schemas";
import {
  type CardNeed,
  type SectionOptions,
  sectionOptionsSchema,
} from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

interface Section {
  id: string;
  options: Partial<SectionOptions>;
}

interface Mover {
  data: CardData;
  ownerId: string | null;
}

/**
 * Checks what the section asks of a card before it stands in a stage: consent, approvals, a later release.
 * @throws {AppError} `card_not_ready` with the words of the section.
 */
export async function assertReady(
  tx: Database,
  section: Section,
  stage: string,
  card: Mover,
  now: Date = new Date(),
): Promise<void> {
  const needs = sectionOptionsSchema.parse(section.options).needs.filter((need) => need.stage === stage);
  for (const need of needs) {
    if (!(await isMet(tx, section, need, card, now)))
      throw new AppError("card_not_ready", {
        fields: [{ path: `data.${need.field}`, message: need.words }],
      });
  }
}

async function isMet(tx: Database, section: Section, need: CardNeed, card: Mover, now: Date) {
  const value = card.data[need.field] ?? null;
  switch (need.is) {
    case "filled":
      return Array.isArray(value) ? value.length > 0 : value !== null;
    case "done":
      return Array.isArray(value) && value.length > 0 && value.every(({ isDone }) => isDone);
    case "equal":
      return value === need.value;
    case "not_past":
      return typeof value === "string" && value >= now.toISOString().slice(0, 10);
    case "newer":
      return isNewerRelease(value, card.data[need.value] ?? null);
    case "second_person":
      return typeof value === "string" && value !== card.ownerId;
    case "no_freeze":
      return typeof value !== "string" || !(await isFrozen(tx, section.id, need, value));
  }
}

/** Whether both name a release, and the first is the later one: "3.13.0" after "portal 3.12.1". */
export function isNewerRelease(later: unknown, earlier: unknown): boolean {
  const [one, other] = [releaseOf(later), releaseOf(earlier)];
  if (!one || !other) return false;
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function releaseOf(text: unknown): number[] | undefined {
  const found = typeof text === "string" ? /\d{1,9}(?:\.\d{1,9}){0,5}/.exec(text)?.[0] : undefined;
  return found?.split(".").map(Number);
}

/** Whether a freeze covers today, as its own time zone tells the day. Choices of the section are the only zones there are. */
async function isFrozen(tx: Database, typeId: string, need: CardNeed, environment: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM cards f
    JOIN card_values zone ON zone.card_id = f.id AND zone.field = 'zone'
    JOIN pg_timezone_names named ON named.name = zone.text_value
    JOIN card_values first ON first.card_id = f.id AND first.field = 'freeze_from'
    JOIN card_values last ON last.card_id = f.id AND last.field = 'freeze_until'
    JOIN card_values place ON place.card_id = f.id AND place.field = ${need.field} AND place.text_value = ${environment}
    WHERE f.type_id = ${typeId} AND f.stage = ${need.value} AND f.deleted_at IS NULL
      AND (now() AT TIME ZONE named.name)::date BETWEEN first.date_value AND last.date_value LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}
