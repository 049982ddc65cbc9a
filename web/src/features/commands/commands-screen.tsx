import { commandRoutes } from "@atoll/contract/commands/routes";
import type { Command } from "@atoll/contract/commands/schemas";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Plus, SquareSlash, Trash2 } from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import { authorName } from "../../capabilities/people/author-name.ts";
import type { NewSecret } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { SecretAlert } from "../../capabilities/secrets/secret-alert.tsx";
import { call } from "../../lib/server/api-client.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { commandsKey, EditCommandDialog, NewCommandDialog, RenewCommandDialog } from "./command-dialogs.tsx";

type Asked = "edit" | "renew" | "delete";

/** The commands of programs: what is typed, and where it goes. */
export function CommandsScreen() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: commandsKey,
    queryFn: ({ signal }) => call(commandRoutes.listManagedCommands, {}, { signal }),
  });
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<NewSecret>();
  const [asked, setAsked] = useState<{ what: Asked; id: string }>();
  const command = data?.commands.find(({ id }) => id === asked?.id);
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      {made && (
        <SecretAlert made={made} onDismiss={() => setMade(undefined)}>
          Copy the signing secret of /{made.name} now: it is not shown again. A program that compares a
          verification token instead needs the second line.
        </SecretAlert>
      )}
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New command
          </Button>
        }
        text="What people type after a command goes to a program, which answers in the chat. Programs written for Slack need only another address and secret."
        title="Commands"
      >
        {data ? (
          data.commands.length > 0 ? (
            <ul aria-label="Commands">
              {data.commands.map((one) => (
                <CommandRow key={one.id} command={one} onAsk={(what) => setAsked({ what, id: one.id })} />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState title="No commands">
                Register one with the address of its program. Atoll’s own commands are always there.
              </EmptyState>
            </div>
          )
        ) : (
          <div className="border-t">
            {error ? (
              <LoadState failure="Failed to load the commands" query={{ error, isFetching, refetch }} />
            ) : (
              <RowSkeletons label="Loading the commands" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isCreating && <NewCommandDialog onClose={() => setIsCreating(false)} onSecret={setMade} />}
      {command && asked?.what === "edit" && <EditCommandDialog command={command} onClose={close} />}
      {command && asked?.what === "renew" && (
        <RenewCommandDialog command={command} onClose={close} onSecret={setMade} />
      )}
      {command && asked?.what === "delete" && (
        <EndDialog
          onClose={close}
          queryKey={commandsKey}
          end={() => call(commandRoutes.deleteCommand, { params: { commandId: command.id } })}
          title={`Delete /${command.name}?`}
        >
          Nobody can use it from now on. Its messages stay, and their buttons do nothing any more.
        </EndDialog>
      )}
    </div>
  );
}

function CommandRow({ command, onAsk }: { command: Command; onAsk: (what: Asked) => void }) {
  const { name, usage, help, program, address, owner, isStopped } = command;
  return (
    <li className="flex items-start gap-3.5 border-t px-4 py-3 md:px-5">
      <SquareSlash className="mt-0.5 size-5 flex-none text-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere min-w-0">
            /{name} <span className="text-muted">{usage}</span>
          </span>
          {isStopped && <Badge tone="warning">Stopped</Badge>}
        </p>
        <p className="wrap-anywhere text-muted text-xs">
          {help}
          <span className="block">
            {program}, at {address}
          </span>
          {owner && <span className="block">{authorName(owner)} answers for it.</span>}
        </p>
        {isStopped && (
          <p className="text-danger-text text-xs">
            Its owner has left, lost the right to it, or their access was ended. Check the address, and make a
            new secret to take it over.
          </p>
        )}
      </div>
      <Menu
        align="end"
        items={[
          { label: "Edit", icon: Pencil, onSelect: () => onAsk("edit") },
          { label: "Make a new secret", icon: KeyRound, onSelect: () => onAsk("renew") },
          "separator",
          { label: "Delete", icon: Trash2, danger: true, onSelect: () => onAsk("delete") },
        ]}
        label={`More for /${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for /${name}`} size="sm" />}
      />
    </li>
  );
}
