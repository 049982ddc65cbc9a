import { Bell, Menu as MenuIcon, Search } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { cx } from "../../ui/base/cx.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SearchField } from "../../ui/field/search-field.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import {
  frameClass,
  gridClass,
  gridWithSidebarClass,
  headerClass,
  headerEndClass,
  headerSearchClass,
  headerStartClass,
  sheetClass,
  sidebarClass,
} from "../shell/frame-classes.ts";

/**
 * Renders the frame as it is for everybody, in the build. It has nothing of any person. Nothing in it takes the focus or a
 * press: buttons and fields are spans.
 */
export function renderFramePicture(): string {
  return renderToStaticMarkup(<FramePicture />)
    .replace(/<input[^>]*placeholder="([^"]*)"[^>]*>/g, '<span class="flex-1 truncate">$1</span>')
    .replace(/<button[^>]*? class="([^"]*)"[^>]*>/g, '<span class="$1">')
    .replaceAll("</button>", "</span>");
}

const rows = ["58%", "44%", "66%", "38%", "52%", "60%", "47%", "55%"];

function FramePicture() {
  return (
    <div className={frameClass}>
      <div className={cx(gridClass, gridWithSidebarClass)} data-grid="">
        <header className={headerClass}>
          <div className={headerStartClass}>
            <IconButton icon={MenuIcon} label="Menu" />
            <Skeleton className="ml-1" height={16} width={104} />
          </div>
          <div className={headerSearchClass}>
            <SearchField label="Search people, messages, tasks" shortcut="/" tone="frame" />
          </div>
          <div className={headerEndClass}>
            <span className="grid size-9 place-items-center text-muted md:hidden">
              <Search className="size-4" />
            </span>
            {/* Room for the switch of the theme. */}
            <span className="size-8 flex-none max-md:size-9" />
            <IconButton className="mr-2" icon={Bell} label="Inbox" />
            <span className="flex h-9 items-center p-1 pl-1.5">
              <Skeleton height={28} round width={28} />
              <span className="ml-1.5 size-3.5 max-sm:hidden" />
            </span>
          </div>
        </header>
        <aside className={sidebarClass}>
          <div className="flex min-w-0 flex-1 flex-col gap-px pt-12">
            {rows.map((width) => (
              <span className="flex h-7 items-center gap-2.5 px-2" key={width}>
                <Skeleton height={16} width={16} />
                <Skeleton width={width} />
              </span>
            ))}
          </div>
        </aside>
        <div className={sheetClass} data-sheet="">
          <div className="page-pad flex flex-col gap-4">
            <Skeleton height={28} width="min(320px, 62%)" />
            <Skeleton height={14} width="min(460px, 84%)" />
            {rows.slice(0, 6).map((width) => (
              <span className="flex items-center gap-3" key={width}>
                <Skeleton height={28} round width={28} />
                <span className="flex flex-1 flex-col gap-2">
                  <Skeleton width="26%" />
                  <Skeleton width={width} />
                </span>
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
