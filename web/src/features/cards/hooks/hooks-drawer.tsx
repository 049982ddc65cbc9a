import { type Hook, hookKindsOf } from "@atoll/contract/cards/hook-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { canManageDepartments } from "@atoll/contract/permissions";
import { Plus } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { OutsideNames } from "../settings/outside-names.tsx";
import { useSettings } from "../settings/settings-api.ts";
import { HookLog } from "./hook-log.tsx";
import { kindNames } from "./hook-words.ts";
import { useHooks } from "./hooks-api.ts";
import { NewHook } from "./new-hook.tsx";

/** The webhooks of a section: adding one, and what each has received. */
export function HooksDrawer({ type, onClose }: { type: CardType; onClose: () => void }) {
  const viewer = useViewer();
  const query = useHooks(type.id);
  const [isAdding, setIsAdding] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const kinds = type.options.hooks ? hookKindsOf[type.options.hooks] : [];
  const open = query.data?.hooks.find(({ id }) => id === openId);
  if (open)
    return (
      <Drawer open onOpenChange={onClose} title={`Webhook: ${open.name}`}>
        <HookLog hook={open} onBack={() => setOpenId(undefined)} />
      </Drawer>
    );
  return (
    <Drawer open onOpenChange={onClose} title={`Webhooks of ${type.name}`}>
      <div className="flex flex-col gap-4 p-4">
        <p className="text-muted text-sm">
          Other systems report here, and {type.name} shows it. Changes appear in the history under the person
          who added the webhook, with the webhook's name.
        </p>
        {isAdding ? (
          <NewHook type={type} kinds={kinds} onDone={() => setIsAdding(false)} />
        ) : (
          <Button className="self-start" icon={Plus} onClick={() => setIsAdding(true)}>
            New Webhook
          </Button>
        )}
        {query.data ? (
          query.data.hooks.length === 0 ? (
            <EmptyState title="No webhooks yet. Add one, and paste its address into your system." />
          ) : (
            <ul aria-label="Webhooks" className="flex flex-col divide-y rounded-lg border">
              {query.data.hooks.map((hook) => (
                <Row key={hook.id} hook={hook} onOpen={() => setOpenId(hook.id)} />
              ))}
            </ul>
          )
        ) : query.error ? (
          <ErrorState
            message={errorMessage(query.error, "Failed to load the webhooks")}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <RowSkeletons label="Loading the webhooks" mark={28} rowClassName="py-2" />
        )}
        {canManageDepartments(viewer) && <Choices type={type} />}
      </div>
    </Drawer>
  );
}

/** What the webhooks may add to the choices of their section: a part of its settings. */
function Choices({ type }: { type: CardType }) {
  const query = useSettings(type.departmentId);
  const section = query.data?.sections.find(({ id }) => id === type.id);
  if (section) return <OutsideNames section={section} />;
  return query.error ? (
    <ErrorState
      message={errorMessage(query.error, "Failed to load the choices")}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <RowSkeletons label="Loading the choices" mark={28} rowClassName="py-2" />
  );
}

function Row({ hook, onOpen }: { hook: Hook; onOpen: () => void }) {
  const now = useNow();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-sm">{hook.name}</p>
        <p className="text-muted text-xs">
          {kindNames[hook.kind]}
          {hook.createdBy && `, added by ${authorName(hook.createdBy)}`},{" "}
          {hook.lastAt ? `last delivery ${formatAgo(hook.lastAt, now)}` : "nothing received yet"}
        </p>
      </div>
      {hook.isWeak && <Badge tone="warning">Not signed</Badge>}
      <Button aria-label={`Log of ${hook.name}`} onClick={onOpen}>
        Log
      </Button>
    </li>
  );
}
