import { Ellipsis, GripVertical, Pin, X } from "lucide-react";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { useGrips } from "../grid/grips.ts";

export interface CardControlsProps {
  title: string;
  /** Undefined: it stays, for it is a panel or an administrator has pinned it. */
  onRemove?: (() => void) | undefined;
  onChange?: (() => void) | undefined;
  /** Where there is one column. */
  onShift: (by: -1 | 1) => void;
  isPinned: boolean;
}

/** The controls of a card: drag, remove and change. On a phone they are a menu. */
export function CardControls({ title, onRemove, onChange, onShift, isPinned }: CardControlsProps) {
  const grips = useGrips();
  const entries: MenuEntry[] = [
    ...(onChange ? [{ label: "Change card", onSelect: onChange }] : []),
    ...(grips
      ? []
      : [
          { label: "Move up", onSelect: () => onShift(-1) },
          { label: "Move down", onSelect: () => onShift(1) },
        ]),
    ...(onRemove && !grips ? [{ label: "Remove card", onSelect: onRemove, danger: true }] : []),
  ];
  return (
    <>
      {isPinned && (
        <span className="flex text-faint" title="Pinned by an administrator">
          <Pin aria-hidden="true" className="size-3.5" />
          <VisuallyHidden>Pinned by an administrator</VisuallyHidden>
        </span>
      )}
      {entries.length > 0 && (
        <Menu
          items={entries}
          label={`Actions for ${title}`}
          trigger={<IconButton icon={Ellipsis} label={`More of ${title}`} size="xs" />}
        />
      )}
      {grips && (
        <IconButton
          {...grips.move}
          aria-pressed={grips.isActive}
          className="cursor-grab touch-none active:cursor-grabbing"
          icon={GripVertical}
          label={`Move ${title}`}
          size="xs"
        />
      )}
      {grips && onRemove && <IconButton icon={X} label={`Remove ${title}`} onClick={onRemove} size="xs" />}
    </>
  );
}
