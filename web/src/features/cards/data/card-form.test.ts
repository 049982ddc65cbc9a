import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import { afterEach, expect, test } from "vitest";
import { takePreferencesOf } from "../../../lib/preferences.ts";
import { changeOf } from "./card-edit.ts";
import { schemaOf, valuesOf } from "./card-form.ts";

const type = {
  stages: [{ id: "open", name: "Open", kind: "open", probability: 0 }],
  fields: [
    { name: "size", label: "Size", kind: "number" },
    { name: "rent", label: "Rent", kind: "money" },
    { name: "kind", label: "Kind", kind: "text" },
  ],
  options: { needs: [], asksReason: false },
} as unknown as CardType;
const card = {
  title: "Hall",
  stage: "open",
  reason: "",
  owner: null,
  dueOn: null,
  body: "",
  data: { size: 1.125, rent: { amount: 4_200_050, currency: "CHF" }, kind: "Ship" },
} as unknown as Card;
const read = (language: "en-GB" | "de-DE", data: Record<string, string>) => {
  takePreferencesOf({ preferences: { ...defaultPreferences, language } });
  const values = valuesOf(type, card);
  const parsed = schemaOf(type, card).safeParse({ ...values, data: { ...values.data, ...data } });
  return parsed.success ? parsed.data.data : parsed.error.issues.map(({ message }) => message);
};

afterEach(() => takePreferencesOf(null));

test("reads numbers in the person's format, and refuses invalid ones", () => {
  const eur = (amount: number) => ({ amount, currency: "EUR" });
  expect(read("en-GB", { rent: "42,50 EUR" })).toMatchObject({ rent: eur(4250) });
  expect(read("en-GB", { rent: "42,000 EUR", size: "1.500" })).toMatchObject({
    rent: eur(4_200_000),
    size: 1.5,
  });
  expect(read("de-DE", { rent: "42.000 EUR", size: "1.500" })).toMatchObject({
    rent: eur(4_200_000),
    size: 1500,
  });
  expect(read("de-DE", { rent: "0x10", size: "0x10" })).toEqual([
    "Enter a number",
    "Enter an amount such as 42.000 EUR",
  ]);
});

test("reads the same card values in every number and date format", () => {
  for (const language of ["en-GB", "de-DE"] as const) expect(read(language, {})).toEqual(card.data);
});

test("a stage that needs an approval is refused until the named person has approved the card", () => {
  const need = { stage: "live", field: "kind", is: "second_person", value: "", words: "Not approved" };
  const guarded = { ...type, options: { ...type.options, needs: [need] } } as unknown as CardType;
  const errors = (personId: string) => {
    const approvals = [{ field: "kind", item: "", personId, at: "2026-11-28T10:00:00Z" }];
    const schema = schemaOf(guarded, { ...card, approvals });
    const parsed = schema.safeParse({ ...valuesOf(guarded, card), stage: "live" });
    return parsed.error?.issues.map(({ message }) => message) ?? [];
  };
  expect(errors("Barge")).toEqual(["Not approved"]);
  expect(errors("Ship")).toEqual([]);
});

test("an edit sends only changed fields, with the values that were seen", () => {
  const values = { ...valuesOf(type, card), body: "Call", data: { size: "2", rent: "", kind: "Ship" } };
  const parsed = schemaOf(type, card).parse(values);
  const changed = new Set(["body", "data.size", "data.rent"]);
  const pick = <Given extends object>(given: Given) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => changed.has(name))) as Partial<Given>;
  expect(
    changeOf(type, parsed, { changed, pick, source: card, seen: valuesOf(type, card), version: 1 }),
  ).toEqual({
    set: { body: "Call", data: { size: 2, rent: null } },
    seen: { body: "", data: { size: 1.125, rent: { amount: 4_200_050, currency: "CHF" } } },
  });
});
