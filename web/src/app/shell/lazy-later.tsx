import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const laterPart = lazyPart(() => import("./later.tsx"));

/** Loaded after the first paint: nobody presses a name before. */
export function LazyLater() {
  const part = useLazyPart(laterPart, true, () => undefined);
  return part ? <part.Later /> : null;
}
