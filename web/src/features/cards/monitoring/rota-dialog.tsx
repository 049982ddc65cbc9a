import { maxRotaMembers, maxShiftDays } from "@atoll/contract/cards/limits";
import { type OnCallPlan, rotaSchema } from "@atoll/contract/cards/on-call-schemas";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { z } from "zod";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { weekdayNames } from "../../../lib/time/weekday-names.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { TimeZoneField } from "../../../ui/field/dates/time-zone-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { nameOf, personOf, setRota, useRefetchOnCall } from "./on-call-api.ts";
import { WithoutAlerts } from "./without-alerts.tsx";

const lengths = [
  { value: "1", label: "A day" },
  { value: "7", label: "A week" },
  { value: "14", label: "Two weeks" },
  { value: "28", label: "Four weeks" },
  { value: "other", label: "Another number of days" },
];
const weekdays = weekdayNames.map((label, index) => ({ value: String(index + 1), label }));

const daysSchema = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, "Enter a number of days")
  .transform(Number)
  .pipe(z.int().min(1, "Enter a number of days").max(maxShiftDays, `Use at most ${maxShiftDays} days`));

const schema = z
  .object({
    memberIds: rotaSchema.shape.memberIds,
    length: z.string(),
    days: z.string(),
    weekday: z.string().transform(Number),
    handOver: rotaSchema.shape.handOver,
    zone: rotaSchema.shape.zone,
    startsOn: z.string().min(1, "Choose a day").pipe(rotaSchema.shape.startsOn),
  })
  .transform(({ length, days, ...rota }, context) => {
    const read = daysSchema.safeParse(length === "other" ? days : length);
    if (read.success) return { ...rota, lengthDays: read.data };
    context.addIssue({ code: "custom", path: ["days"], message: read.error.issues[0]?.message ?? "" });
    return z.NEVER;
  });

/** The rota as the form shows it. */
function storedOf({ rota }: OnCallPlan) {
  const length = String(rota?.lengthDays ?? 7);
  const isUsual = lengths.some(({ value }) => value === length);
  return {
    values: {
      memberIds: rota?.memberIds ?? [],
      length: isUsual ? length : "other",
      days: isUsual ? "" : length,
      weekday: String(rota?.weekday ?? 1),
      handOver: rota?.handOver ?? "09:00",
      zone: rota?.zone ?? ownTimeZone(),
      startsOn: rota?.startsOn ?? dayOf(new Date()),
    },
    version: rota?.version ?? 0,
  };
}

const labels = {
  memberIds: "Members in turn",
  length: "Shift",
  days: "Days",
  weekday: "Handover on",
  handOver: "Handover at",
  zone: "Time zone",
  startsOn: "Starts on",
};

/** Sets the rota of a department: who is on call in turn, and when they hand over. */
export function RotaDialog({ slug, plan, onClose }: { slug: string; plan: OnCallPlan; onClose: () => void }) {
  const refetch = useRefetchOnCall(slug);
  const form = useEditForm({
    stored: storedOf(plan),
    schema,
    async fetchNewest() {
      await refetch();
      return undefined;
    },
    async save(values, { version }) {
      await setRota(slug, { ...values, version });
      await refetch();
      return undefined;
    },
    onDone() {
      notify.success("Rota saved");
      onClose();
    },
    fieldOf: { person_not_found: "memberIds" },
    fallback: "Failed to save the rota",
  });
  const members = useChoice(form, "memberIds");
  const length = useChoice(form, "length");
  const weekday = useChoice(form, "weekday");
  const handOver = useChoice(form, "handOver");
  const zone = useChoice(form, "zone");
  const startsOn = useChoice(form, "startsOn");
  const days = form.watch("days");
  const isWeekly = Number(length.value === "other" ? days : length.value) % 7 === 0;
  const say = (name: string, value: unknown) => {
    if (name === "memberIds")
      return z
        .array(z.string())
        .parse(value)
        .map((id) => nameOf(plan, id))
        .join(", ");
    if (name === "weekday") return weekdays.find((one) => one.value === value)?.label;
    return name === "length" ? lengths.find((one) => one.value === value)?.label : undefined;
  };
  return (
    <FormDialog
      keptAs={`rota/${slug}`}
      form={form}
      title={plan.rota ? "Edit rota" : "New rota"}
      description="Members are on call one after the other. The member on call stays so until the next handover, unless you change the start."
      verb="Save rota"
      width={520}
      onClose={onClose}
    >
      <FormClashes form={form} labels={labels} say={say} />
      <Members plan={plan} {...members} />
      <WithoutAlerts plan={plan} ids={members.value} />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Select {...length} label={labels.length} options={lengths} />
        {length.value === "other" && (
          <TextField {...form.field("days")} label={labels.days} inputMode="numeric" autoComplete="off" />
        )}
        {isWeekly && <Select {...weekday} label={labels.weekday} options={weekdays} />}
        <TimeField {...handOver} label={labels.handOver} />
        <TimeZoneField value={zone.value} onValueChange={zone.onValueChange} label={labels.zone} />
        <DateField {...startsOn} label={labels.startsOn} />
      </div>
    </FormDialog>
  );
}

interface MembersProps {
  plan: OnCallPlan;
  value: string[];
  onValueChange: (ids: string[]) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** The members in their order, which buttons change. */
function Members({ plan, value, onValueChange, error, ref }: MembersProps) {
  const free = plan.members.filter(({ id }) => !value.includes(id));
  const move = (from: number, to: number) => {
    const next = [...value];
    const [id] = next.splice(from, 1);
    if (id !== undefined) next.splice(to, 0, id);
    onValueChange(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold text-xs">{labels.memberIds}</p>
      {value.length > 0 && (
        <ol aria-label={labels.memberIds} className="flex flex-col divide-y rounded-lg border">
          {value.map((id, index) => {
            const person = personOf(plan, id);
            const name = nameOf(plan, id);
            return (
              <li key={id} className="flex items-center gap-2 py-1 pr-1 pl-3 text-sm">
                <span className="w-5 flex-none text-faint tabular-nums">{index + 1}</span>
                {person && <PersonAvatar person={person} size={24} decorative />}
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <IconButton
                  icon={ArrowUp}
                  label={`Move ${name} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Move ${name} down`}
                  disabled={index === value.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon={X}
                  label={`Remove ${name}`}
                  onClick={() => onValueChange(value.filter((one) => one !== id))}
                />
              </li>
            );
          })}
        </ol>
      )}
      <Select
        ref={ref}
        label="Add a member"
        hideLabel
        placeholder="Add a member"
        value={null}
        error={error}
        disabled={free.length === 0 || value.length >= maxRotaMembers}
        onValueChange={(id: string) => onValueChange([...value, id])}
        options={free.map(({ id }) => ({ value: id, label: nameOf(plan, id) }))}
      />
    </div>
  );
}
