import { cloneElement, type ReactElement, type ReactNode, useRef } from "react";
import { Count } from "../badge/count.tsx";
import { tabClass } from "./tab-class.ts";
import { useTabInSight } from "./use-tab-in-sight.ts";

interface TabLink {
  key: string;
  label: string;
  /** An empty link element, `<Link to="/admin/roles" />`, that marks itself as current. */
  link: ReactElement<{ className?: string; children?: ReactNode }>;
  /** The number of things in it. */
  count?: number | undefined;
}

export interface TabLinksProps {
  /** The name of the row, for assistive tech. */
  label: string;
  tabs: readonly TabLink[];
}

/** Parts of one page that each have an address: they look like tabs, and are links. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const row = useRef<HTMLUListElement>(null);
  useTabInSight(row);
  return (
    <nav aria-label={label} className="-mt-1.5">
      <ul ref={row} className="flex gap-5 scroll-row border-b">
        {tabs.map(({ key, label: text, link, count }) => (
          <li key={key} className="flex-none">
            {cloneElement(link, {
              className: tabClass,
              children:
                count === undefined ? (
                  text
                ) : (
                  <>
                    {text} <Count value={count} max={9999} />
                  </>
                ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
