import type { OwnedConnection } from "@atoll/contract/mcp/oauth-schemas";
import { describeScopes } from "@atoll/contract/personal-tokens/areas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, Plug } from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import { EveryonesCard } from "../../capabilities/secrets/everyones-card.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatDate } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import {
  allowProgram,
  blockProgram,
  endAnyConnection,
  programKeys,
  useAllConnections,
  useBlockedPrograms,
} from "./api.ts";
import { DisconnectDialog } from "./programs-card.tsx";

/** Everyone's connected programs, for administrators: an end to any connection, and a block for a whole program. */
export function AllProgramsCard() {
  const [search, setSearch] = useState("");
  const [ended, setEnded] = useState<OwnedConnection>();
  const [blocked, setBlocked] = useState<OwnedConnection>();
  const list = useAllConnections(search);
  return (
    <>
      <EveryonesCard
        acts={[
          {
            verb: "Disconnect",
            label: ({ name, owner }) => `Disconnect ${name} of ${owner.name}`,
            onPress: setEnded,
          },
          {
            verb: "Block",
            label: ({ name, redirectTo }) => `Block ${name} of ${redirectTo} for everyone`,
            onPress: setBlocked,
          },
        ]}
        describe={(program, now) => (
          <>
            {describeScopes(program.scopes)}
            <span className="block">{describeUse(program, now, true)}</span>
          </>
        )}
        detail={({ redirectTo }) => redirectTo}
        icon={Plug}
        list={list}
        none="Nobody has connected a program"
        onSearch={setSearch}
        placeholder="Filter by program or person"
        search={search}
        text="A program chooses its own name. Its address tells it apart from others."
        things="connected programs"
        title="Connected programs"
      />
      <BlockedCard />
      {ended && (
        <DisconnectDialog end={endAnyConnection} onClose={() => setEnded(undefined)} program={ended} />
      )}
      {blocked && (
        <EndDialog
          done="Program blocked"
          end={() => blockProgram(blocked.clientId)}
          failure="Failed to block the program"
          onClose={() => setBlocked(undefined)}
          queryKey={programKeys.own}
          title={`Block “${blocked.name}” for everyone?`}
          verb="Block"
        >
          It is disconnected from everyone who uses it, and nobody can connect it until you allow it again.
        </EndDialog>
      )}
    </>
  );
}

/** Nothing while no program is blocked. */
function BlockedCard() {
  const { data } = useBlockedPrograms();
  const queryClient = useQueryClient();
  const now = useNow();
  const { mutate, isPending } = useMutation({
    mutationFn: allowProgram,
    onError: (error) => notify.error(errorMessage(error, "Failed to allow the program")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: programKeys.blocked }),
  });
  if (!data || data.programs.length === 0) return null;
  return (
    <SettingCard text="Nobody can connect these." title="Blocked programs">
      <ul aria-label="Blocked programs">
        {data.programs.map((program) => (
          <SettingRow
            as="li"
            end={
              <Button
                aria-label={`Allow ${program.name} again`}
                disabled={isPending}
                onClick={() => mutate(program.clientId)}
                size="xs"
              >
                Allow
              </Button>
            }
            icon={Ban}
            key={program.clientId}
            text={`Blocked ${formatDate(program.blockedAt, now)}. Answers at ${program.redirectTo.join(", ")}.`}
            title={program.name}
          />
        ))}
      </ul>
    </SettingCard>
  );
}
