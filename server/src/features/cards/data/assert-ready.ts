import type { CardData } from "@atoll/contract/cards/field-schemas";
import { type NeedyCard, unmetNeed } from "@atoll/contract/cards/needs";
import {
  type CardNeed,
  type SectionOptions,
  sectionOptionsSchema,
} from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { serverZone, todayAtServer } from "../../../platform/server-zone.ts";
import type { Database } from "../../../tables.ts";

interface Section {
  id: string;
  options: Partial<SectionOptions>;
}

/**
 * Checks what the section asks of a card before it stands in a stage: consent, approvals, a later release.
 * @throws {AppError} `card_not_ready` with the words of the section.
 */
export async function assertReady(
  tx: Database,
  section: Section,
  stage: string,
  card: NeedyCard,
  now: Date = new Date(),
): Promise<void> {
  const options = sectionOptionsSchema.parse(section.options);
  const unmet = unmetNeed(options, stage, card, todayAtServer(now));
  if (unmet) throw notReady(unmet);
  for (const need of options.needs.filter((one) => one.stage === stage && one.is === "no_freeze")) {
    if (await isFrozen(tx, section.id, need, card.data[need.field])) throw notReady(need);
  }
}

/** The error for a card that does not meet a requirement, with the words of the section. */
export function notReady({ field, words }: CardNeed): AppError {
  return new AppError("card_not_ready", { fields: [{ path: `data.${field}`, message: words }] });
}

/**
 * Whether a freeze covers an environment today, as its own time zone tells the day, or the server's where it names none. A
 * freeze without a first or last day is open on that side.
 */
export async function isFrozen(
  tx: Database,
  typeId: string,
  need: CardNeed,
  environment: CardData[string] | undefined,
): Promise<boolean> {
  if (typeof environment !== "string") return false;
  const { rows } = await sql`SELECT FROM cards f
    JOIN card_values place ON place.card_id = f.id AND place.field = ${need.field} AND place.text_value = ${environment}
    LEFT JOIN card_values zone ON zone.card_id = f.id AND zone.field = 'zone'
    LEFT JOIN pg_timezone_names named ON named.name = zone.text_value
    LEFT JOIN card_values first ON first.card_id = f.id AND first.field = 'freeze_from'
    LEFT JOIN card_values last ON last.card_id = f.id AND last.field = 'freeze_until'
    WHERE f.type_id = ${typeId} AND f.stage = ${need.value} AND f.deleted_at IS NULL
      AND (now() AT TIME ZONE coalesce(named.name, ${serverZone}))::date
        BETWEEN coalesce(first.date_value, '-infinity') AND coalesce(last.date_value, 'infinity') LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}
