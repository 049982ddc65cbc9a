import { type Mention, withoutQuotes } from "@atoll/contract/mentions";
import { maxMentions } from "@atoll/contract/text/max-mentions";
import { splitMentions } from "../markdown/split-mentions.ts";

/**
 * Returns the people a text mentions by name, of those who are known. People who were picked come first: if two have
 * the same name, they are meant. Of "Ana" and "Ana Lima", the longer name matches.
 */
export function calledIds(text: string, known: readonly Mention[]): string[] {
  const parts = splitMentions(withoutQuotes(text), { mentions: [...known], mentionsAll: null });
  const ids = new Set(parts.flatMap(({ personId }) => personId ?? []));
  return [...ids].slice(0, maxMentions);
}
