import { useLocation } from "@tanstack/react-router";
import { preferencesVersion } from "../../lib/preferences.ts";

/**
 * Another key once dates and numbers are to be written anew: the page is drawn as if it had just been opened, what was
 * begun on it is there as a draft. Where they are chosen, the page goes on, and writes them anew by itself.
 */
export function usePageKey(): string {
  const isChosenHere = useLocation({ select: ({ pathname }) => pathname === "/settings" });
  return isChosenHere ? "settings" : String(preferencesVersion());
}
