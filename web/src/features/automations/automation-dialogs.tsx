import type { Automation } from "@atoll/contract/automations/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { ownTimeZone } from "../../lib/time/wall-time.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { ActionFields, PlaceChoice } from "./action-fields.tsx";
import { automationsKey, changeAutomation, createAutomation } from "./api.ts";
import {
  type ActionDraft,
  draftOf,
  emptyAction,
  noConditions,
  type PartsDraft,
  partsOf,
  partsSchema,
} from "./automation-parts.ts";
import { fieldInWords, goneParts, partsInWords } from "./automation-words.ts";
import { type Template, type TemplateName, templates } from "./templates.ts";
import { ConditionFields, TriggerFields } from "./trigger-fields.tsx";

const newSchema = partsSchema.refine(({ place }) => place !== null, {
  message: "Choose a place",
  path: ["place"],
});

const first: TemplateName = "announce";

/** Returns the parts that a template starts with. */
function partsOfTemplate(template: TemplateName): PartsDraft {
  const { name, trigger, does, priorities = [], text }: Template = templates[template];
  const action: ActionDraft = {
    ...{ ...emptyAction, do: does },
    ...(does === "task.create" ? { title: text } : { text }),
  };
  return {
    ...{ ...noConditions, name, template, place: null, priorities },
    ...{ trigger: [trigger(ownTimeZone())], actions: [action] },
  };
}

/** Returns the actions of the next template, with what the person has changed in those of the one before. */
function withWordsOf(
  [own = emptyAction, ...added]: readonly ActionDraft[],
  [before = emptyAction]: readonly ActionDraft[],
  [next = emptyAction]: readonly ActionDraft[],
): ActionDraft[] {
  const kept = {
    ...(own.title !== before.title && { title: own.title }),
    ...(own.text !== before.text && { text: own.text }),
    ...(own.do === next.do && { place: own.place }),
  };
  return [{ ...next, people: own.people, ...kept }, ...added];
}

/** Makes an automation from a template. */
export function NewAutomationDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  // The same for every attempt, so that a lost answer makes no second automation.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: partsOfTemplate(first),
    schema: newSchema,
    send: async ({ template: _template, place, ...parts }) => {
      if (!place) return;
      await createAutomation({ id, place: { kind: place.kind, id: place.id }, ...partsOf(parts) });
      onClose();
      await queryClient.invalidateQueries({ queryKey: automationsKey });
    },
    fieldOf: { automation_pattern_refused: "trigger" },
    fallback: "Failed to create the automation",
  });
  const chosen = useChoice(form, "template");
  const place = useChoice(form, "place");
  const trigger = useChoice(form, "trigger");
  const { place: kind }: Template = templates[chosen.value];
  return (
    <FormDialog
      description="It runs in your name, with your rights at that moment. What it writes says so."
      form={form}
      onClose={onClose}
      title="New automation"
      verb="Create automation"
      width={560}
    >
      <Select
        {...chosen}
        label="What it does"
        onValueChange={(next) => {
          const { name, trigger, priorities, actions } = partsOfTemplate(next);
          const before = partsOfTemplate(chosen.value);
          chosen.onValueChange(next);
          // Typed words stay.
          if (form.getValues("name") === before.name) form.fill("name", name);
          form.fill("trigger", trigger);
          form.fill("priorities", priorities);
          form.fill("actions", withWordsOf(form.getValues("actions"), before.actions, actions));
          if (place.value?.kind !== templates[next].place) place.onValueChange(null);
        }}
        options={(Object.keys(templates) as TemplateName[]).map((value) => ({
          value,
          label: templates[value].name,
        }))}
      />
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
      <PlaceChoice
        {...place}
        kind={kind}
        label={`In this ${kind}`}
        onValueChange={(next) => {
          place.onValueChange(next);
          // A task is created in the same department, until another one is chosen.
          const actions = form.getValues("actions");
          if (next?.kind === "department")
            form.fill(
              "actions",
              actions.map((one) => (one.do === "task.create" && !one.place ? { ...one, place: next } : one)),
            );
        }}
      />
      <TriggerFields form={form} place={{ kind, stages: place.value?.stages ?? [] }} />
      <ConditionFields form={form} place={{ kind, stages: place.value?.stages ?? [] }} />
      <ActionFields form={form} kind={trigger.value[0].kind} />
    </FormDialog>
  );
}

const labels = {
  ...{ name: "Name", trigger: "When", actions: "Then", priorities: "Priority", people: "Person" },
  ...{ isUnassigned: "Nobody is assigned", tags: "Tags", words: "Text", stage: "Stage" },
};
const conditionNames = ["priorities", "people", "isUnassigned", "tags", "words", "stage"];

/** Changes what an automation of the viewer does. A run that has started goes on as it was. */
export function EditAutomationDialog({
  automation,
  onClose,
}: {
  automation: Automation;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { id, name, place, version } = automation;
  const refresh = () => queryClient.invalidateQueries({ queryKey: automationsKey });
  const form = useEditForm<PartsDraft, PartsDraft>({
    stored: { values: draftOf(automation), version },
    schema: partsSchema,
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save(values, { version, changed, seen }) {
      const { name, trigger, conditions, actions } = partsOf(values);
      // Another trigger may have other conditions.
      const isConditioned =
        conditionNames.some((one) => changed.has(one)) || trigger.kind !== seen.trigger[0].kind;
      await changeAutomation(id, {
        version,
        ...(changed.has("name") && { name }),
        ...(changed.has("trigger") && { trigger }),
        ...(isConditioned && { conditions }),
        ...(changed.has("actions") && { actions }),
      }).finally(() => void refresh());
      return undefined;
    },
    onDone: onClose,
    fieldOf: { automation_pattern_refused: "trigger" },
    fallback: "Failed to save the automation",
  });
  const trigger = useChoice(form, "trigger");
  return (
    <FormDialog form={form} onClose={onClose} title={`Edit ${name}`} verb="Save automation" width={560}>
      <GoneAlert automation={automation} />
      <FormClashes form={form} labels={labels} say={fieldInWords(place.stages)} />
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
      <p className="text-muted text-xs">
        In {place.name ?? "a place that you cannot see any more"}. Its place stays as it is.
      </p>
      <TriggerFields form={form} place={place} />
      <ConditionFields form={form} place={place} />
      <ActionFields form={form} kind={trigger.value[0].kind} />
    </FormDialog>
  );
}

/** Names what an automation needs and its owner cannot see any more. */
function GoneAlert({ automation }: { automation: Automation }) {
  const gone = [...new Set(goneParts(draftOf(automation), automation.place))];
  if (gone.length === 0) return null;
  return (
    <InlineAlert tone="notice">
      <p>This automation names what is gone, or what you cannot see:</p>
      <ul className="list-disc pl-5">
        {gone.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </InlineAlert>
  );
}

interface ReadDialogProps {
  automation: Automation;
  onTakeOver: () => void;
  onClose: () => void;
}

/** Shows what an automation of someone else does, and offers to take it over. */
export function ReadAutomationDialog({ automation, onTakeOver, onClose }: ReadDialogProps) {
  return (
    <Dialog
      description={`It runs as ${automation.owner.name}, who alone can change it. After a takeover it is off, and runs as you.`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Close
          </Button>
          <Button onClick={onTakeOver}>Take over</Button>
        </>
      }
      onClose={onClose}
      title={automation.name}
      width={560}
    >
      <dl className="flex flex-col gap-3">
        {Object.entries(partsInWords(automation)).map(
          ([label, lines]) =>
            lines.length > 0 && (
              <div key={label}>
                <dt className="font-semibold text-xs">{label}</dt>
                {lines.map((line) => (
                  <dd className="whitespace-pre-wrap text-sm wrap-anywhere" key={line}>
                    {line}
                  </dd>
                ))}
              </div>
            ),
        )}
      </dl>
    </Dialog>
  );
}
