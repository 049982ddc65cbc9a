import { linkEntries } from "../popup/link-entries.ts";
import type { LinkedThing } from "../toast/copy-text.ts";
import { IconButton } from "./icon-button.tsx";

export interface LinkButtonsProps {
  thing: LinkedThing;
  size?: "sm" | undefined;
}

/** The buttons that pass on the link to a thing, as `linkEntries` has them. */
export function LinkButtons({ thing, size }: LinkButtonsProps) {
  return linkEntries(thing).map(({ label, icon, onSelect }) =>
    icon ? <IconButton key={label} label={label} icon={icon} size={size} onClick={onSelect} /> : null,
  );
}
