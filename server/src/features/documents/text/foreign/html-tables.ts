import type { PhrasingContent, RootContent, Table, TableCell } from "mdast";
import { type HtmlReading, text } from "./html-inlines.ts";
import type { HtmlElement, HtmlNode } from "./html-tree.ts";

const [maxRows, maxColumns] = [5_000, 60];

/** The blocks of a cell. */
type ReadCell = (nodes: readonly HtmlNode[]) => RootContent[];

/** A table of Markdown, whose cells are lines. What is merged leaves empty cells, so that all columns stay in place. */
export function tableOf(element: HtmlElement, reading: HtmlReading, readCell: ReadCell): RootContent[] {
  const found = rowsIn(element);
  if (found.length > maxRows) reading.lose("table_cut");
  const taken: number[] = [];
  const cells = found.slice(0, maxRows).map((row) => cellsOf(row, { reading, readCell, taken }));
  const width = Math.max(...cells.map((row) => row.length), 0);
  if (width === 0) return [];
  const filled = cells.map((row) => [
    ...row,
    ...Array.from({ length: width - row.length }, (): TableCell => ({ type: "tableCell", children: [] })),
  ]);
  const table: Table = {
    type: "table",
    align: [],
    children: filled.map((row) => ({ type: "tableRow", children: row })),
  };
  return [table];
}

/** The rows of a table, without those of tables within it. */
function rowsIn({ children }: HtmlElement): HtmlElement[] {
  return children.flatMap((child) =>
    typeof child === "string"
      ? []
      : child.name === "tr"
        ? [child]
        : child.name === "table"
          ? []
          : rowsIn(child),
  );
}

/** @param taken how many more rows a merged cell of the rows before takes, by column. */
function cellsOf(
  row: HtmlElement,
  { reading, readCell, taken }: { reading: HtmlReading; readCell: ReadCell; taken: number[] },
): TableCell[] {
  const cells: TableCell[] = [];
  const addTaken = () => {
    for (let column = cells.length; (taken[column] ?? 0) > 0; column = cells.length) {
      taken[column] = (taken[column] ?? 0) - 1;
      cells.push({ type: "tableCell", children: [] });
    }
  };
  for (const cell of row.children) {
    if (typeof cell === "string" || (cell.name !== "td" && cell.name !== "th")) continue;
    addTaken();
    if (cells.length >= maxColumns) {
      reading.lose("table_cut");
      break;
    }
    const span = spanOf(cell, "colspan", maxColumns - cells.length);
    const rows = spanOf(cell, "rowspan", maxRows);
    if (span > 1 || rows > 1) reading.lose("cells_merged");
    const children = onOneLine(readCell(cell.children), reading);
    for (let at = 0; at < span; at += 1) {
      taken[cells.length] = rows - 1;
      cells.push({ type: "tableCell", children: at === 0 ? children : [] });
    }
  }
  addTaken();
  return cells;
}

const spanOf = ({ attributes }: HtmlElement, name: "colspan" | "rowspan", most: number): number =>
  Math.min(most, Math.max(1, Math.trunc(Number(attributes[name])) || 1));

/** Blocks as one line of Markdown, where only `<br>` can break the line. */
function onOneLine(content: readonly RootContent[], reading: HtmlReading, mark = ""): PhrasingContent[] {
  const lines = content.flatMap((block): PhrasingContent[][] => {
    switch (block.type) {
      case "paragraph":
      case "heading":
        return [block.children.flatMap((child) => inCell(child, reading))];
      case "list":
        return block.children.map((item, index) =>
          onOneLine(item.children, reading, block.ordered ? `${index + 1}. ` : "• "),
        );
      case "code":
        return [[{ type: "inlineCode", value: block.value.replace(/\s+/g, " ") }]];
      case "table":
        reading.lose("table_in_table");
        return block.children.map((row) => row.children.flatMap(({ children }) => [...children, text(" ")]));
      default:
        return "children" in block ? [onOneLine(block.children as RootContent[], reading)] : [];
    }
  });
  const shown = lines.filter((line) => line.length > 0);
  return shown.flatMap((line, index) => [
    ...(index > 0 ? [lineBreak] : mark === "" ? [] : [text(mark)]),
    ...line,
  ]);
}

const lineBreak: PhrasingContent = { type: "html", value: "<br>" };

function inCell(node: PhrasingContent, reading: HtmlReading): PhrasingContent[] {
  if (node.type === "break") return [lineBreak];
  if (node.type !== "image") return [node];
  reading.lose("image_in_table");
  return node.alt ? [text(node.alt)] : [];
}
