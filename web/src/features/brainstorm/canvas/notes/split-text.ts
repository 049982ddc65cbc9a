import { canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";

/** Returns the texts of the notes that a text becomes with a note for each of its lines. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .flatMap(piecesOf);

/** Returns a text in pieces that fit into notes, cut between lines or words where there are any. Nothing is left out. */
export function piecesOf(text: string): string[] {
  const letters = [...text];
  const pieces: string[] = [];
  for (let start = 0; start < letters.length; ) {
    const end = start + canvasTextMaxLength;
    const cut = end >= letters.length ? letters.length : lastBreak(letters, start, end);
    const piece = letters.slice(start, cut).join("").trim();
    if (piece !== "") pieces.push(piece);
    start = cut;
  }
  return pieces;
}

/** The place after the last line break of a piece, else after its last space, else its end. */
function lastBreak(letters: readonly string[], start: number, end: number): number {
  for (const isBreak of [/[\n\r]/, /\s/]) {
    for (let at = end - 1; at > start + canvasTextMaxLength / 2; at -= 1)
      if (isBreak.test(letters[at] ?? "")) return at + 1;
  }
  return end;
}

/** Whether a text fits into one note. */
export const fitsNote = (text: string): boolean =>
  text.length <= canvasTextMaxLength || [...text].length <= canvasTextMaxLength;
