import { emphasisMarks, marksByPlace } from "@atoll/contract/text/marks-by-place";

/** Returns the largest number of marks of emphasis in one place: a paragraph, a list item or a cell. */
export function mostMarks(part: string): number {
  return marksByPlace(part.split("\n"), emphasisMarks).reduce((most, count) => Math.max(most, count), 0);
}
