import type { OwnedConnection } from "@atoll/contract/mcp/oauth-schemas";
import { describeScopes } from "@atoll/contract/personal-tokens/areas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, Plug } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatDate } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import {
  allowProgram,
  blockProgram,
  endAnyConnection,
  programKeys,
  useAllConnections,
  useBlockedPrograms,
} from "./api.ts";
import { DisconnectDialog, describeConnection } from "./programs-card.tsx";

/** Everyone's connected programs, for administrators: an end to any connection, and a block for a whole program. */
export function AllProgramsCard() {
  const [search, setSearch] = useState("");
  const [ended, setEnded] = useState<OwnedConnection>();
  const [blocked, setBlocked] = useState<OwnedConnection>();
  const list = useAllConnections(search);
  const now = useNow();
  return (
    <>
      <SettingCard
        end={
          <FilterField
            className="w-60 max-md:w-full"
            label="Search connected programs"
            loading={list.isPlaceholderData && list.isFetching}
            maxLength={100}
            onChange={setSearch}
            placeholder="Filter by program or person"
            value={search}
          />
        }
        text="A program chooses its own name. Its address tells it apart from others."
        title="Connected programs"
      >
        <PagedList
          empty={
            <EmptyState title={search ? "No connected programs found" : "Nobody has connected a program"} />
          }
          failure="Failed to load the connected programs"
          list={list}
          skeleton={
            <RowSkeletons
              label="Loading the connected programs"
              mark={16}
              rowClassName="border-t px-4 py-2"
            />
          }
        >
          {(items) => (
            <ul aria-label="Connected programs">
              {items.map((program) => (
                <SettingRow
                  as="li"
                  end={
                    <div className="flex gap-2">
                      <Button
                        aria-label={`Disconnect ${program.name} of ${program.owner.name}`}
                        onClick={() => setEnded(program)}
                        size="xs"
                      >
                        Disconnect
                      </Button>
                      <Button
                        aria-label={`Block ${program.name} of ${program.redirectTo} for everyone`}
                        onClick={() => setBlocked(program)}
                        size="xs"
                      >
                        Block
                      </Button>
                    </div>
                  }
                  icon={Plug}
                  key={program.id}
                  text={
                    <>
                      {describeScopes(program.scopes)}
                      <span className="block">{describeConnection(program, now)}</span>
                    </>
                  }
                  title={
                    <>
                      {program.name}{" "}
                      <span className="font-regular text-muted text-xs">
                        {program.redirectTo}, {program.owner.name}
                      </span>
                    </>
                  }
                />
              ))}
            </ul>
          )}
        </PagedList>
      </SettingCard>
      <BlockedCard />
      {ended && (
        <DisconnectDialog end={endAnyConnection} onClose={() => setEnded(undefined)} program={ended} />
      )}
      {blocked && <BlockDialog onClose={() => setBlocked(undefined)} program={blocked} />}
    </>
  );
}

function BlockDialog({ program, onClose }: { program: OwnedConnection; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => blockProgram(program.clientId),
    onSuccess: () => {
      notify.success("Program blocked");
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: programKeys.own }),
        queryClient.invalidateQueries({ queryKey: programKeys.blocked }),
      ]),
  });
  return (
    <ConfirmDialog
      error={error ? errorMessage(error, "Failed to block the program") : undefined}
      loading={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
      open
      title={`Block “${program.name}” for everyone?`}
      verb="Block"
    >
      It is disconnected from everyone who uses it, and nobody can connect it until you allow it again.
    </ConfirmDialog>
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
