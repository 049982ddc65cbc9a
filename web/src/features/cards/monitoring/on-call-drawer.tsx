import { Ellipsis, Phone, Plus, Repeat } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { EscalationDialog } from "./escalation-dialog.tsx";
import {
  endOverride,
  handoverOf,
  nameOf,
  type PlannedShift,
  personOf,
  spanOf,
  useOnCall,
  useRefetchOnCall,
} from "./on-call-api.ts";
import { OverrideDialog, SwapDialog } from "./override-dialogs.tsx";
import { DeleteRotaDialog, EscalationCard, type Opened, type PartProps, RotaCard } from "./rota-card.tsx";
import { RotaDialog } from "./rota-dialog.tsx";
import { ShiftStrip } from "./shift-strip.tsx";

/** Shifts that are listed before the others are asked for. */
const listedShifts = 6;

/** Shows and changes the shifts, the rota and the escalation of a department. */
export function OnCallDrawer({ slug, name, onClose }: { slug: string; name: string; onClose: () => void }) {
  const query = useOnCall(slug);
  const [opened, setOpened] = useState<Opened>();
  const plan = query.data;
  const close = () => setOpened(undefined);
  return (
    <Drawer onClose={onClose} title={`On call for ${name}`} width={640}>
      <div className="flex flex-col gap-4 p-4">
        {plan ? (
          <>
            <Shifts slug={slug} plan={plan} onOpen={setOpened} />
            <RotaCard plan={plan} onOpen={setOpened} />
            {plan.severities.length > 0 && <EscalationCard plan={plan} onOpen={setOpened} />}
          </>
        ) : query.error ? (
          <LoadState query={query} failure="Failed to load who is on call" />
        ) : (
          <RowSkeletons label="Loading who is on call" mark={28} rowClassName="py-2" />
        )}
      </div>
      {plan && opened?.dialog === "rota" && <RotaDialog slug={slug} plan={plan} onClose={close} />}
      {plan && opened?.dialog === "escalation" && (
        <EscalationDialog slug={slug} plan={plan} onClose={close} />
      )}
      {plan && opened?.dialog === "override" && (
        <OverrideDialog slug={slug} plan={plan} shift={opened.shift} onClose={close} />
      )}
      {plan && opened?.dialog === "swap" && (
        <SwapDialog slug={slug} plan={plan} shift={opened.shift} onClose={close} />
      )}
      {opened?.dialog === "delete" && <DeleteRotaDialog slug={slug} onClose={close} />}
    </Drawer>
  );
}

function Shifts({ slug, plan, onOpen }: PartProps & { slug: string }) {
  const now = useNow();
  const refetch = useRefetchOnCall(slug);
  const [showsAll, setShowsAll] = useState(false);
  const shifts = plan.shifts.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime());
  const [first] = shifts;
  const current = first && Date.parse(first.startsAt) <= now.getTime() ? first : undefined;
  async function end(overrideId: string): Promise<void> {
    try {
      await endOverride(overrideId);
      await refetch();
      notify.success("The override has ended");
    } catch (error) {
      notify.error(errorMessage(error, "Failed to end the override"));
    }
  }
  return (
    <Card
      title="Shifts"
      icon={Phone}
      action={
        <Button size="sm" variant="ghost" icon={Plus} onClick={() => onOpen({ dialog: "override" })}>
          Override
        </Button>
      }
    >
      {shifts.length === 0 ? (
        <EmptyState title="Nobody is on call in the next four weeks">
          {plan.mayChange
            ? "Set up a rota, or add an override."
            : "Add an override to take over for a while."}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          {!current && <p className="text-sm">Nobody is on call now.</p>}
          <ShiftStrip plan={plan} now={now} />
          <ul aria-label="Shifts" className="flex flex-col divide-y rounded-lg border">
            {shifts.slice(0, showsAll ? undefined : listedShifts).map((shift) => (
              <ShiftRow
                key={shift.startsAt}
                plan={plan}
                shift={shift}
                isCurrent={shift === current}
                onOpen={onOpen}
                onEnd={(id) => void end(id)}
              />
            ))}
          </ul>
          {!showsAll && shifts.length > listedShifts && (
            <Button className="self-start" size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
              Show all {shifts.length} shifts
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

interface ShiftRowProps extends PartProps {
  shift: PlannedShift;
  isCurrent: boolean;
  onEnd: (overrideId: string) => void;
}

function ShiftRow({ plan, shift, isCurrent, onOpen, onEnd }: ShiftRowProps) {
  const { personId, overrideId } = shift;
  const person = personOf(plan, personId);
  const by = plan.overrides.find(({ id }) => id === overrideId)?.createdById;
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      {person && <PersonAvatar person={person} size={isCurrent ? 32 : 24} decorative />}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
          {person ? <PersonName person={person} /> : nameOf(plan, personId)}
          {isCurrent && <Badge tone="success">On call</Badge>}
          {overrideId !== null && (
            <span title={by ? `Added by ${nameOf(plan, by)}` : undefined}>
              <Badge tone="secondary">Override</Badge>
            </span>
          )}
        </div>
        <p className="text-muted text-xs">
          {isCurrent ? `Until ${handoverOf(shift.endsAt)}` : spanOf(shift)}
        </p>
      </div>
      <Menu
        align="end"
        label={`Shift of ${nameOf(plan, personId)}`}
        trigger={<IconButton icon={Ellipsis} label={`Change the shift of ${nameOf(plan, personId)}`} />}
        items={[
          { label: "Override", icon: Plus, onSelect: () => onOpen({ dialog: "override", shift }) },
          { label: "Swap", icon: Repeat, onSelect: () => onOpen({ dialog: "swap", shift }) },
          ...(overrideId === null
            ? []
            : [{ label: "End override", danger: true, onSelect: () => onEnd(overrideId) }]),
        ]}
      />
    </li>
  );
}
