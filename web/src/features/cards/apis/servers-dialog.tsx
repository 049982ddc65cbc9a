import type { ApiServer } from "@atoll/contract/cards/api-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeServer, useServers } from "./apis-api.ts";

/** Decides which servers of the imported files members may send requests to. */
export function ServersDialog({ type, onClose }: { type: CardType; onClose: () => void }) {
  const query = useServers(type.id);
  return (
    <Dialog
      onClose={onClose}
      title="Servers to try requests on"
      description="The servers come from the imported files. Production is never called, and private addresses are refused."
      width={560}
      footer={
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      {query.data ? (
        query.data.servers.length === 0 ? (
          <EmptyState title="No imported file names a server with a full address." />
        ) : (
          <ul aria-label="Servers" className="flex flex-col divide-y rounded-lg border">
            {query.data.servers.map((server) => (
              <Row key={server.id} server={server} />
            ))}
          </ul>
        )
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load the servers" />
      ) : (
        <RowSkeletons label="Loading the servers" mark={28} rowClassName="py-2" />
      )}
    </Dialog>
  );
}

function Row({ server }: { server: ApiServer }) {
  const [pending, setPending] = useState<ApiServer>();
  const shown = pending ?? server;
  async function change(next: Partial<ApiServer>): Promise<void> {
    const wanted = { ...server, ...next };
    setPending(wanted);
    try {
      await changeServer(wanted);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to change the server"));
    } finally {
      setPending(undefined);
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="font-semibold text-sm wrap-anywhere">
          {server.name} <span className="font-regular text-muted">({server.source})</span>
        </p>
        <p className="text-muted text-xs wrap-anywhere">{server.url}</p>
      </div>
      <Checkbox
        label="Production"
        checked={shown.isProduction}
        onChange={() => void change({ isProduction: !shown.isProduction })}
      />
      <Checkbox
        label="Allow requests"
        checked={shown.isAllowed && !shown.isProduction}
        disabled={shown.isProduction}
        onChange={() => void change({ isAllowed: !shown.isAllowed })}
      />
    </li>
  );
}
