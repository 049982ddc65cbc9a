import { type ReactNode, useId } from "react";

export interface DrawerSectionProps {
  title: string;
  /** How many rows there are; none shows `empty`. */
  count?: number;
  empty?: string;
  /** Stands at the end of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A named part of the drawer. */
export function DrawerSection({ title, count, empty, action, children }: DrawerSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center gap-2 pt-3 pr-1 pb-1 pl-2">
        <h2 id={id} className="flex-1 font-semibold text-2xs text-faint">
          {title}
          {count ? <span className="ml-1.5 font-medium">{count}</span> : null}
        </h2>
        {action}
      </div>
      {count === 0 ? (
        <p className="px-2 py-1 text-faint text-xs">{empty}</p>
      ) : (
        <ul className="flex flex-col gap-px">{children}</ul>
      )}
    </section>
  );
}
