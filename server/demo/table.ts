/**
 * Reads a table written as text: the first line names the columns, ` | ` separates the cells.
 * One row a line keeps sixty people or a hundred releases readable. Throws on a ragged row.
 */
export function parseTable(text: string): Map<string, string>[] {
  const [head, ...rows] = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const columns = head ?? [];
  return rows.map((row) => {
    if (row.length !== columns.length) throw new Error(`demo table: wrong number of cells in "${row[0]}"`);
    return new Map(columns.map((column, at) => [column, row[at] ?? ""]));
  });
}

/** The named cell of a row; throws when the table has no such column. */
export function cell(row: Map<string, string>, column: string): string {
  const value = row.get(column);
  if (value === undefined) throw new Error(`demo table: no column "${column}"`);
  return value;
}
