import type { ReactNode } from "react";
import type { DrawingName } from "./empty-drawings.tsx";
import { lazyPart, useLazyPart } from "./lazy-part.ts";
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

const drawingsPart = lazyPart(() => import("./empty-drawings.tsx"));

/** Nothing here yet: a small drawing, the sentence, at most one thing to do. */
export function EmptyState({ title, drawing = "generic", children, action }: EmptyStateProps) {
  // Its room is kept; the sentence does without.
  const part = useLazyPart(drawingsPart, true, () => undefined);
  return <StateBlock drawing={part?.drawings[drawing]} title={title} text={children} action={action} />;
}
