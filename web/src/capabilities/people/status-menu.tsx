import { type PresenceStatus, presenceStatuses } from "@atoll/contract/people/presence";
import { ChevronDown } from "lucide-react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useIsCut } from "../../lib/server/use-offline.ts";
import { PresenceDot, presenceNames } from "../../ui/badge/presence-dot.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { shapeOf, useOwnStatus } from "./use-presence.ts";

/** How the viewer wants to be seen. Specification, section 2: Online, Deep Dive, Away, Do Not Disturb. */
export function StatusMenu() {
  const [status = "online", choose] = useOwnStatus();
  // The status that others see: without a connection that is offline, whatever was chosen.
  const shape = useIsCut() ? "offline" : shapeOf(status);
  function select(value: string) {
    const wanted = presenceStatuses.find((status) => status === value);
    if (wanted) choose(wanted).catch((error: unknown) => notify.error(errorMessage(error)));
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
          options: presenceStatuses.map((option) => ({
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
