import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { CommandError } from "./command.mjs";
import { literalRepeats } from "./literal-repeats.mjs";
import { root } from "./runtime.mjs";
import { readSource, sourceFiles } from "./source-files.mjs";

/** How many lines a file has at most that should be a part of its only importer. */
const smallFile = 60;

/** How much of each is left. The numbers may only fall. */
const budgetFile = join("scripts", "structure-budget.json");

const code = /^(contract|server|web|e2e|bench)\/.*\.tsx?$/;
const product = /^(contract|server|web)\/(src|demo)\//;
const test = /\.(test|spec)\.tsx?$/;
/** The files of a slice that others look for by their name. */
const byConvention = /\/(slice|routes|schemas|public|events|area|kinds)\.tsx?$/;
const slice = /^((?:server|web)\/src\/features\/[^/]+|contract\/src\/[^/]+)\//;
/** The contract as if it were one slice: its folders are the slices. */
const contract = /^(contract\/src)\//;

/** Patterns that stand in one place, and ways of reading that have a better one. */
const written = [
  // Expressions are built of `uuidSource`. SQL and tests have their own.
  {
    what: "a UUID",
    pattern: /0-9a-f\]\{8\}.{0,24}0-9a-f\]\{4\}.{0,60}0-9a-f\]\{12\}|0-9a-f-\]\{36\}/,
    where: /^(?!contract\/src\/uuid\.ts$)/,
  },
  // In the browser routes have typed parameters.
  { what: "the path of the page", pattern: /\bpathname(?: \}\))?\s*\.split\("/, where: /^web\// },
];

/** The start of a statement that writes a table, as Kysely builds it or as SQL. */
const writes =
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)|\b(?:INSERT INTO|UPDATE|DELETE FROM) (?:ONLY )?(\w+)/g;

/** @typedef {{ to: string, isStatic: boolean }} Import */
/** @typedef {Map<string, Import[]>} Imports what each file imports */

/**
 * Fails when small files with one importer, folders of one slice or slices of the contract that import each other,
 * tables that several slices write, patterns that have one place, or repeated lines have become more than the budget says.
 * @returns {Promise<string>} the numbers
 * @throws {CommandError} naming what is too much
 */
export async function checkStructure() {
  const budget = JSON.parse(await readFile(join(root, budgetFile), "utf8"));
  const imports = await readImports();
  const found = {
    smallFilesWithOneImporter: await smallFilesWithOneImporter(imports),
    slicesWithFolderCycles: slicesWithFolderCycles(imports),
    contractSlicesInCycles: slicesWithFolderCycles(imports, contract),
    tablesWithSeveralWriters: await tablesWithSeveralWriters(),
    writtenAgain: await writtenAgain(),
    literalRepeats: await literalRepeats(),
  };
  const complaints = Object.entries(found)
    .filter(([name, list]) => list.length > budget[name])
    .map(([name, list]) => `${name}: ${list.length}, and the budget is ${budget[name]}:\n${list.join("\n")}`);
  if (complaints.length > 0) {
    const advice =
      "A file is its own when two files need it, when it loads lazily or when it has a test of its own; otherwise it is a part of its importer. Folders of a slice, and slices of the contract, import in one direction. A table is written by one slice; others use its public.ts. A UUID is recognized by contract/src/uuid.ts, and the path of a page read by typed parameters. Lines that two places need stand in one.";
    throw new CommandError(`${advice}\n\n${complaints.join("\n\n")}`);
  }
  return Object.entries(found)
    .map(([name, list]) => `${name}: ${list.length} of ${budget[name]}`)
    .join(", ");
}

/** @returns {Promise<Imports>} */
async function readImports() {
  const files = new Set((await sourceFiles()).filter((file) => code.test(file)));
  /** @type {Imports} */
  const imports = new Map();
  for (const file of files) {
    const text = await readSource(file);
    /** @type {Import[]} */
    const list = [];
    /** @param {RegExp} pattern @param {boolean} isStatic */
    const collect = (pattern, isStatic) => {
      for (const [, specifier = ""] of text.matchAll(pattern)) {
        const to = resolve(file, specifier);
        if (files.has(to)) list.push({ to, isStatic });
      }
    };
    collect(/^import (?:[^"';]*? from )?"([^"]+)";/gm, true);
    // Re-exports, lazy parts, workers and paths count as importers, but nothing folds into them.
    collect(/^export [^"';]*? from "([^"]+)";/gm, false);
    collect(/\bimport\("([^"]+)"\)/g, false);
    collect(/\bnew URL\("([^"]+)"/g, false);
    collect(/"(\.\.?\/[^"\n]+\.tsx?)\?[a-z]+"/g, false);
    imports.set(file, list);
  }
  return imports;
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith(".")) return posix.join(dirname(file), specifier);
  const [, path] = /^@atoll\/contract\/(.+)$/.exec(specifier) ?? [];
  return path ? `contract/src/${path}.ts` : "";
}

/** @param {Imports} imports */
async function smallFilesWithOneImporter(imports) {
  /** @type {Map<string, { from: string, isStatic: boolean }[]>} */
  const importers = new Map();
  for (const [from, list] of imports)
    for (const { to, isStatic } of list)
      importers.set(to, [...(importers.get(to) ?? []), { from, isStatic }]);
  const small = [];
  for (const [file, list] of importers) {
    if (!product.test(file) || byConvention.test(file)) continue;
    const [importer] = new Set(list.map(({ from }) => from));
    const isAlone =
      new Set(list.map(({ from }) => from)).size === 1 && list.every(({ isStatic }) => isStatic);
    if (!isAlone || !importer || test.test(importer) || dirname(importer) !== dirname(file)) continue;
    const lines = (await readSource(file)).split("\n").length - 1;
    if (lines <= smallFile) small.push(`${file} (only ${importer} imports it)`);
  }
  return small.sort();
}

/**
 * Returns the slices in which folders import each other, directly or around a circle, with these folders.
 * @param {Imports} imports
 * @param {RegExp} whole what is a slice
 */
function slicesWithFolderCycles(imports, whole = slice) {
  /** @type {Map<string, Map<string, Set<string>>>} per slice: which folder imports which */
  const slices = new Map();
  for (const [from, list] of imports) {
    const [, name] = whole.exec(from) ?? [];
    if (!name || test.test(from)) continue;
    const arrows = slices.get(name) ?? new Map();
    slices.set(name, arrows);
    for (const { to } of list) {
      const [source, target] = [folderIn(name, from), folderIn(name, to)];
      if (source && target && source !== target)
        arrows.set(source, new Set([...(arrows.get(source) ?? []), target]));
    }
  }
  const cycles = [];
  for (const [name, arrows] of slices) {
    const knot = [...arrows.keys()].filter((folder) => reaches(arrows, folder, folder));
    if (knot.length > 0) cycles.push(`${name}: ${knot.sort().join(", ")}`);
  }
  return cycles.sort();
}

/**
 * The first folder of a file in its slice; nothing for files directly in it, which stand above or below all folders.
 * @param {string} name
 * @param {string} file
 */
function folderIn(name, file) {
  if (!file.startsWith(`${name}/`)) return undefined;
  const [folder, ...rest] = file.slice(name.length + 1).split("/");
  return rest.length > 0 ? folder : undefined;
}

/**
 * @param {Map<string, Set<string>>} arrows
 * @param {string} from
 * @param {string} to
 */
function reaches(arrows, from, to) {
  const seen = new Set();
  const left = [...(arrows.get(from) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(arrows.get(next) ?? []));
  }
  return false;
}

/** Returns the product's files that spell out for themselves what has one place. */
async function writtenAgain() {
  const found = [];
  for (const file of await sourceFiles()) {
    if (!code.test(file) || !product.test(file) || test.test(file)) continue;
    const text = await readSource(file);
    for (const { what, pattern, where } of written)
      if (where.test(file) && pattern.test(text)) found.push(`${file}: ${what}`);
  }
  return found;
}

/**
 * Returns the tables that statements of more than one slice write, with these slices. Everything outside of slices counts
 * as one: the platform writes for all of them.
 */
async function tablesWithSeveralWriters() {
  const tables = await readSource("server/src/tables.ts");
  /** @type {Map<string, Set<string>>} */
  const writers = new Map(
    [...tables.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table = ""]) => [table, new Set()]),
  );
  for (const file of await sourceFiles()) {
    if (!/^server\/src\/.*\.ts$/.test(file) || test.test(file)) continue;
    const [, name = "platform"] = /\/features\/([^/]+)\//.exec(file) ?? [];
    for (const [, built, raw = ""] of (await readSource(file)).matchAll(writes))
      writers.get(built ?? raw)?.add(name);
  }
  return [...writers]
    .filter(([, slices]) => slices.size > 1)
    .map(([table, slices]) => `${table}: ${[...slices].sort().join(", ")}`);
}
