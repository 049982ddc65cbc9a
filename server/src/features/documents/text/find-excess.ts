import {
  documentMaxColons,
  documentMaxColumns,
  documentMaxLevels,
  documentMaxMarkSquares,
  documentMaxMarks,
  documentMaxNesting,
  documentMaxQuotes,
} from "@atoll/contract/documents/limits";
import { emphasisMarks, marksByPlace } from "@atoll/contract/text/marks-by-place";

/** A quote or a list item at the beginning of a line. */
const marker = /[ \t]*(?:(>)|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const indentation = /[ \t]*/y;
/** Marks that look for a partner. */
const marks = new RegExp(`${emphasisMarks.source}|[[\\]]|==|\`+`, "gu");
const fence = /^(`{3,}|~{3,})([^`]*)$/;
/** Ends a container, and with it code in it. */
const closing = /^ {0,3}:{3,}[ \t]*$/;
/** The colons that open or close a callout or a step. */
const callout = /[ \t]*(:{3,})([^\n]?)/y;

/**
 * Returns the limit of nesting that a Markdown text exceeds; undefined for a text that is read in a reasonable time.
 * Each level makes all that is in it slower to read, and each quote what follows it, so they are counted before, in one
 * pass over the text.
 */
export function findExcess(markdown: string): string | undefined {
  let [levels, quotes, listDepth, callouts] = [0, 0, 0, 0];
  for (const line of markdown.split("\n")) {
    const start = readStart(line);
    if (start.colons > documentMaxColons) return limits.colons;
    callouts = Math.max(0, callouts + start.opens);
    // Text in a list is as deep as it is indented, and no deeper than the list.
    const inherited = Math.min(Math.floor(start.indent / 2), listDepth);
    const depth = inherited + start.markers;
    if (start.markers > 0) listDepth = depth;
    else if (start.indent === 0 && line.trim() !== "") listDepth = 0;
    if (depth + callouts > documentMaxNesting) return limits.nesting;
    quotes += start.quotes;
    if (quotes > documentMaxQuotes) return limits.quotes;
    levels += depth;
    if (levels > documentMaxLevels) return limits.levels;
  }
  return findTooManyMarks(withoutCode(markdown.split("\n")));
}

function findTooManyMarks(lines: readonly string[]): string | undefined {
  if (lines.some((line) => line.split("|", documentMaxColumns + 2).length > documentMaxColumns + 1))
    return limits.columns;
  let squares = 0;
  for (const count of marksByPlace(lines, marks)) {
    squares += count * count;
    if (count > documentMaxMarks || squares > documentMaxMarkSquares) return limits.marks;
  }
  return undefined;
}

/** Without the lines of code blocks, in which marks mean nothing. Of code in lists and quotes nobody knows where it ends. */
function withoutCode(lines: readonly string[]): string[] {
  let open: string | undefined;
  return lines.map((line) => {
    const [, ticks, info = ""] = fence.exec(line) ?? [];
    if (open === undefined) open = ticks;
    else if (closing.test(line) || (ticks?.startsWith(open) && info.trim() === "")) open = undefined;
    else return "";
    return line;
  });
}

const limits = {
  nesting: `${documentMaxNesting} levels of quotes, lists and callouts`,
  colons: `${documentMaxColons} colons in a row`,
  quotes: `${documentMaxQuotes.toLocaleString("en-US")} lines of quotes`,
  marks: `${documentMaxMarks.toLocaleString("en-US")} marks such as * and [ in one paragraph`,
  columns: `${documentMaxColumns.toLocaleString("en-US")} columns in a table`,
  levels: `${documentMaxLevels.toLocaleString("en-US")} levels of lists and quotes`,
};

/** Reads the beginning of a line; more markers than are allowed are not read. */
function readStart(line: string) {
  let [markers, quotes, end] = [0, 0, 0];
  marker.lastIndex = 0;
  for (let found = marker.exec(line); found; found = marker.exec(line)) {
    end = marker.lastIndex;
    markers += 1;
    if (found[1] !== undefined) quotes += 1;
    if (markers > documentMaxNesting) break;
  }
  indentation.lastIndex = 0;
  callout.lastIndex = end;
  const [, colons = "", next = ""] = callout.exec(line) ?? [];
  const opens = colons === "" ? 0 : next.trim() === "" ? -1 : 1;
  const indent = indentation.exec(line)?.[0].length ?? 0;
  return { markers, quotes, indent, colons: colons.length, opens };
}
