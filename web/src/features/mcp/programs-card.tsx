import type { ConnectedProgram } from "@atoll/contract/mcp/oauth-schemas";
import { describeScopes } from "@atoll/contract/personal-tokens/areas";
import { Plug } from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { disconnectProgram, programKeys, useConnectedPrograms } from "./api.ts";

/** The programs that the viewer has connected, each to be disconnected at once. */
export function ProgramsCard() {
  const query = useConnectedPrograms();
  const [leaving, setLeaving] = useState<ConnectedProgram>();
  const now = useNow();
  return (
    <SettingCard
      text="Programs that speak MCP act for you in the areas that you chose. Connect one from the program: give it this workspace's address with /api/mcp at the end."
      title="Connected programs"
    >
      {query.data ? (
        query.data.programs.length > 0 ? (
          <ul aria-label="Connected programs">
            {query.data.programs.map((program) => (
              <SettingRow
                as="li"
                end={
                  <Button
                    aria-label={`Disconnect ${program.name}`}
                    onClick={() => setLeaving(program)}
                    size="xs"
                  >
                    Disconnect
                  </Button>
                }
                icon={Plug}
                key={program.id}
                text={
                  <>
                    {describeScopes(program.scopes)}
                    <span className="block">{describeUse(program, now, true)}</span>
                  </>
                }
                title={
                  <>
                    {program.name}{" "}
                    <span className="font-regular text-faint text-xs">{program.redirectTo}</span>
                  </>
                }
              />
            ))}
          </ul>
        ) : (
          <div className="border-t">
            <EmptyState title="No connected programs">The guide to MCP shows how to connect one.</EmptyState>
          </div>
        )
      ) : (
        <div className="border-t">
          {query.error ? (
            <LoadState query={query} />
          ) : (
            <RowSkeletons
              label="Loading your connected programs"
              mark={16}
              rowClassName="px-4 py-2 md:px-5"
            />
          )}
        </div>
      )}
      {leaving && <DisconnectDialog onClose={() => setLeaving(undefined)} program={leaving} />}
    </SettingCard>
  );
}

interface DisconnectDialogProps {
  program: ConnectedProgram;
  end?: (programId: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a connection ends. */
export function DisconnectDialog({ program, end = disconnectProgram, onClose }: DisconnectDialogProps) {
  return (
    <EndDialog
      done="Program disconnected"
      end={() => end(program.id)}
      failure="Failed to disconnect the program"
      goneCode="connected_program_not_found"
      onClose={onClose}
      queryKey={programKeys.own}
      title={`Disconnect “${program.name}”?`}
      verb="Disconnect"
    >
      The program is refused from now on. To use it again, connect it again.
    </EndDialog>
  );
}
