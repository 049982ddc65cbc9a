import type { Money } from "@atoll/contract/fields/field-schemas";
import { compileFormula } from "@atoll/contract/fields/formulas/compile-formula";
import type { FormulaField } from "@atoll/contract/fields/formulas/formula-names";
import { type FormulaNode, parseFormula } from "@atoll/contract/fields/formulas/parse-formula";
import { maxFormula } from "@atoll/contract/fields/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import type { TaskQuery } from "@atoll/contract/tasks/filter";
import type { TaskGroup, TaskSort } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let [ana, mia, otis]: Worker[] = [];
let backendId: string;

beforeAll(async () => {
  [ana, mia, otis] = await createWorkers(server, {
    Ana: { departments: ["Backend"] },
    Mia: { roles: ["admin"] },
    Otis: {},
  });
  const department = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirstOrThrow();
  backendId = department.id;
});

const setOf = async (departmentId: string | null) => {
  const { sets } = await mia!.client.call(taskRoutes.listTaskFields, {});
  return sets.find((set) => set.departmentId === departmentId) ?? { version: 0, fields: [] };
};
const bodyFor = async (label: string, formula: string, departmentId: string | null) => ({
  body: { departmentId, version: (await setOf(departmentId)).version, label, formula },
});
const addField = async (
  label: string,
  kind: "money" | "number" | "person" | "date",
  departmentId = backendId as string | null,
) => {
  const { version } = await setOf(departmentId);
  await mia!.client.call(taskRoutes.addTaskField, { body: { departmentId, version, label, kind } });
};
const addFormula = async (label: string, formula: string, departmentId: string | null = backendId) => {
  const { set } = await mia!.client.call(
    taskRoutes.addTaskFormula,
    await bodyFor(label, formula, departmentId),
  );
  return set.fields.at(-1)!;
};
const change = async (field: string, set: object, departmentId: string | null = backendId) => ({
  params: { field },
  body: { version: (await setOf(departmentId)).version, ...set },
});
const eur = (units: number) => ({ amount: units * 100, currency: "EUR" });

describe("formulas of tasks", () => {
  test("are computed with every change of a task, filter, sort and group lists, and are in a file", async () => {
    await addField("Budget", "money");
    await addField("Spent", "money");
    expect(await addFormula("Left", "{Budget} - {Spent}")).toMatchObject({
      ...{ name: "own_left", kind: "money", formula: "{own_budget} - {own_spent}" },
    });
    await addFormula("State of it", 'if({Left} < 0, "over", if({Estimate} > 2, "longhaul", "fine"))');
    await addFormula("Is over", "{Left} < 0");
    await addFormula("Review", "{Due date} + 7");
    const make = (title: string, budget: number, spent: number, more: object = {}) =>
      ana!.create({
        ...{ title, departmentId: backendId, ...more },
        fields: { own_budget: eur(budget), own_spent: eur(spent) },
      });
    const pier = await make("Pier", 100, 120);
    expect(pier.fields).toMatchObject({ own_left: eur(-20), own_state_of_it: "over", own_is_over: true });
    await make("Buoy", 100, 10, { estimateMinutes: 180, due: { date: "2026-12-30", clock: null } });
    await make("Rope", 100, 90);
    await ana!.create({ title: "Knot", departmentId: backendId });
    const shown = async (query: TaskQuery & { group?: TaskGroup; sort?: TaskSort }) => {
      const { groups } = await ana!.client.call(taskRoutes.listTaskGroups, {
        query: { group: "none", ...query },
      });
      return groups.map(({ value, items }) => [value, items.map(({ title }) => title)]);
    };
    expect(await shown({ sort: "own_left" })).toEqual([[null, ["Pier", "Rope", "Buoy", "Knot"]]]);
    expect(await shown({ fields: "own_left=..50", sort: "own_left" })).toEqual([[null, ["Pier", "Rope"]]]);
    expect(await shown({ fields: "own_review=2027-01-06" })).toEqual([[null, ["Buoy"]]]);
    expect(await shown({ fields: "own_state_of_it=longhaul" })).toEqual([[null, ["Buoy"]]]);
    expect(await shown({ group: "own_is_over", sort: "own_left" })).toEqual([
      ["true", ["Pier"]],
      [null, ["Rope", "Buoy", "Knot"]],
    ]);
    const { csv } = await ana!.client.call(taskRoutes.exportTasks, {
      query: { columns: "own_left,own_is_over", sort: "own_left" },
    });
    expect(csv).toContain("-20.00 EUR,yes");
    const moved = await ana!.change(pier.id, { fields: { own_spent: eur(40) } });
    expect(moved!.fields).toMatchObject({ own_left: eur(60), own_state_of_it: "fine" });
    expect(moved!.fields).not.toHaveProperty("own_is_over");
    await ana!.change(pier.id, { estimateMinutes: 300 });
    expect((await ana!.read(pier.id)).fields).toMatchObject({ own_state_of_it: "longhaul" });
    await vi.waitFor(async () => {
      const found = await ana!.client.call(searchRoutes.searchEverywhere, { query: { query: "longhaul" } });
      expect(found.items.map(({ id }) => id)).toContain(pier.id);
    });
  });

  test("are no values that people write, and leave no trace in the history or an undo", async () => {
    const task = await ana!.create({
      departmentId: backendId,
      fields: { own_budget: eur(5), own_spent: eur(1) },
    });
    const refused = ana!.client.refused(taskRoutes.changeTask, {
      params: { taskId: task.id },
      body: { changeId: uuidv7(), fields: { own_left: eur(9) } },
    });
    expect(await codeOf(refused)).toBe("task_field_wrong");
    const { template } = await ana!.client.call(taskRoutes.saveTaskTemplate, {
      params: { templateId: uuidv7() },
      body: {
        ...{ version: 0, name: "From a task", departmentId: null },
        content: {
          title: "Pier",
          dueDays: null,
          assignee: { is: "nobody" },
          fields: task.fields,
          subtasks: [],
        },
      },
    });
    expect(template.content.fields).toEqual({ own_budget: eur(5), own_spent: eur(1) });
    const changeId = uuidv7();
    await ana!.change(task.id, { fields: { own_spent: eur(2) } }, changeId);
    const { items } = await ana!.history(task.id);
    expect(JSON.stringify(items)).not.toContain("own_left");
    const [undone] = await ana!.undo(changeId);
    expect(undone!.fields).toMatchObject({ own_left: eur(4) });
    const outside = await ana!.change(task.id, { departmentId: null });
    expect(Object.keys(outside!.fields).sort()).toEqual(["own_budget", "own_spent"]);
  });

  test("say why they have no result", async () => {
    const ratio = await addFormula("Ratio", "{Spent} / {Budget}");
    await addFormula("Doubled", "{Ratio} * 2");
    await addFormula("Safe", "if({Budget} = 0, 0, {Spent} / {Budget})");
    const fields = (own_budget: Money, own_spent: Money) => ({
      departmentId: backendId,
      fields: { own_budget, own_spent },
    });
    const zero = await ana!.create(fields(eur(0), eur(5)));
    expect(zero.fieldFaults).toEqual({ own_ratio: "zero", own_doubled: "zero" });
    expect(zero.fields).toMatchObject({ own_safe: 0 });
    const mixed = await ana!.create(fields(eur(5), { amount: 500, currency: "USD" }));
    expect(mixed.fieldFaults).toMatchObject({ own_left: "currencies", own_ratio: "currencies" });
    const missing = await ana!.create({ departmentId: backendId });
    expect(missing.fieldFaults).toBeUndefined();
    expect(missing.fields).not.toHaveProperty(ratio.name);
  });

  test("keep their fields when these are renamed, and refuse a change that would break them", async () => {
    await mia!.client.call(taskRoutes.changeTaskField, await change("own_spent", { label: "Paid" }));
    const refused = async (set: object, name: string) =>
      codeOf(mia!.client.refused(taskRoutes.changeTaskField, await change(name, set)));
    expect(await refused({ isRetired: true }, "own_spent")).toBe("task_formula_uses");
    expect(await refused({ formula: '"text"' }, "own_ratio")).toBe("task_formula_uses");
    expect(await refused({ formula: "{Doubled} + 1" }, "own_ratio")).toBe("task_formula_wrong");
    expect(await refused({ formula: "{Ratio}" }, "own_ratio")).toBe("task_formula_wrong");
    expect(await refused({ formula: "1" }, "own_budget")).toBe("task_field_not_found");
    const wrongs = [
      "{Salary}",
      "today()",
      "1 +",
      "(".repeat(maxFormula),
      "9".repeat(maxFormula),
      "{Backwards",
    ];
    for (const formula of wrongs)
      expect(
        await codeOf(
          mia!.client.refused(taskRoutes.addTaskFormula, await bodyFor("Bad", formula, backendId)),
        ),
        formula,
      ).toBe("task_formula_wrong");
    // A field of one department is none of all tasks.
    expect(
      await codeOf(mia!.client.refused(taskRoutes.addTaskFormula, await bodyFor("Bad", "{Budget}", null))),
    ).toBe("task_formula_wrong");
    const stale = { body: { departmentId: backendId, version: 1, label: "Late", formula: "1" } };
    expect(await codeOf(mia!.client.refused(taskRoutes.addTaskFormula, stale))).toBe("changed_meanwhile");
    expect(await codeOf(ana!.client.refused(taskRoutes.addTaskFormula, stale))).toBe("forbidden");
    await mia!.client.call(taskRoutes.changeTaskField, await change("own_doubled", { isRetired: true }));
    expect(await refused({ isRetired: false, formula: "{Gone}" }, "own_doubled")).toBe("task_formula_wrong");
  });

  test("use one another up to five in a row, and are twenty at most", async () => {
    for (let at = 1; at <= 5; at += 1)
      await addFormula(`Chain ${at}`, at === 1 ? "{Budget} + 1" : `{Chain ${at - 1}} + 1`);
    const sixth = await bodyFor("Chain 6", "{Chain 5}", backendId);
    expect(await codeOf(mia!.client.refused(taskRoutes.addTaskFormula, sixth))).toBe("task_formula_wrong");
    const task = await ana!.create({ departmentId: backendId, fields: { own_budget: eur(1) } });
    expect(task.fields).toMatchObject({ own_chain_5: eur(6) });
    const { fields } = await setOf(backendId);
    const count = fields.filter(({ formula, isRetired }) => formula !== undefined && !isRetired).length;
    for (let at = count; at < 20; at += 1) await addFormula(`Filler ${at}`, "1");
    const more = await bodyFor("Filler 20", "1", backendId);
    expect(await codeOf(mia!.client.refused(taskRoutes.addTaskFormula, more))).toBe("too_many_task_formulas");
  });

  test("computes the formulas of many tasks in the background after a change, once two people have settled who changes it", async () => {
    await addField("Weight", "number", null);
    await sql`INSERT INTO tasks (id, title, status, created_by, rank, sent_hash, fields)
      SELECT uuidv7(), 'Crate', 'archived', ${ana!.id}, 'crate' || lpad(n::text, 4, '0'), '', '{"own_weight": 2}'
      FROM generate_series(1, 450) n`.execute(server.db);
    const { name, formula } = await addFormula("Heavy", "{Weight} * 10", null);
    expect([name, formula]).toEqual(["own_heavy", "{own_weight} * 10"]);
    const all = async () => {
      const { rows } = await sql<{
        heavy: number;
      }>`SELECT DISTINCT (fields -> 'own_heavy')::int AS heavy FROM tasks
        WHERE title = 'Crate'`.execute(server.db);
      return rows.map(({ heavy }) => heavy);
    };
    await vi.waitFor(async () => {
      expect(await all()).toEqual([20]);
      expect(await setOf(null)).not.toHaveProperty("isComputing");
    });
    const both = await Promise.all(
      [30, 40].map(async (factor) => change("own_heavy", { formula: `{Weight} * ${factor}` }, null)),
    );
    const answers = await Promise.allSettled(
      both.map((input) => mia!.client.call(taskRoutes.changeTaskField, input)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const settled = (await setOf(null)).fields.find((field) => field.name === "own_heavy")!.formula!;
    await vi.waitFor(async () => expect(await all()).toEqual([2 * Number(settled.slice(-2))]));
  });

  test("show the new name of a person after their name has changed", async () => {
    await addField("Pilot", "person", null);
    await addFormula("Call", 'upper(concat({Pilot}, " / ", {Status}))', null);
    const task = await ana!.create({ fields: { own_pilot: otis!.id } });
    expect(task.fields.own_call).toBe("OTIS / TO DO");
    await sql`UPDATE profiles SET name = 'Oona' WHERE id = ${otis!.id}`.execute(server.db);
    await enqueueJob(server, "tasks.compute-formulas");
    await vi.waitFor(async () => expect((await ana!.read(task.id)).fields.own_call).toBe("OONA / TO DO"));
  });

  test("are tried on the latest tasks that the editor may read, before they are stored", async () => {
    const input = { body: { departmentId: backendId, formula: "{Budget} * 3", field: "own_left" } };
    const hidden = await ana!.create({ title: "Private" });
    const { kind, tasks } = await mia!.client.call(taskRoutes.previewTaskFormula, input);
    expect(kind).toBe("money");
    expect(tasks).toHaveLength(3);
    expect(tasks.map(({ value }) => value)).toContainEqual(eur(3));
    const all = await mia!.client.call(taskRoutes.previewTaskFormula, {
      body: { departmentId: null, formula: "len({Title})" },
    });
    expect(all.tasks.map(({ id }) => id)).not.toContain(hidden.id);
    const broken = { body: { departmentId: backendId, formula: "{Nothing}", field: "own_left" } };
    expect(await codeOf(mia!.client.refused(taskRoutes.previewTaskFormula, broken))).toBe(
      "task_formula_wrong",
    );
    expect(await codeOf(otis!.client.refused(taskRoutes.previewTaskFormula, input))).toBe("forbidden");
  });
});

describe("the machine for formulas", () => {
  const fields: FormulaField[] = [
    ...["a", "b", "none"].map((name) => ({ name, label: name, kind: "number" as const })),
    ...["eur", "usd", "gone"].map((name) => ({ name, label: name, kind: "money" as const })),
    { name: "yes", label: "yes", kind: "checkbox" },
    ...["day", "later"].map((name) => ({ name, label: name, kind: "date" as const })),
    { name: "words", label: "words", kind: "text" },
  ];
  const known = {
    ...{ a: 7, b: -2.5, eur: { amount: 1999, currency: "EUR" }, usd: { amount: 100, currency: "USD" } },
    ...{ yes: true, day: "2026-11-30", later: "2027-02-28", words: "Tide" },
  };
  async function run(formulas: readonly string[]): Promise<unknown[]> {
    const programs = formulas.map((formula) => compileFormula(formula, fields).steps);
    const { rows } = await sql<{
      value: unknown;
    }>`SELECT run_formula(steps, ${JSON.stringify(known)}::jsonb) AS value
      FROM jsonb_array_elements(${JSON.stringify(programs)}::jsonb) WITH ORDINALITY AS p (steps, at) ORDER BY at`.execute(
      server.db,
    );
    return rows.map(({ value }) => value);
  }

  test("agrees with a plain model on any formula", async () => {
    const expressions = fc.letrec<{ number: string; money: string; day: string; is: string }>((tie) => {
      const two =
        (...signs: string[]) =>
        (kind: "number" | "money" | "day") =>
          fc
            .tuple(tie(kind), fc.constantFrom(...signs), tie(kind))
            .map(([one, sign, other]) => `(${one} ${sign} ${other})`);
      const call = (names: string[], kind: "number" | "money" | "day") =>
        fc
          .tuple(fc.constantFrom(...names), tie(kind), tie(kind))
          .map(([name, one, other]) => `${name}(${one}, ${other})`);
      const choice = (kind: "number" | "money" | "day") =>
        fc.tuple(tie("is"), tie(kind), tie(kind)).map(([is, one, other]) => `if(${is}, ${one}, ${other})`);
      const leaf = { maxDepth: 4, depthIdentifier: "formula" };
      return {
        number: fc.oneof(
          leaf,
          fc.constantFrom("{a}", "{b}", "{none}", "0", "3", "0.125"),
          two("+", "-", "*", "/", "%")("number"),
          two("/")("money"),
          call(["sum", "min", "max"], "number"),
          call(["days"], "day"),
          choice("number"),
          tie("number").map((one) => `-${one}`),
          tie("number").map((one) => `round(${one}, 1)`),
        ),
        money: fc.oneof(
          leaf,
          fc.constantFrom("{eur}", "{eur}", "{usd}", "{gone}"),
          two("+", "-")("money"),
          fc
            .tuple(tie("money"), fc.constantFrom("*", "/"), tie("number"))
            .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
          call(["sum", "max"], "money"),
          // Without an amount, numbers have no currency.
          fc
            .tuple(fc.constantFrom("sum", "min", "max"), tie("money"), tie("number"))
            .map(([name, money, number]) => `${name}(${money}, ${number})`),
          choice("money"),
        ),
        day: fc.oneof(
          leaf,
          fc.constantFrom("{day}", "{later}"),
          fc
            .tuple(tie("day"), fc.constantFrom("+", "-"), tie("number"))
            .map(([day, sign, days]) => `(${day} ${sign} ${days})`),
          call(["min", "max"], "day"),
        ),
        is: fc.oneof(
          leaf,
          fc.constantFrom("{yes}", "empty({none})", "false"),
          two("<", "<=", ">", ">=", "=", "!=")("number"),
          two("<", ">=")("day"),
          two("=", ">")("money"),
          fc
            .tuple(tie("is"), fc.constantFrom("and", "or"), tie("is"))
            .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
          tie("is").map((one) => `not ${one}`),
        ),
      };
    });
    const any = fc.oneof(expressions.number, expressions.money, expressions.day, expressions.is);
    const formulas = fc
      .sample(any, { numRuns: 1_500, seed: 158 })
      .filter((text) => text.length <= maxFormula && isWithinLimits(text));
    const results = await run(formulas);
    const isFilled = results.filter((value) => value !== null && !JSON.stringify(value).includes("fault"));
    expect(isFilled.length).toBeGreaterThan(formulas.length / 10);
    for (const [at, formula] of formulas.entries()) {
      expect(results[at], formula).toEqual(shownValue(modelOf(parseFormula(formula), known)));
      expect([compileFormula(formula, fields).kind, null], formula).toContain(kindOfResult(results[at]));
    }
  }, 60_000);

  test("joins, cuts and bounds what grows", async () => {
    const long = `"${"x".repeat(400)}"`;
    expect(
      await run([
        'concat({words}, " ", {a}, " ", {eur}, " ", {day}, {none}, {yes})',
        "upper(lower({words}))",
        "len(concat({none}))",
        `len(concat(${[long, long].join()}))`,
        "999999999999 * 999999999999",
        "{day} + 999999999999",
        "{day} + 200000",
        "{eur} * 999999999999",
        "round({eur})",
        '{words} = "Tide" and {words} != "tide"',
      ]),
    ).toEqual([
      "Tide 7 19.99 EUR 2026-11-30Yes",
      "TIDE",
      0,
      800,
      { fault: "large" },
      { fault: "large" },
      { fault: "large" },
      { fault: "large" },
      { amount: 2000, currency: "EUR" },
      true,
    ]);
    // Each formula may use the one before: their results stay bounded too.
    const grown = await sql<{ length: number }>`WITH RECURSIVE grow (n, words) AS (SELECT 1, '"x"'::jsonb
      UNION ALL SELECT n + 1, formula_step('concat', array_fill(words, ARRAY[20])) FROM grow WHERE n < 6)
      SELECT max(length(words #>> '{}')) AS length FROM grow`.execute(server.db);
    expect(grown.rows[0]!.length).toBe(2_000);
  });

  test("keeps amounts and numbers in fields of their kind where some are missing", async () => {
    const formulas = ["sum({gone}, 5)", "min({gone}, {a})", "sum({gone}, 5) / {eur}", "{eur} / {eur}"];
    expect(await run([...formulas, "sum({gone}, {eur}, 5)", "sum({none}, 5)"])).toEqual([
      ...[null, null, null, 1],
      ...[{ amount: 2499, currency: "EUR" }, 5],
    ]);
  });

  test("answers a condition over an empty field and its opposite alike", async () => {
    const conditions = ["{gone} > 100", "not ({gone} > 100)", "not ({gone} > 100 or {a} < 0)"];
    expect(await run(conditions)).toEqual([null, null, null]);
    const decided = ["{gone} > 100 and {a} < 0", "{gone} > 100 or {a} > 0", "if(not ({gone} > 100), 1, 2)"];
    expect(await run([...decided, "{gone} != 5", "not ({gone} = 5)"])).toEqual([false, true, 2, true, true]);
  });

  function isWithinLimits(text: string): boolean {
    try {
      compileFormula(text, fields);
      return true;
    } catch {
      return false;
    }
  }
});

/** A number in millionths, with its currency. */
interface Amount {
  n: bigint;
  currency?: string | undefined;
}
type Value = null | boolean | string | Amount | { fault: string };
const one = 1_000_000n;

const isFault = (value: Value): value is { fault: string } =>
  typeof value === "object" && value !== null && "fault" in value;
const isAmount = (value: Value): value is Amount =>
  typeof value === "object" && value !== null && "n" in value;

/** Rounds half away from zero. */
function divided(a: bigint, b: bigint): bigint {
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const whole = (2n * x + y) / (2n * y);
  return a < 0n === b < 0n ? whole : -whole;
}
/** The number `n` divided by `by`, in cents where it is an amount. */
function bounded(n: bigint, currency?: string, by = 1n): Value {
  const whole = divided(n, by);
  const size = whole < 0n ? -whole : whole;
  if (size > one * (currency ? 10_000_000_000n : 1_000_000_000_000n)) return { fault: "large" };
  return currency ? { n: divided(n, by * 10_000n) * 10_000n, currency } : { n: whole };
}
function known(value: unknown): Value {
  if (typeof value === "number") return { n: BigInt(Math.round(value * 1e6)) };
  if (typeof value === "object" && value !== null && "amount" in value && "currency" in value)
    return { n: BigInt(Number(value.amount)) * 10_000n, currency: String(value.currency) };
  return typeof value === "boolean" || typeof value === "string" ? value : null;
}
/** The kind of a stored result; null for one that is missing, or a fault. */
function kindOfResult(result: unknown): string | null {
  if (typeof result === "string") return "date";
  if (typeof result === "object") return result !== null && "amount" in result ? "money" : null;
  return typeof result === "number" ? "number" : "checkbox";
}
/** Whether a formula over these fields is compiled as an amount of money. */
function isMoney(node: FormulaNode): boolean {
  if (node.is === "field") return ["eur", "usd", "gone"].includes(node.words);
  if (node.is === "value") return false;
  const [one, other, another] = node.args.map(isMoney);
  if (node.name === "/") return one === true && other === false;
  if (node.name === "if") return other === true && another === true;
  return (
    ["+", "-", "*", "negate", "round", "sum", "min", "max"].includes(node.name) && node.args.some(isMoney)
  );
}
const dayOf = (value: Value) => Math.round(Date.parse(`${String(value)}T00:00Z`) / 86_400_000);

/** Evaluates a formula by walking its tree, as plainly as possible. */
function modelOf(node: FormulaNode, values: Readonly<Record<string, unknown>>): Value {
  if (node.is === "value") return known(node.value);
  if (node.is === "field") return known(values[node.words]);
  const { name } = node;
  const args = node.args.map((arg) => modelOf(arg, values));
  const [a = null, b = null, c = null] = args;
  if (name === "if") return isFault(a) ? a : a === true ? b : c;
  if (name === "and" || name === "or") {
    const deciding = args.find((arg) => isFault(arg) || arg === (name === "or"));
    return deciding ?? (args.includes(null) ? null : name === "and");
  }
  let currency: string | undefined;
  for (const arg of args) {
    if (isFault(arg)) return arg;
    if (!isAmount(arg) || !arg.currency) continue;
    if (currency && currency !== arg.currency) return { fault: "currencies" };
    currency = arg.currency;
  }
  if (name === "not") return a === null ? null : a !== true;
  if (name === "empty") return a === null || a === false;
  if (name === "=" || name === "!=") {
    const same = isAmount(a) && isAmount(b) ? a.n === b.n : a === b;
    return same === (name === "=");
  }
  const given = args.filter((arg) => arg !== null);
  if (name === "sum" || name === "min" || name === "max") {
    if (isMoney(node) && !currency) return null;
    const sorted = given.filter(isAmount).sort((x, y) => (x.n < y.n ? -1 : x.n > y.n ? 1 : 0));
    if (sorted.length === 0) {
      const days = given.map(String).sort();
      return (name === "min" ? days[0] : days.at(-1)) ?? null;
    }
    const n =
      name === "sum"
        ? sorted.reduce((sum, amount) => sum + amount.n, 0n)
        : sorted.at(name === "min" ? 0 : -1)!.n;
    return bounded(n, currency);
  }
  if (given.length < args.length) return null;
  if (name === "days") return { n: BigInt(dayOf(b) - dayOf(a)) * one };
  if (typeof a === "string") {
    if (!isAmount(b)) {
      const [x, y] = [dayOf(a), dayOf(b)];
      return name === "<" ? x < y : name === ">=" ? x >= y : null;
    }
    if ((b.n < 0n ? -b.n : b.n) > 200_000n * one) return { fault: "large" };
    const days = Number(divided(b.n, one)) * (name === "+" ? 1 : -1);
    const day = new Date((dayOf(a) + days) * 86_400_000);
    const isFar = day.getUTCFullYear() < 1900 || day.getUTCFullYear() > 2199;
    return isFar ? { fault: "large" } : day.toISOString().slice(0, 10);
  }
  const x = (a as Amount).n;
  const y = isAmount(b) ? b.n : 0n;
  if (name === "+") return bounded(x + y, currency);
  if (name === "-") return bounded(x - y, currency);
  if (name === "*") return bounded(x * y, currency, one);
  if (name === "/")
    return y === 0n ? { fault: "zero" } : bounded(x * one, isMoney(node) ? currency : undefined, y);
  if (name === "%") return y === 0n ? { fault: "zero" } : bounded(x % y);
  if (name === "negate") return bounded(-x, currency);
  if (name === "round") return bounded(divided(x, 100_000n) * 100_000n, currency);
  return name === "<" ? x < y : name === "<=" ? x <= y : name === ">" ? x > y : x >= y;
}

/** A value as the database gives it. */
function shownValue(value: Value): unknown {
  if (!isAmount(value)) return value;
  if (value.currency) return { amount: Number(value.n / 10_000n), currency: value.currency };
  const size = value.n < 0n ? -value.n : value.n;
  return Number(`${value.n < 0n ? "-" : ""}${size / one}.${String(size % one).padStart(6, "0")}`);
}
