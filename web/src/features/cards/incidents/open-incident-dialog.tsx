import { incidentServicesSchema, incidentTitleSchema } from "@atoll/contract/cards/incident-schemas";
import { maxCardTitle } from "@atoll/contract/cards/limits";
import type { OnCallPlan } from "@atoll/contract/cards/on-call-schemas";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useOnCall } from "../monitoring/on-call-api.ts";
import { AlertChoice } from "./alert-choice.tsx";
import { effectOptions, none, ServicesField, servicesOf, severityOptions } from "./incident-fields.tsx";
import { incidentName } from "./incident-words.ts";
import { openIncident } from "./incidents-api.ts";

const schema = z.object({
  title: incidentTitleSchema,
  severity: z.string(),
  services: incidentServicesSchema,
  other: z.string().trim().max(200),
  effect: z.enum(["none", "slow", "down"]),
  commanderId: z.string(),
  alertIds: z.array(z.string()),
});

/** Whether a member has a shift now who may read the alerts, or whose place another member of the rota takes. */
const isSomebodyOnCall = ({ shifts, rota, withoutAlerts }: OnCallPlan, now: Date): boolean =>
  shifts.some(
    ({ personId, startsAt, endsAt }) =>
      new Date(startsAt) <= now &&
      now < new Date(endsAt) &&
      [personId, ...(rota?.memberIds ?? [])].some((id) => !withoutAlerts.includes(id)),
  );

interface OpenIncidentDialogProps {
  type: CardType;
  slug: string;
  /** The alert that it is opened from. */
  alert?: Card | undefined;
  onClose: () => void;
  onOpened: (incidentId: string) => void;
}

/** Opens an incident, from one alert, from several or without any. */
export function OpenIncidentDialog({ type, slug, alert, onClose, onOpened }: OpenIncidentDialogProps) {
  const viewer = useViewer();
  const [id] = useState(uuidv7);
  const { data: plan } = useOnCall(slug);
  const now = useNow();
  const severities = severityOptions(type);
  const textOf = (name: string) => {
    const value = alert?.data[name];
    return typeof value === "string" ? value : "";
  };
  const form = useForm({
    values: {
      title: alert?.title ?? "",
      severity: severities.some(({ value }) => value === textOf("severity")) ? textOf("severity") : none,
      services: textOf("service") === "" ? [] : [textOf("service")],
      other: "",
      effect: "none" as const satisfies "none" | "slow" | "down" as "none" | "slow" | "down",
      commanderId: viewer.id as string,
      alertIds: alert ? [alert.id] : [],
    },
    schema,
    async send({ title, severity, effect, commanderId, alertIds, ...named }) {
      const { incident } = await openIncident(type.id, {
        ...{ id, title, effect, alertIds },
        severity: severity === none ? null : severity,
        services: servicesOf(named),
        commanderId: commanderId === none ? null : commanderId,
      });
      notify.success(`${incidentName(incident)} opened`);
      onClose();
      onOpened(incident.id);
    },
    fieldOf: { person_not_found: "commanderId", card_not_found: "alertIds" },
    fallback: "Failed to open the incident",
  });
  const severity = useChoice(form, "severity");
  const services = useChoice(form, "services");
  const effect = useChoice(form, "effect");
  const commander = useChoice(form, "commanderId");
  const alertIds = useChoice(form, "alertIds");
  const isNobodyOnCall = plan !== undefined && !isSomebodyOnCall(plan, now);
  const known = plan?.members ?? [];
  const people = known.some((person) => person.id === viewer.id) ? known : [viewer, ...known];
  return (
    <FormDialog
      form={form}
      keptAs={`incident-new/${alert?.id ?? type.id}`}
      title="Open an incident"
      description={
        isNobodyOnCall
          ? "Nobody is on call, so it notifies only the commander. Choose somebody else as commander, or tell them yourself."
          : "It notifies the member who is on call, and the commander."
      }
      verb="Open incident"
      width={560}
      onClose={onClose}
    >
      <TextField {...form.field("title")} label="Title" maxLength={maxCardTitle} autoComplete="off" />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Select {...severity} label="Severity" options={severities} />
        <Select {...effect} label="Effect on people" options={effectOptions} />
      </div>
      <ServicesField type={type} {...services} other={{ ...form.field("other"), label: "Another service" }} />
      <Select
        {...commander}
        label="Commander"
        options={[
          { value: none, label: "Nobody yet" },
          ...people.map((person) => ({ value: person.id, label: person.name })),
        ]}
      />
      <AlertChoice
        type={type}
        value={alertIds.value}
        error={alertIds.error}
        onChange={(ids, alerts) => {
          alertIds.onValueChange(ids);
          if (form.watch("services").length > 0) return;
          const found = alerts.flatMap(({ id: one, data }) =>
            ids.includes(one) && typeof data.service === "string" ? [data.service] : [],
          );
          if (found.length > 0) services.onValueChange([...new Set(found)]);
        }}
      />
    </FormDialog>
  );
}
