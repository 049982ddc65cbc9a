import type { OnCallPlan } from "@atoll/contract/cards/on-call-schemas";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { nameOf } from "./on-call-api.ts";

/** Names those of some people who cannot see the alerts, and so are not notified of them. Nothing if there are none. */
export function WithoutAlerts({ plan, ids }: { plan: OnCallPlan; ids: readonly string[] }) {
  const names = plan.withoutAlerts.filter((id) => ids.includes(id)).map((id) => nameOf(plan, id));
  if (names.length === 0) return null;
  return (
    <InlineAlert tone="notice">
      {names.join(", ")} cannot see the alerts of this department, because their section is restricted. The
      next member of the rota who can is notified instead.
    </InlineAlert>
  );
}
