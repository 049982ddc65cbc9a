import type { Directory } from "@atoll/contract/directories/schemas";
import { useMutation } from "@tanstack/react-query";
import { RefreshCw, Server } from "lucide-react";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { runDirectory, useLdapSettings, useRefreshDirectories } from "./api.ts";
import { LdapDialog } from "./ldap-dialog.tsx";

/** How a directory is read by LDAP, and reading it now. */
export function LdapCard({ directory }: { directory: Directory }) {
  const query = useLdapSettings(directory.id);
  const refresh = useRefreshDirectories();
  const now = useNow();
  const [act, setAct] = useState<"settings" | "leavers">();
  const run = useMutation({
    mutationFn: () => runDirectory(directory),
    onError: (error) => notify.error(errorMessage(error, "Failed to read the directory")),
    onSettled: () => refresh(),
  });
  const { isRunning, lastAt, leavers } = directory;
  const state = query.data;
  const people = counted(leavers ?? 0, "person", "people");
  return (
    <SettingCard
      end={
        <span className="flex flex-wrap gap-2">
          {leavers !== null && (
            <Button onClick={() => setAct("leavers")} size="sm">
              Let {people} leave
            </Button>
          )}
          <Button
            disabled={!state?.settings || directory.state === "off"}
            icon={RefreshCw}
            loading={isRunning || run.isPending}
            onClick={() => run.mutate()}
            size="sm"
          >
            Read now
          </Button>
          <Button disabled={!state} onClick={() => setAct("settings")} size="sm">
            Settings
          </Button>
        </span>
      }
      text="Atoll reads the directory once a night, and one person when they sign in."
      title="LDAP"
    >
      {state ? (
        <SettingRow
          icon={Server}
          text={lastAt ? `Read ${formatAgo(lastAt, now)}` : "Not read yet"}
          title={state.settings ? state.settings.urls.join(", ") : "Nothing is set"}
        />
      ) : (
        <LoadState failure="Failed to load the settings" query={query}>
          <RowSkeletons label="Loading the settings" mark={16} rowClassName="border-t px-4 py-2" />
        </LoadState>
      )}
      {act === "settings" && state && (
        <LdapDialog directory={directory} onClose={() => setAct(undefined)} state={state} />
      )}
      {act === "leavers" && leavers !== null && (
        <ActDialog
          act={() => runDirectory(directory, leavers)}
          done="The directory is being read"
          failure="Failed to read the directory"
          onClose={() => setAct(undefined)}
          title={`Let ${people} leave`}
          verb="Let them leave"
        >
          The directory is read again. People who are not in it any more are disabled and signed out
          everywhere, up to {people}. Nobody is deleted.
        </ActDialog>
      )}
    </SettingCard>
  );
}
