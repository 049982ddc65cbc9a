import { daySchema } from "../../identifiers.ts";
import { currentOption, type FieldKind } from "../field-schemas.ts";
import { type FormulaField, fieldsNamed } from "./formula-names.ts";
import { type FormulaNode, FormulaProblem, parseFormula } from "./parse-formula.ts";

/** The kinds of results, which are shown, filtered and sorted as fields of these kinds. */
export const formulaKinds = ["text", "number", "money", "date", "checkbox"] as const;
export type FormulaKind = (typeof formulaKinds)[number];

/**
 * A step of a compiled formula, for a machine with a stack: a value, a field with its kind, or an operation with the
 * number of values that it takes. The database runs them: `run_formula`.
 */
export type FormulaStep =
  | ["value", string | number | boolean]
  | ["field", string, FieldKind]
  | [operation: string, count: number];

interface CompiledFormula {
  kind: FormulaKind;
  steps: FormulaStep[];
  /** The names of the fields that it uses. */
  uses: string[];
}

/**
 * Pure: checks the fields and types of a formula, and compiles it.
 * @throws {FormulaProblem} with the place of the mistake.
 */
export function compileFormula(text: string, fields: readonly FormulaField[]): CompiledFormula {
  const steps: FormulaStep[] = [];
  const kind = compile({ fields, steps }, parseFormula(text));
  const uses = steps.flatMap(([op, name]) => (op === "field" ? String(name) : []));
  return { kind, steps, uses: [...new Set(uses)] };
}

interface Target {
  fields: readonly FormulaField[];
  steps: FormulaStep[];
}

function compile(target: Target, node: FormulaNode): FormulaKind {
  const { steps } = target;
  if (node.is === "value") {
    steps.push(["value", node.value]);
    return typeof node.value === "string" ? "text" : typeof node.value === "number" ? "number" : "checkbox";
  }
  if (node.is === "field") {
    const field = fieldOf(target, node);
    steps.push(["field", field.name, field.kind]);
    return kindOfField(field, node);
  }
  if (node.name === "today")
    throw problemAt(
      node,
      "today() is another day tomorrow and in other time zones, so a stored result cannot use it. Filter by a date instead",
    );
  if (node.name === "date") return compileDay(target, node);
  const rule = ruleOf(node.name);
  if (!rule) throw problemAt(node, `There is no function ${node.name}()`);
  const [least, most] = rule.count;
  if (node.args.length < least || node.args.length > most)
    throw problemAt(node, `${node.name}() takes ${countInWords(least, most)}`);
  const given = withOptions(target, node);
  const kinds = given.map((arg) => compile(target, arg));
  const found = rule.find(kinds);
  if (!found) throw problemAt(node, `${spoken(node.name)} ${rule.takes}, not ${listed(kinds)}`);
  const [kind, operation] = found;
  steps.push([operation, kinds.length]);
  return kind;
}

const problemAt = ({ from, to }: FormulaNode, message: string) => new FormulaProblem(message, from, to);

function fieldOf({ fields }: Target, node: FormulaNode & { is: "field" }): FormulaField {
  const found = fieldsNamed(fields, node.words);
  const [field] = found;
  if (!field) throw problemAt(node, `There is no field ${node.words.trim() || "without a name"} here`);
  if (found.length > 1)
    throw problemAt(
      node,
      `Several fields are called ${node.words.trim()}. Use ${found.map(({ name }) => `{${name}}`).join(" or ")}`,
    );
  return field;
}

function kindOfField({ kind, label }: FormulaField, node: FormulaNode): FormulaKind {
  if (kind === "choice" || kind === "link" || kind === "person") return "text";
  if (kind === "choices" || kind === "checklist")
    throw problemAt(node, `${label} has several values, and cannot be used in a formula`);
  return kind;
}

function compileDay({ steps }: Target, node: FormulaNode & { is: "call" }): FormulaKind {
  const [day] = node.args;
  const read = daySchema.safeParse(day?.is === "value" ? day.value : undefined);
  if (node.args.length !== 1 || !read.success)
    throw problemAt(node, 'date() takes a day from 1900 to 2199 in quotes, as date("2026-12-31")');
  steps.push(["value", read.data]);
  return "date";
}

/** The arguments of a comparison: an option that was renamed is the present one, and an unknown one is a mistake. */
function withOptions({ fields }: Target, { name, args }: FormulaNode & { is: "call" }): FormulaNode[] {
  if (name !== "=" && name !== "!=") return args;
  const options = args.map((arg) => (arg.is === "field" ? fieldsNamed(fields, arg.words)[0] : undefined));
  return args.map((arg, at) => {
    const field = options[1 - at];
    if (arg.is !== "value" || typeof arg.value !== "string" || field?.kind !== "choice") return arg;
    const value = currentOption(field, arg.value);
    if (value === undefined) throw problemAt(arg, `${field.label} has no option “${arg.value}”`);
    return { ...arg, value };
  });
}

type Found = [FormulaKind, operation: string] | undefined;
interface Rule {
  count: [least: number, most: number];
  /** In words for an error: "+ takes numbers". */
  takes: string;
  find: (kinds: FormulaKind[]) => Found;
}

const isAmount = (kind: FormulaKind | undefined) => kind === "number" || kind === "money";
const amountOf = (kinds: readonly FormulaKind[]): FormulaKind =>
  kinds.includes("money") ? "money" : "number";
const are = (kinds: readonly FormulaKind[], ...wanted: FormulaKind[]) => kinds.join() === wanted.join();
const every = (kinds: readonly FormulaKind[], wanted: FormulaKind) => kinds.every((kind) => kind === wanted);

const amounts =
  (operation: string) =>
  (kinds: FormulaKind[]): Found =>
    kinds.every(isAmount) ? [amountOf(kinds), operation] : undefined;
const amountsOrDays =
  (operation: string) =>
  (kinds: FormulaKind[]): Found =>
    every(kinds, "date") ? ["date", operation] : amounts(operation)(kinds);
const texts =
  (kind: FormulaKind, operation: string) =>
  (kinds: FormulaKind[]): Found =>
    every(kinds, "text") ? [kind, operation] : undefined;
const order = (operation: string): Rule => ({
  count: [2, 2],
  takes: "compares two numbers, amounts or dates",
  find: (kinds) => (amountsOrDays("")(kinds) ? ["checkbox", operation] : undefined),
});
const equality = (operation: string): Rule => ({
  count: [2, 2],
  takes: "compares values of the same kind",
  find: ([one, other]) =>
    one === other || (isAmount(one) && isAmount(other)) ? ["checkbox", operation] : undefined,
});
/** Amounts and numbers of which some may be missing: an amount without a currency is none. */
const amountsThere =
  (operation: string) =>
  (kinds: FormulaKind[]): Found =>
    amounts(kinds.includes("money") ? `${operation}_money` : operation)(kinds);
const several = (operation: string): Rule => ({
  count: [1, 20],
  takes: "takes numbers and amounts, or dates",
  find: (kinds) => (every(kinds, "date") ? ["date", operation] : amountsThere(operation)(kinds)),
});
const connected = (operation: string): Rule => ({
  count: [2, 2],
  takes: "connects conditions",
  find: (kinds) => (every(kinds, "checkbox") ? ["checkbox", operation] : undefined),
});

const rules = {
  "+": {
    count: [2, 2],
    takes: "adds numbers, amounts, or days to a date, and concat() joins texts",
    find: (kinds) =>
      are(kinds, "date", "number")
        ? ["date", "add_days"]
        : are(kinds, "number", "date")
          ? ["date", "days_added"]
          : amounts("add")(kinds),
  },
  "-": {
    count: [2, 2],
    takes: "takes numbers, amounts, dates, or a date and days",
    find: (kinds) =>
      are(kinds, "date", "number")
        ? ["date", "subtract_days"]
        : are(kinds, "date", "date")
          ? ["number", "days_since"]
          : amounts("subtract")(kinds),
  },
  "*": {
    count: [2, 2],
    takes: "multiplies numbers, or an amount by a number",
    find: (kinds) => (are(kinds, "money", "money") ? undefined : amounts("multiply")(kinds)),
  },
  "/": {
    count: [2, 2],
    takes: "divides numbers and amounts",
    find: (kinds) =>
      are(kinds, "money", "money")
        ? ["number", "ratio"]
        : are(kinds, "number", "money")
          ? undefined
          : amounts("divide")(kinds),
  },
  "%": {
    count: [2, 2],
    takes: "takes numbers",
    find: (kinds) => (every(kinds, "number") ? ["number", "modulo"] : undefined),
  },
  negate: { count: [1, 1], takes: "takes a number or an amount", find: amounts("negate") },
  "=": equality("equal"),
  "!=": equality("unequal"),
  "<": order("less"),
  "<=": order("at_most"),
  ">": order("more"),
  ">=": order("at_least"),
  and: connected("and"),
  or: connected("or"),
  not: {
    count: [1, 1],
    takes: "takes a condition",
    find: (kinds) => (are(kinds, "checkbox") ? ["checkbox", "not"] : undefined),
  },
  if: {
    count: [3, 3],
    takes: "takes a condition and two results of the same kind",
    find: ([condition, one, other]) =>
      condition === "checkbox" && one !== undefined && one === other ? [one, "if"] : undefined,
  },
  round: {
    count: [1, 2],
    takes: "takes a number or an amount, and a number of digits",
    find: ([kind, digits]) =>
      kind && isAmount(kind) && (digits ?? "number") === "number" ? [kind, "round"] : undefined,
  },
  min: several("min"),
  max: several("max"),
  sum: { count: [1, 20], takes: "adds numbers and amounts", find: amountsThere("sum") },
  concat: { count: [1, 20], takes: "joins values", find: () => ["text", "concat"] },
  lower: { count: [1, 1], takes: "takes a text", find: texts("text", "lower") },
  upper: { count: [1, 1], takes: "takes a text", find: texts("text", "upper") },
  len: { count: [1, 1], takes: "takes a text", find: texts("number", "len") },
  days: {
    count: [2, 2],
    takes: "takes two dates",
    find: (kinds) => (are(kinds, "date", "date") ? ["number", "days_until"] : undefined),
  },
  empty: { count: [1, 1], takes: "takes a value", find: () => ["checkbox", "empty"] },
} satisfies Record<string, Rule>;

function ruleOf(name: string): Rule | undefined {
  const all: Readonly<Record<string, Rule>> = rules;
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** The functions as the editor offers them. */
export const formulaFunctions = [
  "if",
  "round",
  "min",
  "max",
  "sum",
  "concat",
  "lower",
  "upper",
  "len",
  "days",
  "date",
  "empty",
] as const satisfies readonly (keyof typeof rules | "date")[];

function countInWords(least: number, most: number): string {
  const values = (count: number) => (count === 1 ? "one value" : `${count} values`);
  return least === most ? values(least) : `${least} to ${most} values`;
}

const spoken = (name: string) =>
  name === "negate" ? "-" : /^[a-z]/.test(name) && !["and", "or", "not"].includes(name) ? `${name}()` : name;

const kindWords: Readonly<Record<FormulaKind, string>> = {
  text: "a text",
  number: "a number",
  money: "an amount of money",
  date: "a date",
  checkbox: "yes or no",
};

function listed(kinds: readonly FormulaKind[]): string {
  return kinds.map((kind) => kindWords[kind]).join(" and ");
}
