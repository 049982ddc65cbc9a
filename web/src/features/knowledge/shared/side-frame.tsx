import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useCloseByBack } from "../../../ui/base/close-by-back.ts";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";

interface SideFrameProps {
  title: string;
  icon: IconType;
  /** Texts are compared in it, which need longer lines. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Where the panel covers the text. */
export const panelCovers = "(width < 1024px)";

/** A panel next to a page's text; below 1024 pixels it covers the text. */
export function SideFrame({ title, icon: Icon, isWide = false, onClose, children }: SideFrameProps) {
  useCloseByBack(matchMedia(panelCovers).matches, onClose);
  return (
    <aside
      aria-label={title}
      onKeyDown={(event) => {
        // A field has its own use for the key.
        const { target, currentTarget } = event;
        const isOwn = target instanceof Element && currentTarget.contains(target);
        if (event.key !== "Escape" || event.defaultPrevented || !isOwn) return;
        if (target.closest("input, textarea, select")) return;
        event.stopPropagation();
        onClose();
      }}
      className={cx(
        "flex w-[316px] flex-none flex-col border-l bg-surface-sunken max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:w-full max-lg:border-l-0 print:hidden",
        isWide && "xl:w-[344px]",
      )}
    >
      <header className="flex h-13 flex-none items-center gap-2 border-b px-4">
        <Icon aria-hidden="true" className="size-4 text-muted" />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{title}</h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      <div tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto p-4 outline-none">
        {children}
      </div>
    </aside>
  );
}
