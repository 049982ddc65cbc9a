import type { GitConnection } from "@atoll/contract/git-links/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, GitPullRequest, KeyRound, Pencil, Plus, Trash2, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import type { NewSecret } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { SecretAlert } from "../../capabilities/secrets/secret-alert.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";
import { notify } from "../../ui/toast/toast.tsx";
import {
  changeConnection,
  connectionAddress,
  connectionsKey,
  deleteConnection,
  renewSecret,
  takeOverConnection,
  useConnections,
} from "./api.ts";
import { EditConnectionDialog, NewConnectionDialog, providerNames } from "./connection-dialogs.tsx";

type Asked = { what: "edit" | "renew" | "take over" | "delete"; connection: GitConnection };

/** The repository connections of the viewer and of the departments that they manage, with their last delivery. */
export function ConnectionsScreen() {
  const list = useConnections();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<NewSecret & { id: string }>();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  // As it is in the list now, also while it is edited.
  const connection = list.items?.find(({ id }) => id === asked?.connection.id) ?? asked?.connection;
  return (
    <div className="flex flex-col gap-4">
      {made && (
        <SecretAlert made={made} onDismiss={() => setMade(undefined)}>
          Copy the secret of “{made.name}” now: it is not shown again. Enter it with this address as a webhook
          of the repository, for pushes and pull requests, as JSON. At Gitea and Forgejo, also choose
          “Delete”, so that deleted branches disappear.
          <code className="mt-2 block break-all text-xs">{connectionAddress(made.id)}</code>
        </SecretAlert>
      )}
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New connection
          </Button>
        }
        text="Branches, commits and pull requests that have the address of a task or bug are shown on it, and can move it."
        title="Repositories"
      >
        <div className="border-t">
          <PagedList
            empty={
              <EmptyState
                action={
                  <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
                    Connect a repository
                  </Button>
                }
                title="No repositories are connected"
              />
            }
            failure="Failed to load the connections"
            list={list}
            moreLabel="Show earlier connections"
            skeleton={
              <RowSkeletons label="Loading the connections" mark={16} rowClassName="px-4 py-2 md:px-5" />
            }
          >
            {(connections) => (
              <ul aria-label="Repository connections" className="divide-y">
                {connections.map((one) => (
                  <ConnectionRow
                    connection={one}
                    key={one.id}
                    onAsk={(what) => setAsked({ what, connection: one })}
                  />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </SettingCard>
      {isCreating && (
        <NewConnectionDialog
          onClose={() => setIsCreating(false)}
          onMade={({ id, name }, secret) => setMade({ id, name, secret })}
        />
      )}
      {connection && asked?.what === "edit" && (
        <EditConnectionDialog connection={connection} onClose={close} />
      )}
      {connection && asked?.what === "renew" && (
        <EndDialog
          end={async () => {
            const { secret } = await renewSecret(connection.id);
            setMade({ id: connection.id, name: connection.name, secret });
          }}
          onClose={close}
          queryKey={connectionsKey}
          title={`Make a new secret for ${connection.name}?`}
          verb="Make a new secret"
        >
          The former secret stops working at once. Deliveries are refused until you enter the new one at the
          repository.
        </EndDialog>
      )}
      {connection && asked?.what === "take over" && (
        <EndDialog
          end={async () => {
            const { secret } = await takeOverConnection(connection.id, connection.version);
            if (secret) setMade({ id: connection.id, name: connection.name, secret });
          }}
          goneCode="git_connection_not_found"
          onClose={close}
          queryKey={connectionsKey}
          title={`Take over ${connection.name}?`}
          verb="Take over"
        >
          It gets a new secret, because its former owner may know the old one. It is paused until you have
          entered the new secret at the repository and resume it. Deliveries until then are not read.
        </EndDialog>
      )}
      {connection && asked?.what === "delete" && (
        <EndDialog
          end={() => deleteConnection(connection.id)}
          goneCode="git_connection_not_found"
          onClose={close}
          queryKey={connectionsKey}
          title={`Delete ${connection.name}?`}
          verb="Delete connection"
        >
          Its branches, commits and pull requests are no longer shown on tasks and bugs. Tasks that it moved
          stay where they are.
        </EndDialog>
      )}
    </div>
  );
}

const stopTexts: Record<NonNullable<GitConnection["stopReason"]>, string> = {
  access_ended: "It was paused, because its owner cannot sign in or all their sessions were ended.",
  right_lost: "It was paused, because its owner may not manage automations in this department any more.",
};

function ConnectionRow({
  connection,
  onAsk,
}: {
  connection: GitConnection;
  onAsk: (what: Asked["what"]) => void;
}) {
  const { id, name, provider, department, owner, isOwn, isOn, version, stopReason } = connection;
  const now = useNow();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: connectionsKey });
  const onError = (error: Error) => notify.error(errorMessage(error, "Failed to save"));
  const change = useMutation({
    mutationFn: (on: boolean) => changeConnection(id, { version, isOn: on }),
    ...{ onError, onSettled },
  });
  return (
    <li className="flex items-start gap-3.5 px-4 py-3 md:px-5">
      <GitPullRequest aria-hidden="true" className="mt-0.5 size-5 flex-none text-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {!isOn && <Badge tone="warning">Paused</Badge>}
          <span className="min-w-0 truncate">{name}</span>
        </p>
        <p className="text-muted text-xs wrap-anywhere">
          {providerNames[provider]}, for {department.name ?? "a department that you cannot see any more"}.
          Acts as {isOwn ? "you" : owner.name}. {movesInWords(connection)}
        </p>
        {stopReason ? (
          <p className="text-danger-text text-xs">{stopTexts[stopReason]}</p>
        ) : (
          <LastDelivery connection={connection} now={now} />
        )}
        <Toggle
          checked={change.isPending ? change.variables : isOn}
          // It acts with the rights of its owner, so that only they resume it.
          disabled={!isOwn && !isOn}
          label="Receives events"
          labelFirst
          onChange={(event) => change.mutate(event.target.checked)}
        />
      </div>
      <Menu
        align="end"
        items={[
          {
            label: "Copy the address",
            icon: Copy,
            onSelect: () => copyText(connectionAddress(id), "Address copied"),
          },
          ...(isOwn
            ? [
                { label: "Edit", icon: Pencil, onSelect: () => onAsk("edit") },
                { label: "Make a new secret", icon: KeyRound, onSelect: () => onAsk("renew") },
              ]
            : [{ label: "Take over", icon: UserRoundCheck, onSelect: () => onAsk("take over") }]),
          "separator",
          { label: "Delete", icon: Trash2, danger: true, onSelect: () => onAsk("delete") },
        ]}
        label={`More for ${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="sm" />}
      />
    </li>
  );
}

function movesInWords({ movesOpened, movesMerged }: GitConnection): string {
  if (movesOpened && movesMerged) return "Opened and merged pull requests move what they name.";
  if (movesOpened) return "Opened pull requests move what they name.";
  return movesMerged ? "Merged pull requests move what they name." : "It moves nothing.";
}

const outcomes = { waiting: "waiting", done: "done", ignored: "nothing to do", failed: "failed" } as const;

function LastDelivery({ connection: { lastDelivery }, now }: { connection: GitConnection; now: Date }) {
  if (!lastDelivery) return <p className="text-muted text-xs">Nothing was received yet.</p>;
  const { at, event, outcome, detail } = lastDelivery;
  return (
    <p className={outcome === "failed" ? "text-danger-text text-xs" : "text-muted text-xs"}>
      Last delivery: {formatAgo(at, now)}
      {event && `, ${event}`}, {outcomes[outcome]}.{detail && ` ${detail.replace(/\.$/, "")}.`}
    </p>
  );
}
