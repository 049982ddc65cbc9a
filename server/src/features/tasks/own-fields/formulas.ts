import { isComputed } from "@atoll/contract/fields/field-schemas";
import {
  compileFormula,
  type FormulaKind,
  type FormulaStep,
} from "@atoll/contract/fields/formulas/compile-formula";
import { type FormulaField, fieldsInFormula } from "@atoll/contract/fields/formulas/formula-names";
import { FormulaProblem } from "@atoll/contract/fields/formulas/parse-formula";
import { maxFormulaChain, maxFormulas } from "@atoll/contract/fields/limits";
import { type TaskField, type TaskFieldSet, usableFields } from "@atoll/contract/tasks/field-schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";

/** A formula as `compute_formulas` runs it. */
interface FormulaProgram {
  name: string;
  steps: FormulaStep[];
}

/** A formula that has a mistake, with the field that has it. */
class BrokenFormula extends Error {
  readonly field: TaskField;
  readonly problem: FormulaProblem;
  /** The names of formulas that use one another in a circle. */
  readonly circle: readonly string[];

  constructor(field: TaskField, problem: FormulaProblem, circle: readonly string[] = []) {
    super(problem.message);
    this.name = "BrokenFormula";
    this.field = field;
    this.problem = problem;
    this.circle = circle;
  }
}

interface CompiledSet {
  set: TaskFieldSet;
  /** Each after those that it uses. */
  programs: FormulaProgram[];
}

/**
 * Pure: compiles the formulas of all sets. The kinds of their results become those of their fields.
 * @throws {BrokenFormula} for the first one with a mistake; `too_many_task_formulas`.
 */
export function compileSets(sets: readonly TaskFieldSet[]): CompiledSet[] {
  const company = sets.find(({ departmentId }) => departmentId === null);
  const first = company && compileSet(sets, company, new Map());
  const known = new Map(first?.results);
  return sets.map((set) => (set === company && first ? first : compileSet(sets, set, known)));
}

interface Result {
  kind: FormulaKind;
  /** How many formulas use one another below this one. */
  chain: number;
}

function compileSet(
  sets: readonly TaskFieldSet[],
  set: TaskFieldSet,
  known: ReadonlyMap<string, Result>,
): CompiledSet & { results: Map<string, Result> } {
  const formulas = new Map(
    set.fields.flatMap((field) =>
      isComputed(field) && !field.isRetired ? [[field.name, field] as const] : [],
    ),
  );
  if (formulas.size > maxFormulas) throw new AppError("too_many_task_formulas");
  const usable = usableFields(sets, set.departmentId);
  const results = new Map(known);
  const programs: FormulaProgram[] = [];
  const open: string[] = [];

  /** Compiles those that a formula uses first: their kinds decide about its own. */
  function compile(field: TaskField): Result {
    const done = results.get(field.name);
    if (done) return done;
    const text = field.formula ?? "";
    open.push(field.name);
    let chain = 0;
    for (const name of new Set(fieldsInFormula(text))) {
      const other = formulas.get(name);
      if (open.includes(name)) throw circular(field, name);
      chain = Math.max(chain, other ? compile(other).chain : (results.get(name)?.chain ?? 0));
      if (chain >= maxFormulaChain)
        throw broken(field, name, `At most ${maxFormulaChain} formulas can use one another in a row`);
    }
    open.pop();
    const compiled = compileOne(
      field,
      text,
      usable.map((one) => ({ ...one, kind: results.get(one.name)?.kind ?? one.kind })),
    );
    const result = { kind: compiled.kind, chain: chain + 1 };
    results.set(field.name, result);
    programs.push({ name: field.name, steps: compiled.steps });
    return result;
  }

  function circular(field: TaskField, name: string): BrokenFormula {
    const circle = open.slice(open.indexOf(name));
    const labels = circle.map((one) => formulas.get(one)?.label ?? one);
    return broken(
      field,
      name,
      circle.length === 1
        ? "A formula cannot use itself"
        : `These formulas use one another: ${labels.join(", ")}`,
      circle,
    );
  }

  for (const field of formulas.values()) compile(field);
  const fields = set.fields.map((field) => ({ ...field, kind: results.get(field.name)?.kind ?? field.kind }));
  // Another order of the fields is no other program.
  const chainOf = ({ name }: FormulaProgram) => results.get(name)?.chain ?? 0;
  const ordered = programs.toSorted((a, b) => chainOf(a) - chainOf(b) || (a.name < b.name ? -1 : 1));
  return { set: { ...set, fields }, programs: ordered, results };
}

function compileOne(field: TaskField, text: string, usable: readonly FormulaField[]) {
  try {
    return compileFormula(text, usable);
  } catch (error) {
    if (error instanceof FormulaProblem) throw new BrokenFormula(field, error);
    throw error;
  }
}

function broken(field: TaskField, used: string, message: string, circle?: string[]): BrokenFormula {
  const from = Math.max((field.formula ?? "").indexOf(`{${used}}`), 0);
  return new BrokenFormula(field, new FormulaProblem(message, from, from + used.length + 2), circle);
}

/**
 * Pure: compiles all sets after a change.
 * @param edited the name of the field whose formula is edited; a mistake in another one is the fault of the change.
 * @throws {AppError} `task_formula_wrong` with the mistake in words, `task_formula_uses`, `too_many_task_formulas`.
 */
export function compileOrRefuse(sets: readonly TaskFieldSet[], edited: string | undefined): CompiledSet[] {
  try {
    return compileSets(sets);
  } catch (error) {
    if (!(error instanceof BrokenFormula)) throw error;
    const { field, problem, circle } = error;
    if (field.name !== edited && !circle.includes(edited ?? ""))
      throw new AppError("task_formula_uses", {
        fields: [{ path: "formula", message: `${field.label} would have a mistake: ${problem.message}` }],
      });
    throw new AppError("task_formula_wrong", { fields: [{ path: "formula", message: problem.message }] });
  }
}

/** Pure: the sets, with formulas retired that have a mistake, for changes that nobody can be asked about. */
export function retireBroken(sets: readonly TaskFieldSet[]): TaskFieldSet[] {
  let kept = [...sets];
  for (;;)
    try {
      compileSets(kept);
      return kept;
    } catch (error) {
      const name = error instanceof BrokenFormula ? error.field.name : lastFormula(kept);
      if (name === undefined) throw error;
      kept = kept.map((set) => ({
        ...set,
        fields: set.fields.map((field) => (field.name === name ? { ...field, isRetired: true } : field)),
      }));
    }
}

/** Pure: the last formula of the set that has too many. */
function lastFormula(sets: readonly TaskFieldSet[]): string | undefined {
  return sets
    .map(({ fields }) => fields.filter((field) => isComputed(field) && !field.isRetired))
    .find((formulas) => formulas.length > maxFormulas)
    ?.at(-1)?.name;
}

/**
 * Stores sets whose fields or formulas are others than before, with a new version and revision.
 * @param before the sets that stay as they are unless a formula in them has another result.
 * @returns whether tasks must be recomputed.
 */
export async function storeCompiled(
  tx: Database,
  before: readonly TaskFieldSet[],
  compiled: readonly CompiledSet[],
): Promise<boolean> {
  const rows = await tx.selectFrom("task_field_sets").select(["department_id", "programs"]).execute();
  let isOutdated = false;
  for (const { set, programs } of compiled) {
    const { departmentId, fields } = set;
    const stored = rows.find(({ department_id }) => department_id === departmentId);
    const isOther = JSON.stringify(stored?.programs ?? []) !== JSON.stringify(programs);
    const isSame = before.some(
      (one) => one.departmentId === departmentId && JSON.stringify(one.fields) === JSON.stringify(fields),
    );
    if (isSame && !isOther) continue;
    const names = fields.filter(isComputed).map(({ name }) => name);
    const namesPeople = programs.some(({ steps }) =>
      steps.some(([op, , kind]) => op === "field" && kind === "person"),
    );
    const columns = {
      fields: JSON.stringify(fields),
      programs: JSON.stringify(programs),
      formula_names: names,
      names_people: namesPeople,
    };
    await tx
      .insertInto("task_field_sets")
      .values({
        department_id: departmentId,
        ...columns,
        version: set.version + 1,
        formula_revision: isOther ? 1 : 0,
        is_computing: isOther,
      })
      .onConflict((conflict) =>
        conflict.column("department_id").doUpdateSet(({ ref, eb }) => ({
          ...columns,
          version: set.version + 1,
          ...(isOther && {
            formula_revision: eb(ref("task_field_sets.formula_revision"), "+", 1),
            is_computing: true,
          }),
        })),
      )
      .execute();
    isOutdated ||= isOther;
  }
  return isOutdated;
}
