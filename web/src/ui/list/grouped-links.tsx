import { ChevronDown } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { Popover } from "../popup/popover.tsx";

export interface LinkGroup {
  heading: string;
  links: readonly {
    key: string;
    label: string;
    /** An empty link element, `<Link to="/admin/roles" />`, that marks itself as current. */
    link: ReactElement<{ className?: string; children?: ReactNode; onClick?: () => void }>;
  }[];
}

export interface GroupedLinksProps {
  /** The name of the list, for assistive tech. */
  label: string;
  groups: readonly LinkGroup[];
  /** The key of the link to this page. */
  current: string | undefined;
  /** The page next to the list. */
  children: ReactNode;
}

/**
 * More pages than a row of tabs has room for, under headings: a list at the side of a wide screen, and behind a button
 * with the name of the current page on a narrow one.
 */
export function GroupedLinks({ label, groups, current, children }: GroupedLinksProps) {
  return (
    <div className="gap-6 xl:flex">
      <nav
        aria-label={label}
        className="sticky top-6 -ml-2 max-h-[calc(100dvh-112px)] w-40 flex-none self-start overflow-y-auto max-xl:hidden"
      >
        <Groups groups={groups} />
      </nav>
      <div className="mb-4 xl:hidden">
        <Popover
          label={label}
          className="w-60"
          trigger={
            <Button aria-label={`${label}: ${nameOf(groups, current)}`} trailingIcon={ChevronDown}>
              {nameOf(groups, current)}
            </Button>
          }
        >
          {(close) => (
            <nav aria-label={label}>
              <Groups groups={groups} onGo={close} />
            </nav>
          )}
        </Popover>
      </div>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** "People / Users", the page with its heading. */
function nameOf(groups: readonly LinkGroup[], current: string | undefined): string {
  const group = groups.find(({ links }) => links.some(({ key }) => key === current)) ?? groups[0];
  const page = group?.links.find(({ key }) => key === current);
  return [group?.heading, page?.label].filter(Boolean).join(" / ");
}

function Groups({ groups, onGo }: { groups: readonly LinkGroup[]; onGo?: () => void }) {
  return groups.map(({ heading, links }) => (
    <section key={heading} className="mb-3 last:mb-0">
      <h2 className="px-2 pb-1 font-semibold text-faint text-xs">{heading}</h2>
      <ul>
        {links.map(({ key, label, link }) => (
          <li key={key}>
            {cloneElement(link, { className: linkClass, children: label, ...(onGo && { onClick: onGo }) })}
          </li>
        ))}
      </ul>
    </section>
  ));
}

const linkClass =
  "flex h-7 items-center truncate rounded-sm px-2 text-muted hover:bg-surface-hover hover:text-text " +
  "focus-visible:-outline-offset-2 aria-[current=page]:bg-surface-selected aria-[current=page]:font-semibold " +
  "aria-[current=page]:text-text pointer-coarse:h-10";
