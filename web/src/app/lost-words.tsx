import { useSyncExternalStore } from "react";
import { getLostWords, subscribeLostWords } from "../lib/page/lost-words.ts";
import { lazyPart, useLazyPart } from "../ui/base/lazy-part.ts";

const boxPart = lazyPart(() => import("../ui/dialog/lost-words-box.tsx"));

/** Shows the words that a person was typing when its field went away. */
export function LostWords() {
  const words = useSyncExternalStore(subscribeLostWords, getLostWords, () => undefined);
  const part = useLazyPart(boxPart, words !== undefined, () => undefined);
  return words && part ? <part.LostWordsBox words={words} /> : null;
}
