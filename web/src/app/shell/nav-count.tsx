import { useLiveParts } from "./use-live-parts.ts";

/** The number beside a place of the navigation, where its area counts something. */
export function NavCount({ path }: { path: string }) {
  const Count = useLiveParts().find(({ counts }) => counts?.[path])?.counts?.[path];
  return Count && <Count />;
}
