import type { ReactNode } from "react";
import { lazyPart, useLazyPart } from "../base/lazy-part.ts";
import type { DrawingName } from "../icon/empty-drawings.tsx";
import { StateBlock } from "./state-block.tsx";

export interface EmptyStateProps {
  /** The fixed sentence of the specification. */
  title: string;
  drawing?: DrawingName;
  /** One line more. */
  children?: ReactNode;
  /** At most one secondary button. */
  action?: ReactNode;
}

const drawingsPart = lazyPart(() => import("../icon/empty-drawings.tsx"));

/** Nothing here yet: a small drawing, the sentence, at most one thing to do. */
export function EmptyState({ title, drawing = "generic", children, action }: EmptyStateProps) {
  // Its room is kept; the sentence does without.
  const part = useLazyPart(drawingsPart, true, () => undefined);
  return <StateBlock drawing={part?.drawings[drawing]} title={title} text={children} action={action} />;
}
