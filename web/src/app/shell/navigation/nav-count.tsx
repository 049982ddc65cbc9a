import { useLiveParts } from "../use-live-parts.ts";

/** The count next to a place in the navigation, if its area has one. */
export function NavCount({ path }: { path: string }) {
  const Count = useLiveParts().find(({ counts }) => counts?.[path])?.counts?.[path];
  return Count && <Count />;
}
