const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many bytes a text takes inside a JSON document, without its quotation marks. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/**
 * Cuts a text to a number of bytes in a JSON document, with an ellipsis. Grapheme clusters, such as flags and families,
 * are not cut.
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
