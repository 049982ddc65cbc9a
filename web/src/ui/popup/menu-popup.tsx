import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from "react";
import { Kbd } from "../badge/kbd.tsx";
import { useCloseByBack } from "../base/close-by-back.ts";
import { cx } from "../base/cx.ts";
import { finalFocus } from "../base/final-focus.ts";
import { floatingAt, floatingItem, floatingSurface } from "../base/floating.ts";
import type { MenuAction, MenuChoice, MenuEntry, MenuProps } from "./menu-entry.ts";
import type { MenuStart } from "./use-lazy-popup.ts";

export interface MenuPopupProps extends Omit<MenuProps, "trigger"> {
  anchor: RefObject<HTMLElement | null>;
  startAt: MenuStart;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The part of Menu that floats; loaded at the first opening. */
export function MenuPopup(props: MenuPopupProps) {
  const { anchor, open, onOpenChange, startAt, label, items, header, side, align = "start" } = props;
  const popup = useRef<HTMLDivElement>(null);
  useCloseByBack(open, () => onOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Positioner {...floatingAt({ anchor, side, align })}>
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={finalFocus(popup, anchor)}
            onFocus={(event) => startFocus(event, startAt)}
            onKeyDown={(event) => chooseByDigit(event, items)}
            className={cx(
              floatingSurface,
              "max-h-(--available-height) min-w-[200px] max-w-[min(320px,90vw)] overflow-y-auto p-1",
            )}
          >
            {header && (
              <div className="-mx-1 mb-1 border-b px-3 pt-1 pb-2" role="presentation">
                {header}
              </div>
            )}
            {items.map((entry, index) => (
              <Entry key={keyOf(entry, index)} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === "separator") return <hr className="-mx-1 my-1 border-t" />;
  return "choice" in entry ? <Choice {...entry} /> : <Action {...entry} />;
}

function Action({ label, icon: Icon, lead, onSelect, link, danger, disabled, shortcut, note }: MenuAction) {
  const look = cx(floatingItem, danger && "text-danger-text");
  const content = (
    <>
      {Icon ? <Icon className={cx("size-4", !danger && "text-faint")} /> : lead}
      <span className="flex-1 truncate">{label}</span>
      {note && <span className="flex-none text-muted text-xs">{note}</span>}
      {shortcut && (
        <span aria-hidden="true">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </>
  );
  if (link) {
    return (
      <Base.LinkItem render={link} closeOnClick label={label} className={look} onClick={onSelect}>
        {content}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item label={label} disabled={disabled} className={look} onClick={onSelect}>
      {content}
    </Base.Item>
  );
}

function Choice({ choice, hasHeading, options, value, onValueChange, hasDigits }: MenuChoice) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onValueChange(next)} aria-label={choice}>
      {hasHeading && (
        <p aria-hidden="true" className="px-2 pt-1.5 pb-0.5 font-semibold text-faint text-xs">
          {choice}
        </p>
      )}
      {options.map(({ value: option, label, detail, icon: Icon, lead, disabled }, index) => (
        <Base.RadioItem
          key={option}
          value={option}
          label={label}
          disabled={disabled}
          closeOnClick
          className={floatingItem}
        >
          {Icon ? <Icon className="size-4 text-faint" /> : lead}
          <span className={cx("min-w-0 flex-1", detail && "py-1 leading-[18px]")}>
            <span className="block truncate">{label}</span>
            {detail && <span className="block truncate text-muted text-xs">{detail}</span>}
          </span>
          <Base.RadioItemIndicator>
            <Check className="size-4 text-primary-text" />
          </Base.RadioItemIndicator>
          {hasDigits && (
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Kbd>{String(index + 1)}</Kbd>
            </span>
          )}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/**
 * Our trigger is not the library's, which therefore never learns that a key opened the menu and focuses
 * the popup. The focus comes to the popup itself only then, and is handed on to the row it belongs to.
 */
function startFocus({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>, startAt: MenuStart) {
  const cameFromInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  if (startAt === "popup" || target !== currentTarget || cameFromInside) return;
  const rows = currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([data-disabled])');
  rows[startAt === "first" ? 0 : rows.length - 1]?.focus();
}

/** A digit chooses the option that shows it. */
function chooseByDigit(event: KeyboardEvent<HTMLElement>, items: readonly MenuEntry[]) {
  const hasDigits = items.some((entry) => entry !== "separator" && "choice" in entry && entry.hasDigits);
  if (!hasDigits || !/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const options = event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitemradio]");
  event.preventDefault();
  options[Number(event.key) - 1]?.click();
}

function keyOf(entry: MenuEntry, index: number): string {
  if (entry === "separator") return `line-${index}`;
  return "choice" in entry ? entry.choice : entry.label;
}
