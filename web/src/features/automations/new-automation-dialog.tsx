import { placeholdersOf } from "@atoll/contract/automations/limits";
import { newAutomationSchema } from "@atoll/contract/automations/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { Building2, Hash, LayoutGrid } from "lucide-react";
import { useId, useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { automationsKey, createAutomation, type Place, usePlaces } from "./api.ts";
import { type Template, type TemplateName, templates } from "./templates.ts";

const placeSchema = z.custom<Place | null>();
const formSchema = z
  .object({
    name: newAutomationSchema.shape.name,
    template: z.custom<TemplateName>(),
    place: placeSchema.refine((place) => place !== null, "Choose a place"),
    channel: placeSchema,
    people: z.custom<Person[]>(),
    text: z.string().trim().max(300, "Use at most 300 characters"),
  })
  .superRefine(({ template, channel, people, text }, { addIssue }) => {
    const { does }: Template = templates[template];
    const needsPeople = does === "people.notify" || does === "task.set";
    if (does === "message.post" && !channel)
      addIssue({ code: "custom", path: ["channel"], message: "Choose a channel" });
    if (needsPeople && people.length === 0)
      addIssue({ code: "custom", path: ["people"], message: "Choose people" });
    if (does !== "task.set" && text === "")
      addIssue({ code: "custom", path: ["text"], message: "Text is required" });
  });

const first: TemplateName = "announce";

/** Makes an automation from a template. */
export function NewAutomationDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  // The same for every attempt, so that a lost answer makes no second automation.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: {
      name: templates[first].name as string,
      template: first as TemplateName,
      place: null as Place | null,
      channel: null as Place | null,
      people: [] as Person[],
      text: templates[first].text as string,
    },
    schema: formSchema,
    send: async ({ name, template, place, channel, people, text }) => {
      if (!place) return;
      const { trigger, does, priorities }: Template = templates[template];
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await createAutomation({
        ...{ id, name, place: { kind: place.kind, id: place.id }, trigger: trigger(timeZone) },
        conditions: priorities === undefined ? {} : { priorities },
        actions: [actionOf(does, { place, channel, people, text })],
      });
      onClose();
      await queryClient.invalidateQueries({ queryKey: automationsKey });
    },
    fallback: "Failed to create the automation",
  });
  const chosen = useChoice(form, "template");
  const place = useChoice(form, "place");
  const channel = useChoice(form, "channel");
  const people = useChoice(form, "people");
  const template: Template = templates[chosen.value];
  const known = Object.entries(placeholdersOf(template.trigger("UTC").kind));
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
          const { name, text, place: kind }: Template = templates[next];
          chosen.onValueChange(next);
          form.fill("name", name);
          form.fill("text", text);
          if (place.value?.kind !== kind) place.onValueChange(null);
        }}
        options={(Object.keys(templates) as TemplateName[]).map((value) => ({
          value,
          label: templates[value].name,
        }))}
      />
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
      <PlaceChoice {...place} kind={template.place} label={`When: in this ${template.place}`} />
      {template.does === "message.post" && (
        <PlaceChoice {...channel} kind="channel" label="Then: post in this channel" />
      )}
      {(template.does === "people.notify" || template.does === "task.set") && (
        <PeoplePicker
          error={people.error}
          label={template.does === "task.set" ? "Then: assign in turn" : "Then: notify"}
          max={50}
          onChange={people.onValueChange}
          people={people.value}
          withSelf
        />
      )}
      {template.does !== "task.set" && (
        <TextArea
          {...form.field("text")}
          grows
          help={`You can name ${known.map(([name]) => `{{${name}}}`).join(", ")}.`}
          label={template.does === "task.create" ? "Then: create a task with this title" : "Text"}
        />
      )}
    </FormDialog>
  );
}

function actionOf(
  does: Template["does"],
  { place, channel, people, text }: { place: Place; channel: Place | null; people: Person[]; text: string },
): z.input<typeof newAutomationSchema>["actions"][number] {
  const ids = people.map(({ id }) => id);
  if (does === "message.post") return { do: does, channelId: channel?.id ?? "", text };
  if (does === "people.notify") return { do: does, personIds: ids, text };
  if (does === "task.set") return { do: does, assigneeIds: ids };
  return { do: does, title: text, departmentId: place.kind === "department" ? place.id : null };
}

export const placeIcons = { channel: Hash, department: Building2, section: LayoutGrid } as const;

interface PlaceChoiceProps {
  label: string;
  kind: Place["kind"];
  value: Place | null;
  onValueChange: (value: Place | null) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** Finds a place of one kind by its name. */
function PlaceChoice({ label, kind, value, onValueChange, error, ref }: PlaceChoiceProps) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), 200);
  const { data, error: failure, isFetching, refetch } = usePlaces(search);
  const noteId = useId();
  const found = data?.places.filter((place) => place.kind === kind) ?? [];
  const Icon = placeIcons[kind];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-semibold text-xs">{label}</p>
      {value ? (
        <span>
          <RemovableBadge label={value.name} onRemove={() => onValueChange(null)} />
        </span>
      ) : (
        <SearchList
          empty={`No ${kind} found that you manage`}
          error={failure ? errorMessage(failure, "Search failed") : null}
          errorId={error && noteId}
          label={label}
          listLabel={label}
          loading={isFetching}
          onChoose={(id) => onValueChange(found.find((place) => place.id === id) ?? null)}
          onRetry={() => void refetch()}
          onTextChange={setText}
          options={found.map(({ id, name }) => ({
            id,
            title: name,
            detail: "",
            mark: <Icon className="size-4 text-faint" />,
          }))}
          query={search}
          ref={ref}
          text={text}
        />
      )}
      {error && <FieldNote id={noteId} isError note={error} />}
    </div>
  );
}
