import { type Mention, maxMentions, withoutQuotes } from "@atoll/contract/mentions";
import { splitMentions } from "../markdown/split-mentions.ts";

/**
 * Who a text calls by name, of the people who are known. Those who were picked stand first: of two with one name
 * they are meant. Of "Ana" and "Ana Lima" it is the longer.
 */
export function calledIds(text: string, known: readonly Mention[]): string[] {
  const parts = splitMentions(withoutQuotes(text), { mentions: [...known], mentionsAll: null });
  const ids = new Set(parts.flatMap(({ personId }) => personId ?? []));
  return [...ids].slice(0, maxMentions);
}
