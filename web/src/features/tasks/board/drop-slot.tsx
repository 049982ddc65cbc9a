import type { ReactNode } from "react";

export interface DropSlotProps {
  height: number;
  /** By keys nothing floats: what is held stands in its slot. */
  children?: ReactNode;
}

/** Where a card would be dropped. Design, "Task card". */
export function DropSlot({ height, children }: DropSlotProps) {
  return (
    <li
      aria-hidden="true"
      className="flex-none rounded-md border border-primary-bright border-dashed bg-primary-soft"
      data-drag-slot=""
      style={{ height }}
    >
      {children}
    </li>
  );
}
