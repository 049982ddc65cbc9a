import { Select as Base } from "@base-ui/react/select";
import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { useCloseByBack } from "../base/close-by-back.ts";
import { cx } from "../base/cx.ts";
import { floatingAt, floatingSurface } from "../base/floating.ts";
import type { FieldWiring } from "./field.tsx";

/** The closed field, also of what opens another way. */
export const selectTrigger =
  "group field-box flex h-8 w-full min-w-0 items-center gap-2 px-2.5 text-sm max-md:h-10 max-md:text-lg";

/** Whether a list is open, as its root takes it. The back button of a phone closes it. */
export function useOpenList(): { open: boolean; onOpenChange: (next: boolean) => void } {
  const [open, setOpen] = useState(false);
  useCloseByBack(open, () => setOpen(false));
  return { open, onOpenChange: setOpen };
}

export interface SelectTriggerProps {
  wiring: FieldWiring;
  triggerRef: Ref<HTMLButtonElement> | undefined;
  /** Nothing is chosen: what stands there is no value. */
  isEmpty: boolean;
  lead?: ReactNode;
  children: ReactNode;
}

/** The closed field of a select. Its arrow points up while the list is open. */
export function SelectTrigger({ wiring, triggerRef, isEmpty, lead, children }: SelectTriggerProps) {
  return (
    <Base.Trigger {...wiring} ref={triggerRef} className={selectTrigger}>
      {lead}
      <Base.Value className={cx("flex-1 truncate text-left", isEmpty && "text-faint")}>{children}</Base.Value>
      <ChevronDown className="size-4 text-faint transition-transform group-data-popup-open:rotate-180" />
    </Base.Trigger>
  );
}

export interface SelectListProps {
  popupClassName?: string;
  listClassName: string;
  children: ReactNode;
}

/** Its list, as wide as the field at least. */
export function SelectList({ popupClassName, listClassName, children }: SelectListProps) {
  return (
    <Base.Portal>
      <Base.Positioner alignItemWithTrigger={false} {...floatingAt({})}>
        <Base.Popup className={cx(floatingSurface, "min-w-(--anchor-width)", popupClassName)}>
          <Base.List className={listClassName}>{children}</Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
