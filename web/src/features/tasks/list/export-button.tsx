import { maxExportedTasks } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { call } from "../../../lib/api-client.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { downloadText } from "../../../lib/download.ts";
import { useIsPhone } from "../../../lib/use-is-phone.ts";
import { dayOf } from "../../../lib/wall-clock.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { type Arrangement, sortQuery } from "../data/arrangement.ts";
import { type ShownTasks, taskQuery } from "../data/task-filter.ts";

export interface ExportButtonProps {
  shown: ShownTasks;
  arrangement: Arrangement;
  disabled: boolean;
}

/** Saves what the list holds as CSV, in its order, all of it and not only what is loaded. */
export function ExportButton({ shown, arrangement, disabled }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => fetchFile(shown, arrangement),
    onSuccess({ csv, isAll }) {
      downloadText(`tasks-${dayOf(new Date())}.csv`, csv, "text/csv;charset=utf-8");
      if (!isAll)
        notify.info(`The file holds the first ${maxExportedTasks} tasks. Narrow the list for others.`);
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to export the tasks")),
  });
  const isPhone = useIsPhone();
  const common = { disabled, icon: Download, onClick: () => mutate() };
  if (isPhone) return <IconButton {...common} label="Export CSV" />;
  return (
    <Button {...common} loading={isPending} size="sm" variant="ghost">
      Export CSV
    </Button>
  );
}

/** Part after part: each is a request of its own, of which none takes the server long. */
async function fetchFile(shown: ShownTasks, arrangement: Arrangement) {
  const parts: string[] = [];
  let count = 0;
  let cursor: string | null = null;
  do {
    const query: Parameters<typeof call<typeof taskListRoutes.exportTasks>>[1]["query"] = {
      ...taskQuery(shown),
      ...sortQuery(arrangement),
      cursor: cursor ?? undefined,
    };
    const part = await call(taskListRoutes.exportTasks, { query });
    parts.push(part.csv);
    count += part.count;
    cursor = part.nextCursor;
  } while (cursor !== null && count < maxExportedTasks);
  return { csv: parts.join(""), isAll: cursor === null };
}
