import type { AdminUser } from "@atoll/contract/administration/schemas";
import type { KeyboardEvent } from "react";
import { Checkbox } from "../../../../ui/field/checkbox.tsx";
import type { PeopleSelection } from "./use-people-selection.ts";

/**
 * Chooses somebody among several: with Shift all from the one before to here. The arrows lead to the boxes above and
 * below, and with Shift choose on the way.
 */
export function UserBox({ user, selection }: { user: AdminUser; selection: PeopleSelection }) {
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-user-box]")];
    const next = by === 0 ? undefined : boxes[boxes.indexOf(event.currentTarget) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (!event.shiftKey) return;
    if (!event.currentTarget.checked) event.currentTarget.click();
    if (!next.checked) next.click();
  }
  return (
    <Checkbox
      checked={selection.chosen.has(user.id)}
      className="flex"
      data-user-box={user.canEdit ? "" : undefined}
      disabled={!user.canEdit}
      hideLabel
      label={`Select ${user.name}`}
      onChange={({ nativeEvent }) =>
        selection.toggle(user, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      onKeyDown={onKeyDown}
    />
  );
}
