/** A place in a file: the page of a PDF or the line of a text, from 1. */
export interface FilePlace {
  id: string;
  page?: number | null;
  line?: number | null;
}

/** Returns the link that opens a file, at a place in it, over the page of the thing that it is attached to. */
export function fileLink(subjectLink: string, { id, page, line }: FilePlace): string {
  const place = page ? `&page=${page}` : line ? `&line=${line}` : "";
  return `${subjectLink.replace(/#.*$/, "")}#file=${id}${place}`;
}

/** Reads the part of an address that `fileLink` writes. */
export function readFilePlace(hash: string): FilePlace | undefined {
  const values = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map((part) => splitAt(part, part.indexOf("="))),
  );
  const id = values.get("file");
  if (!id) return undefined;
  return { id, page: positive(values.get("page")), line: positive(values.get("line")) };
}

function splitAt(part: string, at: number): [string, string] {
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}

function positive(value: string | undefined): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
