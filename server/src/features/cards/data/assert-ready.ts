import { type NeedyCard, unmetNeed } from "@atoll/contract/cards/needs";
import {
  type CardNeed,
  type SectionOptions,
  sectionOptionsSchema,
} from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
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
  const unmet = unmetNeed(options, stage, card, now.toISOString().slice(0, 10));
  if (unmet) throw notReady(unmet);
  for (const need of options.needs.filter((one) => one.stage === stage && one.is === "no_freeze")) {
    const environment = card.data[need.field];
    if (typeof environment === "string" && (await isFrozen(tx, section.id, need, environment)))
      throw notReady(need);
  }
}

function notReady({ field, words }: CardNeed): AppError {
  return new AppError("card_not_ready", { fields: [{ path: `data.${field}`, message: words }] });
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
