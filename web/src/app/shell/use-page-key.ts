import { useLocation } from "@tanstack/react-router";
import { preferencesVersion } from "../../lib/preferences.ts";

/**
 * Returns a key that changes when dates and numbers must be formatted again: the page renders as if it had just been
 * opened, and unsent texts are there as drafts. The page where the formats are chosen stays, and formats again by
 * itself.
 */
export function usePageKey(): string {
  const isChosenHere = useLocation({ select: ({ pathname }) => pathname === "/settings" });
  return isChosenHere ? "settings" : String(preferencesVersion());
}
