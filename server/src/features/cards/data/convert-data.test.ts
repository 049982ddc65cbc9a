import { type CardField, cardFieldKinds, fieldValueSchemas } from "@atoll/contract/cards/field-schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeValues } from "../../../platform/fields/check-values.ts";
import { convertValue, type Names } from "../../../platform/fields/convert-value.ts";
import { convertField, type Earlier, presentEarlier } from "./convert-data.ts";

const field = (more: Partial<CardField>): CardField => ({
  name: "own_size",
  label: "Size",
  kind: "text",
  ...more,
});
const nobody: Names = new Map();
const cardOf = (value: unknown) => ({ data: { own_size: value as string }, earlier: {} });

test.each([
  ["text", "number", " 1,200.50 ", 1200.5],
  ["text", "number", "1.200,50", 1200.5],
  ["text", "number", "0x10", undefined],
  ["text", "money", "12.50 usd", { amount: 1250, currency: "USD" }],
  ["text", "money", "CHF 1'000", { amount: 100_000, currency: "CHF" }],
  ["text", "money", "12.505", undefined],
  ["number", "money", 12.5, { amount: 1250, currency: "SEK" }],
  ["money", "number", { amount: 1250, currency: "EUR" }, 12.5],
  ["text", "date", "3 Feb 2026", "2026-02-03"],
  ["text", "date", "3.2.2026", "2026-02-03"],
  ["text", "date", "02/03/2026", undefined],
  ["text", "date", "2026-02-30", undefined],
  ["text", "choice", "LARGE", "Large"],
  ["text", "choice", "huge", undefined],
  ["text", "link", "https://atoll.example/a", "https://atoll.example/a"],
  ["text", "link", "javascript:alert(1)", undefined],
  [
    "text",
    "checklist",
    "One\n\n[x] Two",
    [
      { text: "One", isDone: false },
      { text: "Two", isDone: true },
    ],
  ],
  ["text", "person", "Ana", undefined],
] as const)("%s to %s: %j", (from, kind, value, expected) => {
  const target = {
    kind,
    options: ["Small", "Large"],
    currency: kind === "money" && from === "number" ? "SEK" : "EUR",
  };
  expect(convertValue(from, target, value as string, nobody)).toEqual(expected);
});

test("converts a person to their name, and back to the same person", () => {
  const id = "0199a3f0-0000-7000-8000-000000000001";
  const names = new Map([[id, "Ana Holm"]]);
  const toText = field({ kind: "text", conversion: { id, from: "person" } });
  const text = convertField(toText, cardOf(id), names);
  expect(text.data.own_size).toBe("Ana Holm");
  // A batch that is done twice leaves the name.
  expect(convertField(toText, text, nobody).data).toEqual(text.data);
  const back = convertField(field({ kind: "person", conversion: { id, from: "text" } }), text, nobody);
  expect(back.data.own_size).toBe(id);
});

test("an amount keeps its currency through a number and a text", () => {
  const dollars = { amount: 1250, currency: "USD" };
  let card = convertField(
    field({ kind: "number", conversion: { id: "", from: "money" } }),
    cardOf(dollars),
    nobody,
  );
  card = convertField(field({ kind: "text", conversion: { id: "", from: "number" } }), card, nobody);
  expect(card.data.own_size).toBe("12.5");
  const changed = { ...card, data: { own_size: "13" } };
  const money = field({ kind: "money", conversion: { id: "", from: "text", currency: "EUR" } });
  expect(convertField(money, card, nobody).data.own_size).toEqual(dollars);
  // A value that a person has edited since is theirs.
  expect(convertField(money, changed, nobody).data.own_size).toEqual({ amount: 1300, currency: "EUR" });
});

const kinds = cardFieldKinds.filter((kind) => kind !== "person");
const texts = fc.oneof(
  fc.string({ maxLength: 30, minLength: 1 }),
  fc.integer({ min: -5000, max: 5000 }).map(String),
  fc.constantFrom("Large", "2026-02-03", "1,200.50", "12 EUR", "https://atoll.example/", "a\nb"),
);

test("nothing is lost: whatever the types in between, a text comes back or is shown", () => {
  fc.assert(
    fc.property(texts, fc.array(fc.constantFrom(...kinds), { maxLength: 4 }), (text, path) => {
      let card: { data: Record<string, unknown>; earlier: object } = cardOf(text);
      let from: CardField["kind"] = "text";
      for (const kind of [...path, "text"] as const) {
        const target = field({
          kind,
          conversion: { id: "", from, currency: "EUR" },
          options: ["Small", "Large"],
        });
        card = convertField(target, card as ReturnType<typeof cardOf>, nobody);
        const again = convertField(target, card as ReturnType<typeof cardOf>, nobody);
        expect({ data: again.data, earlier: again.earlier }).toEqual({
          data: card.data,
          earlier: card.earlier,
        });
        const value = card.data.own_size;
        if (value !== undefined) expect(fieldValueSchemas[kind].safeParse(value).success).toBe(true);
        from = kind;
      }
      const shown = presentEarlier(card.earlier as Earlier).own_size ?? [];
      expect([card.data.own_size, ...shown]).toContain(text);
    }),
    { numRuns: 200 },
  );
});

test("a required checklist can be without items, and IDs are stored in lower case", () => {
  const place = { code: "card_field_wrong", path: "data" } as const;
  const fields = [
    { name: "steps", label: "Steps", kind: "checklist", isRequired: true },
    { name: "lead", label: "Lead", kind: "person" },
  ] as const;
  const id = "0190A000-0000-7000-8000-00000000000A";
  expect(mergeValues(place, fields, {}, { steps: [], lead: id })).toEqual({
    steps: [],
    lead: id.toLowerCase(),
  });
});
