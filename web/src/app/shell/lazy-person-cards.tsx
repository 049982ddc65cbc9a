import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const cardsPart = lazyPart(() => import("../people/person-cards.tsx"));

/** Loaded after the first paint: nobody presses a name before. */
export function LazyPersonCards() {
  const part = useLazyPart(cardsPart, true, () => undefined);
  return part ? <part.PersonCards /> : null;
}
