import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import type { ImportedTarget } from "../../knowledge/public.ts";
import type { PageTree, TreePage } from "../pages/page-tree.ts";
import { plain, type ReadPage } from "./properties.ts";

const [maxColumns, maxLength] = [40, 150_000];

/** A database is a page with its table. Each row is a page below it, to which its title leads. */
export async function readDatabase(source: string, page: TreePage, tree: PageTree): Promise<ReadPage> {
  const notes: ReadPage["notes"] = [];
  const rows = rowsOf(source);
  const below = Map.groupBy(tree.children.get(page) ?? [], ({ title }) => keyOf(title));
  const targets: ImportedTarget[] = [];
  const scheme = `row-${randomUUID()}`;
  const lines: string[] = [];
  let length = 0;
  for (const [index, row] of rows.entries()) {
    const cells = row.slice(0, maxColumns).map((cell) => plain(cell).slice(0, 2_000));
    const found = index === 0 ? undefined : below.get(keyOf(row[0] ?? ""))?.shift();
    if (found) {
      targets.push({ kind: "page", key: found.key, title: found.title, words: "" });
      cells[0] = `[${cells[0] || "page"}](${scheme}:${targets.length - 1})`;
    }
    const line = `| ${cells.join(" | ")} |`;
    length += line.length;
    if (length > maxLength) {
      notes.push({ kind: "table_cut", detail: page.title });
      break;
    }
    lines.push(line);
    if (index === 0) lines.push(`|${" - |".repeat(cells.length)}`);
  }
  notes.push({ kind: "views_not_imported", detail: page.title });
  return {
    ...{ title: page.title, notes, text: { markdown: lines.join("\n"), scheme, targets } },
    facts: { at: null, updatedAt: null, tags: [], rest: [] },
    files: page.files.map((path) => ({ key: path, name: path.slice(path.lastIndexOf("/") + 1), path })),
  };
}

const keyOf = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function rowsOf(source: string): string[][] {
  try {
    const rows: string[][] = parse(source, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      to: 20_001,
    });
    return rows;
  } catch {
    return [];
  }
}
