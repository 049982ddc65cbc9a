const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many bytes a text takes inside a JSON document, without its quotation marks. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/**
 * The beginning of a text that takes no more than so many bytes of a JSON document, with a mark where it was cut. No
 * character as people see it is cut in half, be it a flag or a family.
 */
export function cutText(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) return text;
  const mark = "…";
  let left = maxBytes - jsonBytes(mark);
  let kept = "";
  for (const { segment } of graphemes.segment(text)) {
    left -= jsonBytes(segment);
    if (left < 0) break;
    kept += segment;
  }
  return left < 0 && kept === "" && maxBytes < 3 ? "" : kept.trimEnd() + mark;
}
