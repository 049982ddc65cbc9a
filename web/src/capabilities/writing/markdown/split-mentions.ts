import { findName, type Mention } from "@atoll/contract/mentions";
import { beforeAt, wordGoesOn } from "@atoll/contract/text/word-edges";

/** The mentions in a text. */
export interface Calls {
  mentions: Mention[];
  /** Everyone there, or everyone who is here now. */
  mentionsAll: string | null;
}

export type MentionPart = { at: number; text: string; isCall: boolean; personId: string | null };

/** More than this in one text are not marked. */
const maxMarked = 200;
const callOfAll = new RegExp(`(?<![${beforeAt}])@(?:channel|here)(?!${wordGoesOn})`, "gu");

/** Splits a text into what is said and who is called. Joined again, the parts are the text. */
export function splitMentions(text: string, { mentions, mentionsAll }: Calls): MentionPart[] {
  if (!text.includes("@")) return [{ at: 0, text, isCall: false, personId: null }];
  const hits = mentionsAll === null ? [] : hitsOfAll(text);
  // The longer name matches if the text has both, such as "Ana" and "Ana Lima".
  for (const { id, name } of mentions.toSorted((a, b) => b.name.length - a.name.length)) {
    for (let at = findName(text, name, 0); at >= 0 && hits.length < maxMarked; ) {
      const end = at + name.length + 1;
      if (hits.every((hit) => end <= hit.at || at >= hit.end)) hits.push({ at, end, personId: id });
      at = findName(text, name, end);
    }
  }
  const parts: MentionPart[] = [];
  let done = 0;
  const say = (end: number) => {
    if (end > done) parts.push({ at: done, text: text.slice(done, end), isCall: false, personId: null });
  };
  for (const { at, end, personId } of hits.toSorted((a, b) => a.at - b.at)) {
    say(at);
    parts.push({ at, text: text.slice(at, end), isCall: true, personId });
    done = end;
  }
  say(text.length);
  return parts;
}

interface Hit {
  at: number;
  end: number;
  /** Null: everyone. */
  personId: string | null;
}

function hitsOfAll(text: string): Hit[] {
  return [...text.matchAll(callOfAll)]
    .slice(0, maxMarked)
    .map((match) => ({ at: match.index, end: match.index + match[0].length, personId: null }));
}
