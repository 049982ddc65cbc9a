import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { cx } from "../../ui/base/cx.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { breadcrumbs } from "../navigation/find-place.ts";
import { decideAccess } from "../route-access.ts";
import { useAreas } from "../use-areas.ts";

export interface PageHeaderProps {
  /** A word of it may stand back in a paler tone. */
  title: ReactNode;
  /** The dashboard greets in larger letters, where there is room. */
  greeting?: boolean;
  /** Other views of the page, next to its name. Marked `data-whole`, it gives up none of its width. */
  aside?: ReactNode;
  /** Buttons, at the right of the name. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Where the person is, and the page's name. */
export function PageHeader({ title, greeting = false, aside, actions, children }: PageHeaderProps) {
  const viewer = useViewer();
  const pathname = useLocation({ select: (location) => location.pathname });
  // Leaves out parents that the viewer may not open: Admin, for a person who may only read the audit log.
  const crumbs = breadcrumbs(pathname, viewer.departments, useAreas())
    .filter(({ path }, index, all) => index === all.length - 1 || decideAccess(path, viewer).kind === "show")
    .map(({ label, path }) => ({ label, link: <Link to={path} /> }));
  return (
    <div className="mb-4 flex flex-col gap-2">
      <Breadcrumbs items={crumbs} />
      <div
        className={cx(
          "flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2",
          // With buttons or without, the views keep their place.
          aside !== undefined && "min-h-[32px]",
        )}
      >
        {/* On a phone the text below the name has the whole width, not what the buttons leave. */}
        <div className={cx("min-w-0 max-md:contents", !aside && "flex-1")}>
          <h1
            className={cx(
              "min-w-0 outline-none",
              (!aside || actions !== undefined) && "max-md:flex-1",
              "type-page",
              // A long name takes two lines at most.
              greeting && "wrap-anywhere line-clamp-2 md:type-greeting",
            )}
          >
            {title}
          </h1>
          {children && <div className="max-md:order-1 max-md:w-full">{children}</div>}
        </div>
        {aside && (
          <div
            className={cx(
              "min-w-0 flex-1 has-data-whole:min-w-fit max-md:min-w-fit",
              // On a phone the buttons stay next to the name, and the views are below it.
              actions !== undefined && "max-md:order-1 max-md:basis-full",
            )}
          >
            {aside}
          </div>
        )}
        {actions}
      </div>
    </div>
  );
}
