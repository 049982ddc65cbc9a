import type { ReactNode } from "react";

export interface StateBlockProps {
  drawing: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: "alert";
  /** The block is the whole page, and its title the page's heading. */
  heading?: boolean;
}

/** The common layout of empty, error and access-denied states: a drawing above a sentence, centred. */
export function StateBlock({ drawing, title, text, action, role, heading = false }: StateBlockProps) {
  const Title = heading ? "h1" : "p";
  return (
    <div role={role} className="flex flex-col items-center justify-center gap-1 p-6 text-center text-muted">
      <svg
        viewBox="0 0 96 64"
        width="96"
        height="64"
        fill="none"
        className="mb-2 overflow-visible"
        aria-hidden="true"
      >
        {drawing}
      </svg>
      <Title className="max-w-80 font-semibold text-text outline-none">{title}</Title>
      {text && <p className="max-w-80 text-xs">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
