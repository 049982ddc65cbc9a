import { parse } from "csv-parse/sync";

interface Part {
  csv: string;
  nextCursor: string | null;
}

/** Fetches a CSV file part after part, and returns its rows by the names of their columns. */
export async function readCsv(fetchPart: (cursor?: string) => Promise<Part>) {
  let text = "";
  let cursor: string | undefined;
  do {
    const part = await fetchPart(cursor);
    text += part.csv;
    cursor = part.nextCursor ?? undefined;
  } while (cursor);
  return { text, rows: parse<Record<string, string>>(text, { bom: true, columns: true }) };
}
