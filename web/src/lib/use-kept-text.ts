import { useState } from "react";
import { openTextStorage } from "./text-storage.ts";

/** A choice of how a page looks, remembered on this device under a key until its person leaves. */
export function useKeptText(key: string, initial: string): [text: string, keep: (text: string) => void] {
  const [text, setText] = useState(() => openTextStorage().getItem(key) ?? initial);
  function keep(next: string) {
    setText(next);
    try {
      openTextStorage().setItem(key, next);
    } catch {
      // Storage is full: the choice lasts as long as the page.
    }
  }
  return [text, keep];
}
