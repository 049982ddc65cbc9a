import { ChevronRight } from "lucide-react";
import { cloneElement, Fragment, type ReactElement } from "react";
import { cx } from "../base/cx.ts";

interface Crumb {
  label: string;
  /** An empty link element, `<Link to="/dashboard" />`; the last crumb has none. */
  link?: ReactElement<{ className?: string; children?: string }>;
}

export interface BreadcrumbsProps {
  items: readonly Crumb[];
  /** The name of the landmark, for assistive tech. */
  label?: string;
}

/** Where this page lies; the last crumb is the page itself. */
export function Breadcrumbs({ items, label = "Breadcrumb" }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className="min-w-0 text-faint text-xs">
      <ol className="flex flex-wrap items-center gap-1.5">
        {items.map(({ label, link }, index) => (
          <Fragment key={label}>
            {index > 0 && (
              <li aria-hidden="true">
                <ChevronRight className="size-3 stroke-2" />
              </li>
            )}
            <li className="min-w-0 max-md:-my-3">
              {link && index < items.length - 1 ? (
                cloneElement(link, {
                  className: cx(crumb, "rounded-xs hover:text-text hover:underline"),
                  children: label,
                })
              ) : (
                <span
                  aria-current={index === items.length - 1 ? "page" : undefined}
                  className={cx(crumb, "font-medium text-muted")}
                >
                  {label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

// Tall enough for a finger, without moving the lines around it.
const crumb = "block truncate max-md:py-3";
