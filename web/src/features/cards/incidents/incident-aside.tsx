import {
  type IncidentChange,
  incidentRoles,
  nextIncidentStates,
  type OpenIncident,
} from "@atoll/contract/cards/incident-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { Link } from "@tanstack/react-router";
import { Bell, Info, Link2, X } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { stageOf, stageTone } from "../data/words.ts";
import { useOnCall } from "../monitoring/on-call-api.ts";
import { AlertChoice } from "./alert-choice.tsx";
import { effectOptions, none, severityOptions } from "./incident-fields.tsx";
import { roleNames, stateNames } from "./incident-words.ts";
import { useIncidentWrites } from "./incidents-api.ts";

interface AsideProps {
  opened: OpenIncident;
  type: CardType;
  department: string;
}

/** The state, severity, roles and alerts of an incident. Each field saves by itself. */
export function IncidentAside({ opened, type, department }: AsideProps) {
  return (
    <aside aria-label="About this incident" className="flex min-w-0 flex-col gap-4">
      <Fields opened={opened} type={type} department={department} />
      <Alerts opened={opened} type={type} department={department} />
    </aside>
  );
}

function Fields({ opened: { incident, people }, type, department }: AsideProps) {
  const { change, report } = useIncidentWrites(incident.id);
  const { data: plan } = useOnCall(department);
  const { state, severity, effect, services } = incident;
  const set = (fields: IncidentChange["set"], seen: IncidentChange["seen"]) =>
    void report(change({ set: fields, seen }), "Failed to change the incident");
  const members = plan?.members ?? [];
  const others = people.filter(({ id }) => !members.some((one) => one.id === id));
  const optionsFor = (id: string | null) => [
    { value: none, label: "Nobody" },
    ...members.map((person) => ({ value: person.id, label: authorName(person) })),
    ...others
      .filter((one) => one.id === id)
      .map((person) => ({
        value: person.id,
        label: plan ? `${authorName(person)} (no longer in the department)` : authorName(person),
      })),
  ];
  return (
    <Surface title="About" icon={Info}>
      <div className="flex flex-col gap-3">
        <Select
          label="State"
          value={state}
          onValueChange={(next) => set({ state: next }, { state })}
          options={[state, ...nextIncidentStates[state]].map((value) => ({
            value,
            label: stateNames[value],
          }))}
        />
        <Select
          label="Severity"
          value={severity ?? none}
          onValueChange={(next) => set({ severity: next === none ? null : next }, { severity })}
          options={severityOptions(type, severity)}
        />
        <Select
          label="Effect on people"
          value={effect}
          onValueChange={(next) => set({ effect: next }, { effect })}
          options={effectOptions}
        />
        {incidentRoles.map((role) => {
          const name = `${role}Id` as const;
          return (
            <Select
              key={role}
              label={roleNames[role]}
              value={incident[name] ?? none}
              onValueChange={(id) => set({ [name]: id === none ? null : id }, { [name]: incident[name] })}
              options={optionsFor(incident[name])}
            />
          );
        })}
        <div>
          <p className="font-semibold text-xs">Affected services</p>
          {services.length === 0 ? (
            <p className="mt-1 text-muted text-sm">None named. Name them with Edit.</p>
          ) : (
            <p className="mt-1 flex flex-wrap gap-1.5">
              {services.map((service) => (
                <Badge key={service}>{service}</Badge>
              ))}
            </p>
          )}
        </div>
      </div>
    </Surface>
  );
}

function Alerts({ opened: { incident, alerts }, type, department }: AsideProps) {
  const { link, report } = useIncidentWrites(incident.id);
  const [isLinking, setIsLinking] = useState(false);
  const linked = alerts.filter(({ isLinked }) => isLinked);
  return (
    <Surface
      title="Alerts"
      icon={Bell}
      action={
        <Button size="sm" variant="ghost" icon={Link2} onClick={() => setIsLinking(true)}>
          Link alerts
        </Button>
      }
    >
      {linked.length === 0 ? (
        <p className="text-muted text-sm">No alerts are linked.</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {linked.map((alert) => {
            const stage = stageOf(type, alert);
            return (
              <li key={alert.id} className="flex items-center gap-2">
                <Link
                  to="/$department/$section/$cardId"
                  params={{ department, section: type.slug, cardId: alert.id }}
                  className="min-w-0 flex-1 truncate hover:underline"
                >
                  {alert.title}
                </Link>
                <Badge tone={stageTone(type, stage)}>{stage?.name ?? alert.stage}</Badge>
                <IconButton
                  icon={X}
                  size="xs"
                  label={`Remove ${alert.title}`}
                  onClick={() => void report(link({ unlinked: [alert.id] }), "Failed to remove the alert")}
                />
              </li>
            );
          })}
        </ul>
      )}
      {isLinking && (
        <LinkDialog
          type={type}
          incidentId={incident.id}
          without={new Set(linked.map(({ id }) => id))}
          onClose={() => setIsLinking(false)}
        />
      )}
    </Surface>
  );
}

const linkSchema = z.object({ linked: z.array(z.string()).min(1, "Choose at least one alert") });

interface LinkDialogProps {
  type: CardType;
  incidentId: string;
  without: ReadonlySet<string>;
  onClose: () => void;
}

function LinkDialog({ type, incidentId, without, onClose }: LinkDialogProps) {
  const { link } = useIncidentWrites(incidentId);
  const form = useForm({
    values: { linked: [] as string[] },
    schema: linkSchema,
    async send({ linked }) {
      await link({ linked });
      notify.success("Alerts linked");
      onClose();
    },
    fieldOf: { card_not_found: "linked" },
    fallback: "Failed to link the alerts",
  });
  const linked = useChoice(form, "linked");
  return (
    <FormDialog form={form} title="Link alerts" verb="Link" onClose={onClose}>
      <AlertChoice
        type={type}
        without={without}
        value={linked.value}
        error={linked.error}
        onChange={(ids) => linked.onValueChange(ids)}
      />
    </FormDialog>
  );
}
