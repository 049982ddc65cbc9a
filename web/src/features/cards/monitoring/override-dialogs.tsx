import { maxOverrideDays } from "@atoll/contract/cards/limits";
import type { OnCallPlan } from "@atoll/contract/cards/on-call-schemas";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { instantOfText, wallText } from "../../../lib/time/wall-time.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateTimeField } from "../../../ui/field/dates/date-time-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import {
  addOverride,
  nameOf,
  type PlannedShift,
  spanOf,
  swapShifts,
  useRefetchOnCall,
} from "./on-call-api.ts";
import { WithoutAlerts } from "./without-alerts.tsx";

interface OverrideDialogProps {
  slug: string;
  plan: OnCallPlan;
  /** The shift to take over; undefined for any time. */
  shift?: PlannedShift | undefined;
  onClose: () => void;
}

const dayMs = 86_400_000;

const timeSchema = (message: string) =>
  z.string().transform((text, context) => {
    const at = instantOfText(text);
    if (!Number.isNaN(at.getTime())) return at.toISOString();
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const overrideSchema = z
  .object({
    personId: z.string().min(1, "Choose a member"),
    startsAt: timeSchema("Choose a start"),
    endsAt: timeSchema("Choose an end"),
  })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, {
    message: "Choose an end after the start",
    path: ["endsAt"],
  });

/** Has a member on call from one time to another, such as for a shift or a part of it. */
export function OverrideDialog({ slug, plan, shift, onClose }: OverrideDialogProps) {
  const [id] = useState(uuidv7);
  const [opened] = useState(() => Date.now());
  const viewer = useViewer();
  const refetch = useRefetchOnCall(slug);
  const isMember = plan.members.some((one) => one.id === viewer.id);
  const startMs = Math.max(shift ? Date.parse(shift.startsAt) : opened, opened);
  const replaced = shift ?? plan.shifts.find((one) => isDuring(one, startMs));
  const form = useForm({
    values: {
      personId: isMember && replaced?.personId !== viewer.id ? viewer.id : "",
      startsAt: wallText(new Date(startMs)),
      endsAt: wallText(shift ? shift.endsAt : new Date(opened + 7 * dayMs)),
    },
    schema: overrideSchema,
    async send(values) {
      await addOverride(slug, { id, ...values });
      await refetch();
      notify.success("Override added");
      onClose();
    },
    fieldOf: { person_not_found: "personId" },
    fallback: "Failed to add the override",
  });
  const person = useChoice(form, "personId");
  return (
    <FormDialog
      form={form}
      title="Override"
      description={`Someone else is on call for a while. The latest override applies, for at most ${maxOverrideDays} days from now. Both people are notified.`}
      verb="Add override"
      width={440}
      onClose={onClose}
    >
      <Select
        {...person}
        label="On call"
        placeholder="Choose a member"
        options={plan.members.map((one) => ({ value: one.id, label: nameOf(plan, one.id) }))}
      />
      <WithoutAlerts plan={plan} ids={[person.value]} />
      <DateTimeField {...useChoice(form, "startsAt")} label="From" />
      <DateTimeField {...useChoice(form, "endsAt")} label="Until" />
    </FormDialog>
  );
}

const isDuring = ({ startsAt, endsAt }: PlannedShift, ms: number) =>
  Date.parse(startsAt) <= ms && ms < Date.parse(endsAt);

const swapSchema = z.object({ other: z.string().min(1, "Choose a shift") });
const keyOf = ({ startsAt, endsAt }: PlannedShift) => `${startsAt} ${endsAt}`;
const plain = ({ personId, startsAt, endsAt }: PlannedShift) => ({ personId, startsAt, endsAt });

/** Swaps a shift with one of someone else. */
export function SwapDialog({ slug, plan, shift, onClose }: OverrideDialogProps & { shift: PlannedShift }) {
  const [ids] = useState((): [string, string] => [uuidv7(), uuidv7()]);
  const refetch = useRefetchOnCall(slug);
  const others = plan.shifts.filter(({ personId }) => personId !== shift.personId);
  const form = useForm({
    values: { other: "" },
    schema: swapSchema,
    async send({ other }) {
      const chosen = others.find((one) => keyOf(one) === other);
      if (!chosen) return;
      await swapShifts(slug, { ids, shifts: [plain(shift), plain(chosen)] });
      await refetch();
      notify.success("Shifts swapped");
      onClose();
    },
    fallback: "Failed to swap the shifts",
  });
  return (
    <FormDialog
      form={form}
      title="Swap shifts"
      description={`${nameOf(plan, shift.personId)} is on call from ${spanOf(shift)}.`}
      verb="Swap"
      width={480}
      isDisabled={others.length === 0}
      onClose={onClose}
    >
      <Select
        {...useChoice(form, "other")}
        label="With"
        placeholder={
          others.length === 0 ? "No one else has a shift in the next four weeks" : "Choose a shift"
        }
        options={others.map((one) => ({
          value: keyOf(one),
          label: `${nameOf(plan, one.personId)}, ${spanOf(one)}`,
        }))}
      />
    </FormDialog>
  );
}
