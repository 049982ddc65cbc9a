import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { cardDataSchema } from "@atoll/contract/cards/field-schemas";
import type { SectionOptions } from "@atoll/contract/cards/section-schemas";
import { generateNKeysBetween } from "fractional-indexing";
import { type StoredApproval, withoutTicks } from "../../src/features/cards/data/approvals.ts";
import { storeValues } from "../../src/features/cards/data/card-values.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { cell, parseTable } from "../table.ts";
import type { DemoCompany } from "../types.ts";
import { seedOnCall } from "./seed-on-call.ts";
import { seedOwnSection } from "./seed-own-section.ts";
import { backendCards } from "./written-backend.ts";
import { businessCards } from "./written-business.ts";
import { devopsCards } from "./written-devops.ts";
import { frontendCards } from "./written-frontend.ts";
import { marketingCards } from "./written-marketing.ts";
import { supplierCards } from "./written-suppliers.ts";

const written: Record<string, Record<string, string>> = {
  "business-development": businessCards,
  frontend: frontendCards,
  backend: backendCards,
  devops: devopsCards,
  marketing: { ...marketingCards, suppliers: supplierCards },
};

/** The choices of the demo company, by "department/section/field": Atoll comes with none of these names. */
const demoChoices: Readonly<Record<string, readonly string[]>> = {
  "backend/api-docs/service": ["billing", "scheduling", "search", "webhooks"],
  "backend/schema/database": ["billing", "scheduling", "search", "identity"],
  "frontend/bugs/repository": ["atoll-web", "partner-portal", "invoice-emails", "depot-app"],
  "business-development/outreach/sector": [
    ...["Ferries", "Rail", "Cold storage", "Depots", "Retail", "Air cargo"],
  ],
  "business-development/proposals/template": ["Rollout", "Renewal", "Pilot", "Support tier"],
  "devops/deployment/zone": [
    ...["Europe/Lisbon", "Europe/Berlin", "America/New_York", "Asia/Singapore", "UTC"],
  ],
};

const dayMs = 86_400_000;
/** How long before its last change a card was added. */
const ageDays = 12;
/** Cards that the overviews of departments keep at hand. */
const pinned = new Set([
  "Node pool swap",
  "Checkout release",
  "Payments freeze",
  "atoll-web",
  "Only tokens for colour",
  "On call for backend",
  "Create an invoice",
  "Depots in winter",
  "Autumn newsletter",
  "Harbour Freight, terminal rollout",
  "Petra Lindgren",
]);

interface Ground {
  idOf: (key: string) => string;
  day: (days: number) => Date;
}

/**
 * Writes the cards of every section but the pipeline. In a table, `changed` is days ago and `due` days from now, dates
 * are days from now, people are keys, `*` marks what is done of a list that `;` separates, and money is in euros, or in
 * dollars after a $.
 */
export async function seedCards(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  await seedOwnSection(tx);
  const types = await tx
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.id", "ct.slug", "ct.fields", "ct.stages", "ct.options", "d.slug as department"])
    .execute();
  const ground: Ground = {
    idOf(key) {
      const person = company.people.find((one) => one.key === key);
      if (!person) throw new Error(`the demo company has no ${key}`);
      return person.id;
    },
    day: (days) => new Date(now.getTime() + days * dayMs),
  };
  for (const type of types) {
    type.fields = withDemoChoices(`${type.department}/${type.slug}`, type.fields);
    await tx
      .updateTable("card_types")
      .set({ fields: JSON.stringify(type.fields) })
      .where("id", "=", type.id)
      .execute();
    const table = written[type.department]?.[type.slug];
    if (table !== undefined) await seedSection(tx, type, parseTable(table), ground);
  }
  await seedHistory(tx, now);
}

type Type = {
  id: string;
  fields: CardField[];
  stages: { id: string; kind: string }[];
  options: Partial<SectionOptions>;
};

async function seedSection(tx: Database, type: Type, rows: Map<string, string>[], ground: Ground) {
  const ranks = generateNKeysBetween(null, null, rows.length);
  for (const [index, row] of rows.entries()) {
    const title = cell(row, "title");
    const stage = cell(row, "stage");
    const changedAt = ground.day(-Number(cell(row, "changed")));
    const createdAt = new Date(changedAt.getTime() - ageDays * dayMs);
    const id = demoId(createdAt, `card ${type.id} ${title} ${index}`);
    const data = cardDataSchema.parse(
      Object.fromEntries(
        type.fields.flatMap((field) => {
          const value = read(field, row.get(field.name) ?? "", ground);
          return value === null ? [] : [[field.name, value]];
        }),
      ),
    );
    const approvals = approvalsOf(type, { stage, data, at: changedAt }, ground);
    const owner = cell(row, "owner");
    const actor = owner || "aiko";
    const due = row.get("due") ?? "";
    const isLost = type.stages.find((one) => one.id === stage)?.kind === "lost";
    await tx
      .insertInto("cards")
      .values({
        id,
        type_id: type.id,
        title,
        stage,
        body: (row.get("body") ?? "").replaceAll("\\n", "\n"),
        stage_since: changedAt,
        reason: isLost ? (data.consent === "Withdrawn" ? "Consent: Withdrawn" : "No longer needed") : "",
        rank: ranks[index] ?? "a0",
        owner_id: owner === "" ? null : ground.idOf(owner),
        due_on: due === "" ? null : isoDay(ground.day(Number(due))),
        data: JSON.stringify(withoutTicks(type.options, data)),
        approvals: JSON.stringify(approvals),
        content_by: ground.idOf(actor),
        // One of those with the same name.
        is_pinned: pinned.has(title) && rows.findIndex((one) => cell(one, "title") === title) === index,
        sent_hash: Buffer.alloc(32),
        created_by: ground.idOf(actor),
        created_at: createdAt,
        updated_at: changedAt,
      })
      .execute();
    await storeValues(tx, { id, type_id: type.id }, type.fields, data);
    await tx
      .insertInto("object_changes")
      .values({
        subject_kind: "card",
        subject_id: id,
        change_id: id,
        actor_id: ground.idOf(actor),
        at: changedAt,
        field: "stage",
        before: null,
        after: JSON.stringify(stage),
      })
      .execute();
  }
}

/** The approvals of a card: what is ticked in a list such as "*Ines: legal", and the approver of what went live. */
function approvalsOf(
  { options }: Type,
  { stage, data, at }: { stage: string; data: CardData; at: Date },
  { idOf }: Ground,
): StoredApproval[] {
  return (options.approvals?.fields ?? []).flatMap((field) => {
    const value = data[field];
    const given = { field, at: at.toISOString(), content: null };
    if (typeof value === "string")
      return ["live", "failing", "replaced"].includes(stage) ? [{ ...given, item: "", personId: value }] : [];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item) => {
      item.personId = idOf((item.text.split(":")[0] ?? "").toLowerCase());
      return item.isDone ? [{ ...given, item: item.text, personId: item.personId }] : [];
    });
  });
}

function read({ kind }: CardField, text: string, { idOf, day }: Ground): CardData[string] {
  if (text === "") return null;
  switch (kind) {
    case "number":
      return Number(text);
    case "money":
      return { amount: Number(text.replace("$", "")) * 100, currency: text.startsWith("$") ? "USD" : "EUR" };
    case "date":
      return isoDay(day(Number(text)));
    case "person":
      return idOf(text);
    case "checklist":
      return text.split(";").map((item) => ({
        text: item.trim().replace(/^\*/, ""),
        isDone: item.trim().startsWith("*"),
      }));
    default:
      return text;
  }
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** Positions of keywords by week, with weeks that nobody measured, and who is on call. */
async function seedHistory(tx: Database, now: Date): Promise<void> {
  const keywords = await tx
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["c.id", "c.data"])
    .where("ct.slug", "=", "seo")
    .orderBy("c.rank")
    .execute();
  const points = keywords.flatMap(({ id, data }, at) =>
    Array.from({ length: 12 }, (_, week) => week)
      .filter((week) => week === 0 || (week + at) % 5 !== 2)
      .map((week) => ({
        card_id: id,
        day: isoDay(new Date(now.getTime() - week * 7 * dayMs)),
        value:
          Number(data.position) + Math.round(week * 0.8 + ((week * 7 + at * 3) % 4)) * (week === 0 ? 0 : 1),
      })),
  );
  if (points.length > 0) await tx.insertInto("card_points").values(points).execute();
  await seedOnCall(tx, now);
}

/** Returns the fields of a section with the choices of the demo company. */
function withDemoChoices(section: string, fields: readonly CardField[]): CardField[] {
  return fields.map((field) => {
    const options = demoChoices[`${section}/${field.name}`];
    return options ? { ...field, options: [...options] } : field;
  });
}
