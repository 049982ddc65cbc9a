import type { CardField } from "@atoll/contract/cards/field-schemas";
import { conversionExamples } from "@atoll/contract/cards/limits";
import type { ConversionCheck, conversionSchema } from "@atoll/contract/cards/settings-schemas";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { textOf } from "../../../platform/fields/convert-value.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { convertField } from "../data/convert-data.ts";
import { storeFields } from "../data/store-fields.ts";
import { isTypeReadable } from "../readable.ts";
import {
  type Acting,
  accessSettings,
  actorOf,
  changeableField,
  changeSettings,
  type Sources,
} from "./change-settings.ts";
import { batchesOf, namesIn, startConversion } from "./convert-cards.ts";

type Wanted = z.output<typeof conversionSchema>;
interface Which {
  sectionId: string;
  name: string;
}

/**
 * Converts the values of all cards without writing any. The examples are for administrators who may read the cards:
 * the right to manage departments lets nobody read what stands in them.
 * @throws {AppError} `section_not_found`, `section_field_wrong`, `section_built_in`.
 */
export async function checkConversion(
  { db, people }: Sources,
  viewer: RequestViewer,
  { sectionId, name }: Which,
  wanted: Wanted,
): Promise<{ check: ConversionCheck; version: number }> {
  const type = await accessSettings(db, sectionId);
  const before = changeableField(type, name);
  const after = withType(before, wanted, uuidv7());
  const isReader = await mayRead(db, viewer, sectionId);
  const counts = { filled: 0, converts: 0, fails: 0, returns: 0 };
  const examples: { title: string; value: string }[] = [];
  for await (const cards of batchesOf(db, sectionId, name)) {
    const names = await namesIn(people, after, cards);
    for (const card of cards.filter(({ deleted_at }) => deleted_at === null)) {
      const { outcome } = convertField(after, card, names);
      const value = card.data[name];
      if (outcome === "returned") counts.returns += 1;
      if (value === undefined || value === null) continue;
      counts.filled += 1;
      if (outcome !== "kept") counts.converts += 1;
      else counts.fails += 1;
      if (outcome === "kept" && examples.length < conversionExamples)
        examples.push({
          title: card.title,
          value: (textOf(before.kind, value, names) ?? "A former colleague").slice(0, 200),
        });
    }
  }
  return { check: { ...counts, examples: isReader ? examples : null }, version: type.version };
}

/**
 * Changes the type of a field at once, and has a job convert the values of its cards.
 * @throws {AppError} `forbidden`, `section_not_found`, `changed_meanwhile`, `section_field_wrong`, `section_built_in`,
 *   `section_converting`.
 */
export function changeFieldType(
  sources: Sources,
  acting: Acting,
  { sectionId, name }: Which,
  { version, ...wanted }: Wanted & { version: number },
): Promise<void> {
  return changeSettings(sources, acting, { sectionId, version }, async (tx, type, current) => {
    const before = changeableField(type, name);
    if (before.conversion) throw new AppError("section_converting");
    const id = uuidv7();
    const after = withType(before, wanted, id);
    await storeFields(
      tx,
      type.id,
      type.fields.map((field) => (field === before ? after : field)),
    );
    await startConversion(sources, tx, current, { typeId: sectionId, field: name, conversionId: id });
    await recordAct(tx, {
      ...actorOf(current),
      action: "section.converted",
      subject: { type: "section", id: type.id, name: type.name },
      before: { field: before.label, type: before.kind },
      after: { field: before.label, type: wanted.kind },
    });
  });
}

function withType(field: CardField, { kind, options, currency }: Wanted, id: string): CardField {
  const { options: _before, ...kept } = field;
  return {
    ...kept,
    kind,
    ...(kind === "choice" && { options }),
    conversion: { id, from: field.kind, currency },
  };
}

async function mayRead(db: Database, viewer: RequestViewer, sectionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("card_types as ct")
    .select("ct.id")
    .where("ct.id", "=", sectionId)
    .where(isTypeReadable(viewer))
    .executeTakeFirst();
  return row !== undefined;
}
