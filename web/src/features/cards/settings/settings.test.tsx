// @vitest-environment jsdom
import { newSectionSchema, type SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { testId } from "../../../../test/people.ts";
import { kindOf, linesOf } from "../../../capabilities/fields/field-words.ts";
import { moved, type NameRow, NameRows } from "../../../capabilities/fields/settings/name-rows.tsx";
import { OutsideNames } from "./outside-names.tsx";
import { plainSection, sectionTemplates } from "./section-templates.ts";
import { sizeOf } from "./settings-words.ts";

const section = (more: Partial<SectionSettings> = {}): SectionSettings => ({
  id: "a",
  departmentId: "d",
  departmentSlug: "marketing",
  slug: "suppliers",
  name: "Suppliers",
  singular: "supplier",
  icon: "layers",
  isOwn: true,
  isArchived: false,
  isRestricted: false,
  version: 1,
  views: ["table"],
  stages: [{ id: "open", name: "Open", kind: "open", probability: 50, count: 2 }],
  fields: [
    { name: "own_size", label: "Size", kind: "choice", options: ["Small", "Large"], isAdded: true },
    { name: "own_old", label: "Old", kind: "text", isAdded: true, isRetired: true },
  ],
  valueField: null,
  ...more,
});

test("describes a section by what its members see", () => {
  expect(sizeOf(section())).toBe("1 field, 2 suppliers");
  expect(section().fields.map(kindOf)).toEqual(["Choice: Small, Large", "Text"]);
  expect(linesOf(" Asked \n\nBooked\nAsked")).toEqual(["Asked", "Booked"]);
});

test.each([
  ["Suppliers", "supplier"],
  ["Client companies", "client company"],
  ["Boxes 2027", "box"],
  ["Requests", "request"],
  ["Onboarding", "card"],
  ["News", "card"],
  ["Logistics", "card"],
  ["Status", "card"],
  ["Verträge", "card"],
])("one card of a section named %s is a %s", (name, one) => {
  expect(plainSection(name)).toMatchObject({ name, singular: one });
});

test("every template is a section that the server takes", () => {
  for (const { section } of sectionTemplates)
    expect(newSectionSchema.parse({ id: testId(1), ...section }).name).toBe(section.name);
});

function Held() {
  const [rows, setRows] = useState<NameRow[]>([
    { key: "1", was: "a", name: "Asked" },
    { key: "2", was: "b", name: "Booked" },
  ]);
  return (
    <>
      <NameRows what="Stage" rows={rows} most={3} onChange={setRows} make={(row) => row} />
      <output>{rows.map(({ was, name }) => `${was ?? "new"}:${name}`).join(" ")}</output>
    </>
  );
}

test("names are renamed, ordered, added and removed by the keyboard", async () => {
  render(<Held />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Move Booked up" }));
  await user.type(screen.getByRole("textbox", { name: "Stage 1" }), "!");
  await user.click(screen.getByRole("button", { name: "Add stage" }));
  await user.type(screen.getByRole("textbox", { name: "Stage 3" }), "Paid");
  await user.click(screen.getByRole("button", { name: "Remove Asked" }));
  expect(screen.getByRole("status").innerHTML).toBe("b:Booked! new:Paid");
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("a typed name of another system becomes one of the choice, by Enter or on the way to Save", async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OutsideNames section={section()} />
    </QueryClientProvider>,
  );
  const large = screen.getByRole("textbox", { name: "Another name for Large" });
  await user.type(large, "big{Enter}");
  await user.type(large, "huge");
  await user.click(screen.getByRole("switch", { name: /^Add unknown values as choices/ }));
  for (const name of ["big", "huge"]) screen.getByRole("button", { name: `Remove ${name}` });
  await user.type(screen.getByRole("textbox", { name: "Another name for Small" }), "BIG");
  screen.getByText("This name is already used");
  await user.click(screen.getByRole("button", { name: "Remove big" }));
  expect(screen.queryByText("This name is already used")).toBeNull();
});
