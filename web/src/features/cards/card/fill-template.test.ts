import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { expect, test } from "vitest";
import type { CardValues } from "../data/card-form.ts";
import { fillPlaceholders, openPlaceholders, valuesFrom } from "./fill-template.ts";

const typed: CardValues = {
  title: "Norr Line",
  stage: "draft",
  reason: "",
  owner: [],
  dueOn: "",
  body: "",
  data: {
    client: "Norr Line",
    signer: "",
    value: "42,000 EUR",
    template: "",
    sections: "",
    payment: "Net 15",
  },
};

test("placeholders are filled from the fields, and open ones are named and stay", () => {
  const text = "For {{company}}, {{ contact }}: {{value}}. {{company}} {{nothing}} {{Company}} {{";
  expect(fillPlaceholders(text, typed)).toBe(
    "For Norr Line, {{ contact }}: 42,000 EUR. Norr Line {{nothing}} {{Company}} {{",
  );
  expect(openPlaceholders(text, typed)).toEqual(["contact", "nothing"]);
  // A value that looks like a placeholder is not filled again.
  const tricky = { ...typed, data: { ...typed.data, client: "{{value}}" } };
  expect(fillPlaceholders("{{company}}", tricky)).toBe("{{value}}");
});

test("a template fills in its text and fields, and keeps typed values", () => {
  const type = {
    fields: [
      { name: "template", label: "Template", kind: "choice", options: ["Pilot"] },
      { name: "sections", label: "Sections", kind: "checklist" },
      { name: "signer", label: "Signer", kind: "text" },
      { name: "payment", label: "Payment", kind: "text" },
    ],
  } as unknown as CardType;
  const template = {
    title: "Pilot",
    body: "Dear {{contact}}",
    data: { sections: [{ text: "Scope", isDone: true }], payment: "Net 30", signer: "Somebody" },
  } as unknown as Card;
  expect(valuesFrom(type, template, typed)).toMatchObject({
    title: "Norr Line",
    body: "Dear {{contact}}",
    data: { sections: "Scope", payment: "Net 15", template: "Pilot", client: "Norr Line", signer: "" },
  });
});
