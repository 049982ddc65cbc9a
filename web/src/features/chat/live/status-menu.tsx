import { type PresenceStatus, presenceStatusSchema } from "@atoll/contract/chat/events";
import { ChevronDown } from "lucide-react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { PresenceDot, presenceNames } from "../../../ui/presence-dot.tsx";
import { notify } from "../../../ui/toast.tsx";
import { shapeOf, useOwnStatus } from "./use-presence.ts";

/** How the viewer wants to be seen. Specification, section 2: Online, Deep Dive, Away, Do Not Disturb. */
export function StatusMenu() {
  const [status, choose] = useOwnStatus();
  const shape = shapeOf(status);
  function select(value: string) {
    const wanted = presenceStatusSchema.safeParse(value);
    if (wanted.success) choose(wanted.data).catch((error: unknown) => notify.error(errorMessage(error)));
  }
  return (
    <Menu
      label="Status"
      align="end"
      trigger={
        <Button
          size="sm"
          trailingIcon={ChevronDown}
          aria-label={`Status: ${presenceNames[shape]}`}
          className="ml-auto flex-none"
        >
          <span className="flex items-center gap-1.5">
            <PresenceDot presence={shape} />
            <span className="max-md:sr-only">{presenceNames[shape]}</span>
          </span>
        </Button>
      }
      items={[
        {
          choice: "Status",
          value: status,
          onValueChange: select,
          options: presenceStatusSchema.options.map((option) => ({
            value: option,
            label: presenceNames[shapeOf(option)],
            detail: meanings[option],
            lead: <PresenceDot presence={shapeOf(option)} />,
          })),
        },
      ]}
    />
  );
}

const meanings: Record<PresenceStatus, string> = {
  online: "Everyone sees you are here",
  "deep-dive": "Focusing, replies can wait",
  away: "Back in a while",
  "do-not-disturb": "No sounds or banners",
};
