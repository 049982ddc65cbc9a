import { useStore } from "@xyflow/react";
import { createContext, use } from "react";

/**
 * The parts of an element that are shown at a zoom: all of it; its first words, as large as they can be read; or its colour alone, and
 * of a frame its name.
 */
export type Detail = "all" | "words" | "colour";

const DetailContext = createContext<Detail>("all");
export const DetailProvider = DetailContext;
export const useDetail = (): Detail => use(DetailContext);

const allFrom = 0.4;
/** A note is as wide as four letters on the screen. */
const wordsFrom = 0.17;

export const detailAt = (zoom: number): Detail =>
  zoom >= allFrom ? "all" : zoom >= wordsFrom ? "words" : "colour";

/**
 * The zoom that words far away are sized by: at most a sixth smaller than the true one, so that the board is not laid
 * out again at every step of the wheel.
 */
const steps = 4;
export const stepBelow = (zoom: number): number => 2 ** (Math.floor(Math.log2(zoom) * steps) / steps);

/** Returns the detail of the canvas, and the zoom that words far away are sized by. */
export function useDetailOfZoom(): { detail: Detail; step: number } {
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  const step = useStore(({ transform }) => (transform[2] >= allFrom ? 1 : stepBelow(transform[2])));
  return { detail, step };
}

const mostLetters = 32;

/** The first words of a text, on one line. */
export function firstWords(text: string): string {
  const line = text
    .slice(0, 4 * mostLetters)
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...line];
  if (letters.length <= mostLetters) return line;
  const cut = letters.slice(0, mostLetters).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return lastSpace > mostLetters / 2 ? cut.slice(0, lastSpace) : cut;
}

/** The first words of an element, as large as they can be read on the screen. */
export function FarWords({ text }: { text: string }) {
  return <p className="board-far-words">{firstWords(text)}</p>;
}

/** The name of a frame above it, which is read at any zoom. */
export function FarName({ text, count }: { text: string; count: number }) {
  return (
    <p className="board-far-name">
      <span className="truncate">{firstWords(text) || "Unnamed group"}</span>
      {count > 0 && <span className="flex-none font-medium text-muted">{count}</span>}
    </p>
  );
}
