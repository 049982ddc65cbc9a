import { createHash } from "node:crypto";
import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { CardApproval } from "@atoll/contract/cards/schemas";
import { type SectionOptions, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { AppError } from "../../../platform/app-error.ts";

/** An approval as a card keeps it, for one content. A null content is the one that the card had before approvals were kept. */
export interface StoredApproval extends CardApproval {
  content: string | null;
}

/** As much of a card as its approvals are about. */
export interface ApprovedCard {
  title: string;
  body: string;
  data: CardData;
  approvals: readonly StoredApproval[];
  options: Partial<SectionOptions>;
}

type Content = Pick<ApprovedCard, "title" | "body" | "data" | "options">;

/** Names the content that approvals of a card are for; empty where its section has none. */
export function contentOf({ title, body, data, options }: Content): string {
  const { approvals } = sectionOptionsSchema.parse(options);
  if (!approvals) return "";
  const all = ["title", "body", ...Object.keys(data)].filter((name) => !approvals.fields.includes(name));
  const parts = [...new Set(approvals.covers ?? all)]
    .map((name) => [name, name === "title" ? title : name === "body" ? body : canonical(data[name] ?? null)])
    .filter(([, value]) => value !== null)
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Ticking a step is no new content, and the database orders the members of an object its own way. */
function canonical(value: CardData[string]): unknown {
  if (Array.isArray(value)) return value.map(({ text }) => text);
  return typeof value === "object" && value !== null ? [value.amount, value.currency] : value;
}

/** The approvals that count: for the content as it is now, by the people that the fields still name. */
export function validApprovals(card: ApprovedCard, content = contentOf(card)): StoredApproval[] {
  if (card.approvals.length === 0) return [];
  const asked = askedFor(card);
  return card.approvals.filter(
    (given) =>
      (given.content === null || given.content === content) &&
      asked.some(
        ({ field, item, personId }) =>
          field === given.field &&
          item === given.item &&
          (personId === null || given.personId === null || personId === given.personId),
      ),
  );
}

/** The approvals that a card asks for, each with its person where one is named. */
function askedFor({ data, options }: Pick<ApprovedCard, "data" | "options">) {
  const fields = sectionOptionsSchema.parse(options).approvals?.fields ?? [];
  return fields.flatMap((field) => {
    const value = data[field];
    if (typeof value === "string") return [{ field, item: "", personId: value }];
    if (!Array.isArray(value)) return [];
    return value.map(({ text, personId }) => ({ field, item: text, personId: personId ?? null }));
  });
}

/** The people who are asked to approve a card and have not. */
export function pendingApprovers(card: ApprovedCard): { personId: string; field: string }[] {
  const valid = validApprovals(card);
  return askedFor(card).flatMap(({ field, item, personId }) =>
    personId === null || valid.some((given) => given.field === field && given.item === item)
      ? []
      : [{ personId, field }],
  );
}

/** The data of a card as people see it: an item of a list of approvals is done once it is approved. */
export function withApprovals(card: ApprovedCard, valid = validApprovals(card)): CardData {
  const fields = sectionOptionsSchema.parse(card.options).approvals?.fields ?? [];
  const data = { ...card.data };
  for (const field of fields) {
    const value = data[field];
    if (!Array.isArray(value)) continue;
    data[field] = value.map((item) => {
      const given = valid.find((one) => one.field === field && one.item === item.text);
      return given ? { ...item, isDone: true, doneAt: given.at } : { ...item, isDone: false };
    });
  }
  return data;
}

/** The data of a card as it is stored: approvals are kept apart from it. */
export function withoutTicks(options: Partial<SectionOptions>, data: CardData): CardData {
  const fields = sectionOptionsSchema.parse(options).approvals?.fields ?? [];
  const stored = { ...data };
  for (const field of fields) {
    const value = stored[field];
    if (Array.isArray(value))
      stored[field] = value.map(({ text, personId }) => ({
        text,
        isDone: false,
        ...(personId !== undefined && { personId }),
      }));
  }
  return stored;
}

/**
 * Checks that nobody ticks an approval in the fields of a card.
 * @throws {AppError} `card_field_wrong`
 */
export function assertNoTicks(card: ApprovedCard, given: CardData): void {
  const fields = sectionOptionsSchema.parse(card.options).approvals?.fields ?? [];
  const shown = withApprovals(card);
  for (const field of fields) {
    const [value, before] = [given[field], shown[field]];
    if (!Array.isArray(value)) continue;
    const isTicked = (text: string) =>
      Array.isArray(before) && before.some((one) => one.isDone && one.text === text);
    if (value.some(({ text, isDone }) => isDone && !isTicked(text)))
      throw new AppError("card_field_wrong", {
        fields: [
          { path: `data.${field}`, message: "Approvals are given on the card by the people they name" },
        ],
      });
  }
}
