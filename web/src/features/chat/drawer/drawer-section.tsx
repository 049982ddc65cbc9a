import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "../../../ui/base/cx.ts";

export interface DrawerSectionProps {
  title: string;
  /** How many rows there are; none shows `empty`. */
  count?: number;
  empty?: string;
  isFolded?: boolean;
  /** Its heading folds it; without this it cannot be folded. */
  onFold?: () => void;
  /** Shown at the end of the heading. */
  action?: ReactNode;
  /** Shown below the rows. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A named part of the drawer. What a folded one still shows is its children. */
export function DrawerSection(props: DrawerSectionProps) {
  const { title, count, empty, isFolded = false, onFold, action, foot, children } = props;
  const id = useId();
  const name = (
    <span id={id}>
      {/* The space is for screen readers. */}
      {title} {count ? <span className="ml-0.5 font-medium">{count}</span> : null}
    </span>
  );
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center gap-2 pt-3 pr-1 pb-1 pl-2 max-md:pt-1 max-md:pb-0">
        <h2 className="flex-1 font-semibold text-2xs text-faint">
          {onFold ? (
            <button
              type="button"
              aria-expanded={!isFolded}
              onClick={onFold}
              className="touch-reach group/fold relative flex items-center gap-1 rounded-xs hover:text-text max-md:min-h-9"
            >
              {name}
              <ChevronDown
                aria-hidden="true"
                className={cx(
                  "size-3 transition-transform duration-fast",
                  isFolded ? "-rotate-90" : "md:opacity-0 group-hover/fold:opacity-100",
                )}
              />
            </button>
          ) : (
            name
          )}
        </h2>
        {action}
      </div>
      {count === 0 && !isFolded ? (
        <p className="px-2 py-1 text-faint text-xs">{empty}</p>
      ) : (
        <ul className="flex flex-col gap-px">{children}</ul>
      )}
      {foot}
    </section>
  );
}
