import type { ReactNode } from "react";
import { type DrawingName, drawings } from "./empty-drawings.tsx";
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

/** Nothing here yet: a small drawing, the sentence, at most one thing to do. */
export function EmptyState({ title, drawing = "generic", children, action }: EmptyStateProps) {
  return <StateBlock drawing={drawings[drawing]} title={title} text={children} action={action} />;
}
