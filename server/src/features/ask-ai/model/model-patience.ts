import type { SliceContext } from "../../../slice.ts";

/** A model that sends nothing for so long has stalled. */
const stallMs = 60_000;

/** How long to wait for the next byte of a model. */
export function modelIdleMs({ patience }: Pick<SliceContext, "patience">): number {
  return patience?.modelMs ?? stallMs;
}
