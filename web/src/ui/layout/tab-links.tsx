import { cloneElement, type ReactElement, useRef } from "react";
import { tabClass } from "./tab-class.ts";
import { useTabInSight } from "./use-tab-in-sight.ts";

interface TabLink {
  key: string;
  label: string;
  /** An empty link element, `<Link to="/admin/roles" />`, that marks itself as current. */
  link: ReactElement<{ className?: string; children?: string }>;
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
        {tabs.map(({ key, label: text, link }) => (
          <li key={key} className="flex-none">
            {cloneElement(link, { className: tabClass, children: text })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
