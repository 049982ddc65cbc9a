import type { OnCallPlan } from "@atoll/contract/cards/on-call-schemas";
import { Ellipsis, Pencil, Plus, Repeat, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatWall } from "../../../lib/time/format-wall.ts";
import { weekdayNames } from "../../../lib/time/weekday-names.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { zoneCity } from "../../../ui/field/dates/time-zone-field.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { targetNames } from "./escalation-dialog.tsx";
import { deleteRota, nameOf, type PlannedShift, personOf, useRefetchOnCall } from "./on-call-api.ts";
import { WithoutAlerts } from "./without-alerts.tsx";

/** The dialog that is open. */
export type Opened =
  | { dialog: "rota" | "delete" | "escalation" }
  | { dialog: "override"; shift?: PlannedShift }
  | { dialog: "swap"; shift: PlannedShift };

export interface PartProps {
  plan: OnCallPlan;
  onOpen: (opened: Opened) => void;
}

/** The rota of a department: its members in turn. */
export function RotaCard({ plan, onOpen }: PartProps) {
  const { rota, overrides, mayChange } = plan;
  return (
    <Card
      title="Rota"
      icon={Repeat}
      action={
        mayChange &&
        rota && (
          <>
            <Button size="sm" variant="ghost" icon={Pencil} onClick={() => onOpen({ dialog: "rota" })}>
              Edit
            </Button>
            <Menu
              align="end"
              label="Rota"
              trigger={<IconButton icon={Ellipsis} label="More about the rota" />}
              items={[{ label: "Delete rota", danger: true, onSelect: () => onOpen({ dialog: "delete" }) }]}
            />
          </>
        )
      }
    >
      {rota ? (
        <div className="flex flex-col gap-2 text-sm">
          <p>{describeRota(rota)}</p>
          <WithoutAlerts
            plan={plan}
            ids={[...rota.memberIds, ...overrides.map(({ personId }) => personId)]}
          />
          {rota.memberIds.length === 0 && (
            <p className="text-danger-text">All of its members have left, so it has nobody on call.</p>
          )}
          <ol aria-label="Members in turn" className="flex flex-wrap gap-x-4 gap-y-1">
            {rota.memberIds.map((id) => {
              const person = personOf(plan, id);
              return (
                <li key={id} className="flex min-w-0 items-center gap-2">
                  {person && <PersonAvatar person={person} size={24} decorative />}
                  <span className="truncate">{nameOf(plan, id)}</span>
                </li>
              );
            })}
          </ol>
        </div>
      ) : (
        <EmptyState
          title="No rota yet"
          action={
            mayChange && (
              <Button icon={Plus} onClick={() => onOpen({ dialog: "rota" })}>
                New rota
              </Button>
            )
          }
        >
          {mayChange
            ? "With a rota, members are on call in turn."
            : "Members with the permission for the department's cards can add one."}
        </EmptyState>
      )}
    </Card>
  );
}

function describeRota({ lengthDays, weekday, handOver, zone }: NonNullable<OnCallPlan["rota"]>): string {
  const at = `at ${formatWall("time", "2026-11-20", handOver)}, ${zoneCity(zone)} time`;
  const day = weekdayNames[weekday - 1] ?? "";
  if (lengthDays === 1) return `Handover every day ${at}.`;
  if (lengthDays === 7) return `Handover every ${day} ${at}.`;
  return lengthDays % 7 === 0
    ? `Handover every ${lengthDays / 7} weeks, on ${day} ${at}.`
    : `Handover every ${lengthDays} days ${at}.`;
}

/** The steps of alerts that nobody acknowledges. */
export function EscalationCard({ plan, onOpen }: PartProps) {
  const { escalation, mayChange } = plan;
  const steps = escalation?.steps ?? [];
  return (
    <Card
      title="Escalation"
      icon={TriangleAlert}
      action={
        mayChange && (
          <Button size="sm" variant="ghost" icon={Pencil} onClick={() => onOpen({ dialog: "escalation" })}>
            {steps.length === 0 ? "Set up" : "Edit"}
          </Button>
        )
      }
    >
      {steps.length === 0 ? (
        <p className="text-muted text-sm">
          An alert notifies the member on call once. With steps, it goes on to others until someone
          acknowledges it.
        </p>
      ) : (
        <div className="flex flex-col gap-2 text-sm">
          <p>{describeScope(plan)}</p>
          <ol className="flex flex-col gap-1" aria-label="Steps">
            <li>At once: {targetNames.on_call.toLowerCase()}</li>
            {steps.map(({ who, personId, afterMinutes }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
              <li key={index}>
                After {counted(afterMinutes, "minute")}:{" "}
                {who === "member" ? nameOf(plan, personId ?? "") : targetNames[who].toLowerCase()}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

function describeScope({ escalation, severities }: OnCallPlan): string {
  const { severity = null, repeats = 0 } = escalation ?? {};
  const alerts =
    severity === null || !severities.includes(severity)
      ? "All alerts"
      : severity === severities[0]
        ? `${severity} alerts`
        : `Alerts of the severity ${severity} and above`;
  const times = repeats === 0 ? "" : ` The steps are repeated ${counted(repeats, "time")}.`;
  return `${alerts} that nobody acknowledges escalate.${times}`;
}

/** Asks before it deletes the rota of a department. */
export function DeleteRotaDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const refetch = useRefetchOnCall(slug);
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  async function remove(): Promise<void> {
    setIsSending(true);
    try {
      await deleteRota(slug);
      await refetch();
      notify.success("Rota deleted");
      onClose();
    } catch (failure) {
      setError(errorMessage(failure, "Failed to delete the rota"));
      setIsSending(false);
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete the rota?"
      verb="Delete rota"
      onConfirm={() => void remove()}
      loading={isSending}
      {...(error !== undefined && { error })}
    >
      Nobody is on call afterwards, except in overrides.
    </ConfirmDialog>
  );
}
