import { useNavigate } from "@tanstack/react-router";
import { Columns3, List, SquareKanban } from "lucide-react";
import type { IdeaSearch } from "../../features/ideas/data/filter.ts";
import { cx } from "../../ui/base/cx.ts";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { stringifySearch } from "../search-params.ts";

export type IdeaTab = "list" | "board" | "roadmap";

/** The ways to look at ideas, each with an address of its own. The filters stay the same. */
export function IdeaTabs({ current, search }: { current: IdeaTab; search: IdeaSearch }) {
  const navigate = useNavigate();
  return (
    <nav aria-label="Ways to look at ideas">
      <ul className="inline-flex gap-px rounded-sm bg-surface-sunken p-0.5 inset-ring-1 inset-ring-border">
        {tabs.map(({ value, path, label, icon: Icon }) => {
          const href = `${path}${stringifySearch({ ...search })}`;
          return (
            <li key={value}>
              <a
                aria-current={value === current ? "page" : undefined}
                className={cx(tabLook, value === current && onLook)}
                href={href}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  void navigate({ href });
                }}
              >
                <Icon aria-hidden="true" className="size-3.5 max-md:hidden" />
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const tabs: readonly { value: IdeaTab; path: string; label: string; icon: IconType }[] = [
  { value: "list", path: "/ideas", label: "List", icon: List },
  { value: "board", path: "/ideas/board", label: "Board", icon: SquareKanban },
  { value: "roadmap", path: "/ideas/roadmap", label: "Roadmap", icon: Columns3 },
];

const tabLook =
  "inline-flex h-6 items-center gap-1.5 rounded-xs px-2.5 font-medium text-muted text-xs hover:text-text max-md:h-9 max-md:px-3";
const onLook = "bg-surface-raised font-semibold text-text shadow-1 ring-1 ring-border";
