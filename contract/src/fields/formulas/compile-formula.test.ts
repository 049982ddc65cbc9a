import fc from "fast-check";
import { expect, test } from "vitest";
import { compileFormula } from "./compile-formula.ts";
import { type FormulaField, shownFormula, storedFormula } from "./formula-names.ts";
import { FormulaProblem } from "./parse-formula.ts";

const fields: FormulaField[] = [
  { name: "own_budget", label: "Budget", kind: "money" },
  { name: "own_spent", label: "Spent", kind: "money" },
  { name: "own_hours", label: "Hours", kind: "number" },
  {
    name: "own_size",
    label: "Size",
    kind: "choice",
    options: ["Large"],
    aliases: [{ from: "Big", to: "Large" }],
  },
  { name: "own_areas", label: "Areas", kind: "choices", options: ["Web"] },
  { name: "own_signed", label: "Signed", kind: "checkbox" },
  { name: "own_pilot", label: "Pilot", kind: "person" },
  { name: "own_day", label: "Due", kind: "date" },
  { name: "due", label: "Due", kind: "date" },
];
const kindOf = (text: string) => compileFormula(text, fields).kind;

function problemOf(text: string): { message: string; at: string } {
  try {
    compileFormula(text, fields);
  } catch (error) {
    if (error instanceof FormulaProblem)
      return { message: error.message, at: text.slice(error.from, error.to) };
    throw error;
  }
  throw new Error(`there is no mistake in ${text}`);
}

test("a result has the kind that its operations give", () => {
  expect(kindOf("{Budget} - {spent}")).toBe("money");
  expect(kindOf("{Budget} / {Spent} * 100 % 7")).toBe("number");
  expect(kindOf("-{Hours} * {Budget} + 5")).toBe("money");
  expect(kindOf("{due} + 14")).toBe("date");
  expect(kindOf('days({due}, date("2026-12-31"))')).toBe("number");
  expect(kindOf("{Hours} >= 8 and not empty({Pilot}) or {Signed}")).toBe("checkbox");
  expect(kindOf("if({Size} = \"Large\"; concat({Pilot}, \": \", {Budget}); lower('It''s'))")).toBe("text");
  expect(kindOf("max({due}, {own_day})")).toBe("date");
  expect(kindOf("round(sum({Budget}, {Spent}, 100), -2)")).toBe("money");
});

test("steps follow in the order in which a machine with a stack runs them", () => {
  expect(compileFormula("{Hours} * (2 + {Hours})", fields)).toEqual({
    kind: "number",
    steps: [
      ["field", "own_hours", "number"],
      ["value", 2],
      ["field", "own_hours", "number"],
      ["add", 2],
      ["multiply", 2],
    ],
    uses: ["own_hours"],
  });
  expect(compileFormula('{Size} = "Big"', fields).steps).toContainEqual(["value", "Large"]);
});

test("a mistake is named in words, at its place", () => {
  expect(problemOf("1 + {Salary}")).toEqual({ message: "There is no field Salary here", at: "{Salary}" });
  expect(problemOf("{Due} + 1")).toEqual({
    message: "Several fields are called Due. Use {own_day} or {due}",
    at: "{Due}",
  });
  expect(problemOf("{Budget} * {Spent}").message).toBe(
    "* multiplies numbers, or an amount by a number, not an amount of money and an amount of money",
  );
  expect(problemOf("5 + lower({Hours})")).toEqual({
    message: "lower() takes a text, not a number",
    at: "lower({Hours})",
  });
  expect(problemOf("{Areas} = 1").message).toBe("Areas has several values, and cannot be used in a formula");
  expect(problemOf('{Size} = "Huge"')).toEqual({ message: "Size has no option “Huge”", at: '"Huge"' });
  expect(problemOf("days({due}, today())").message).toContain("today() is another day tomorrow");
  expect(problemOf("if({Signed}, 1)").message).toBe("if() takes 3 values");
  expect(problemOf("constructor(1)").message).toBe("There is no function constructor()");
  expect(problemOf("Budget + 1")).toEqual({
    message: 'Fields are written in braces, as {Budget}, and texts in quotes, as "budget"',
    at: "Budget",
  });
  expect(problemOf("round({Hours}")).toEqual({ message: "This bracket is not closed", at: "round({Hours}" });
  expect(problemOf("1 +").message).toBe("The formula ends where a field, a number or a text is expected");
  expect(problemOf('concat("a')).toEqual({ message: "This text has no closing quote", at: '"' });
  expect(problemOf("1) + 2")).toEqual({ message: "There is no opening bracket before this one", at: ")" });
  expect(problemOf("1 $ 2")).toEqual({ message: "“$” has no meaning in a formula", at: "$" });
});

test("malicious input is refused by its limits", () => {
  for (const text of [
    "(".repeat(4_000),
    "-".repeat(4_000),
    "not ".repeat(1_000),
    "if(".repeat(1_000),
    `${"1+".repeat(100)}1`,
    `concat(${"1,".repeat(200)}1)`,
    "9".repeat(500),
    `0.${"1".repeat(500)}`,
    `"${"a".repeat(10_000)}"`,
    '"'.repeat(3_001),
    "{".repeat(3_000),
  ])
    expect(problemOf(text).message).not.toBe("");
  expect(kindOf(`${"(".repeat(20)}1${")".repeat(20)}`)).toBe("number");
  expect(kindOf(`${"1+".repeat(49)}1`)).toBe("number");
});

test("any text compiles, or names a mistake at a place within it", () => {
  const part = fc.constantFrom(
    ...[
      "{Budget}",
      "{Hours}",
      "{due}",
      "{Size}",
      '"x"',
      "1.5",
      "(",
      ")",
      ",",
      "+",
      "-",
      "*",
      "/",
      "=",
      "<",
      " and ",
    ],
    ...["if(", "sum(", "concat(", "not ", "true", "{", "}", "'", "\u0000", "é"],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      try {
        const { steps } = compileFormula(text, fields);
        let height = 0;
        for (const [op, count] of steps) height += op === "value" || op === "field" ? 1 : 1 - Number(count);
        expect(height).toBe(1);
      } catch (error) {
        if (!(error instanceof FormulaProblem)) throw error;
        expect(error.from).toBeLessThanOrEqual(error.to);
        expect(error.to).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 300 },
  );
});

test("a stored formula keeps its fields when they are renamed", () => {
  const stored = storedFormula('concat({ budget }, "{Budget}", {Due}, {due})', fields);
  expect(stored).toBe('concat({own_budget}, "{Budget}", {Due}, {due})');
  const renamed = fields.map((field) => (field.name === "own_budget" ? { ...field, label: "Cost" } : field));
  expect(shownFormula(stored, renamed)).toBe('concat({Cost}, "{Budget}", {Due}, {due})');
  expect(shownFormula("{own_day} + 1", fields)).toBe("{own_day} + 1");
  const odd: FormulaField[] = [{ name: "own_a", label: "A {b}", kind: "number" }];
  expect(shownFormula("{own_a}", odd)).toBe("{own_a}");
});
