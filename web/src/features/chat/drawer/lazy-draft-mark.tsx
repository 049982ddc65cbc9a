import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";

const markPart = lazyPart(() => import("./draft-mark.tsx"));

/** The mark of a draft: the first load leaves it out. */
export function LazyDraftMark({ channelId }: { channelId: string }) {
  const part = useLazyPart(markPart, true, () => undefined);
  return part ? <part.DraftMark channelId={channelId} /> : null;
}
