import {
  maxActions,
  maxApprovers,
  maxInTurn,
  placeholdersOf,
  type TriggerKind,
} from "@atoll/contract/automations/limits";
import { taskPriorities, taskStatuses, taskStatusNames } from "@atoll/contract/tasks/limits";
import { Building2, Hash, LayoutGrid, Plus } from "lucide-react";
import { useId, useState } from "react";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import type { Form } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Button } from "../../ui/button/button.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SearchChoice } from "../../ui/list/search-choice.tsx";
import { ApprovalFields, WebhookChoice } from "./action-details.tsx";
import { type Place, usePlaces } from "./api.ts";
import {
  type ActionDraft,
  actionNames,
  actionsOf,
  asksBefore,
  type ChosenPlace,
  emptyAction,
  type PartsDraft,
  priorityNames,
} from "./automation-parts.ts";

/** The actions of an automation, one after another. */
export function ActionFields({ form, kind }: { form: Form<PartsDraft>; kind: TriggerKind }) {
  const { value: actions, onValueChange, error, ref } = useChoice(form, "actions");
  const noteId = useId();
  const known = Object.keys(placeholdersOf(kind)).map((name) => `{{${name}}}`);
  return (
    <fieldset
      aria-describedby={error ? noteId : undefined}
      className="flex min-w-0 flex-col gap-4"
      ref={ref}
      tabIndex={-1}
    >
      <legend className="mb-2 font-semibold text-sm">Then</legend>
      {error && <FieldNote id={noteId} isError note={error} />}
      {actions.map((action, index) => (
        <div
          className="flex min-w-0 flex-col gap-3 border-b pb-4"
          // biome-ignore lint/suspicious/noArrayIndexKey: an action has nothing else that tells it from others
          key={index}
        >
          <ActionField
            action={action}
            canBeForDecline={asksBefore(actions, index)}
            kind={kind}
            label={actions.length > 1 ? `Action ${index + 1}` : "Action"}
            set={(next) => onValueChange(actions.map((one, at) => (at === index ? next : one)))}
          />
          {actions.length > 1 && (
            <Button
              className="self-start"
              onClick={() => onValueChange(actions.filter((_one, at) => at !== index))}
              size="xs"
              variant="ghost"
            >
              Remove action {index + 1}
            </Button>
          )}
        </div>
      ))}
      {actions.length < maxActions && (
        <Button
          className="self-start"
          icon={Plus}
          onClick={() => onValueChange([...actions, emptyAction])}
          size="sm"
        >
          Add an action
        </Button>
      )}
      <p className="text-faint text-xs">Texts can name {known.join(", ")}.</p>
    </fieldset>
  );
}

interface ActionFieldProps {
  /** It comes after a request for approval. */
  canBeForDecline: boolean;
  action: ActionDraft;
  kind: TriggerKind;
  label: string;
  set: (action: ActionDraft) => void;
}

const placeOfAction = {
  "message.post": "channel",
  "task.create": "department",
  "idea.create": "department",
  "card.create": "section",
} as const;

const textLabels: Partial<Record<ActionDraft["do"], string>> = {
  "message.post": "Text",
  "people.notify": "Text",
  "approval.ask": "Request",
  "task.create": "Description",
  "card.create": "Description",
  "idea.create": "Description",
};

const peopleLabels: Partial<Record<ActionDraft["do"], string>> = {
  "people.notify": "People",
  "approval.ask": "Who is asked",
  "task.create": "Assign in turn",
  "task.set": "Assign in turn",
};

function ActionField({ action, canBeForDecline, kind, label, set }: ActionFieldProps) {
  const placeKind =
    action.do in placeOfAction ? placeOfAction[action.do as keyof typeof placeOfAction] : null;
  const isTask = action.do === "task.create" || action.do === "task.set";
  const hasTitle = action.do === "task.create" || action.do === "card.create" || action.do === "idea.create";
  const textLabel = textLabels[action.do];
  const peopleLabel = peopleLabels[action.do];
  return (
    <>
      <Select
        label={label}
        onValueChange={(next) =>
          set({ ...action, do: next, place: next === action.do ? action.place : null })
        }
        options={[...new Set([...actionsOf(kind), action.do])].map((value) => ({
          value,
          label: actionNames[value],
        }))}
        value={action.do}
      />
      {placeKind && (
        <PlaceChoice
          isOptional={placeKind === "department"}
          kind={placeKind}
          label={placeLabels[placeKind]}
          onValueChange={(place) => set({ ...action, place })}
          value={action.place}
        />
      )}
      {action.do === "webhook.call" && (
        <WebhookChoice
          onValueChange={(webhookId) => set({ ...action, webhookId })}
          value={action.webhookId}
        />
      )}
      {hasTitle && (
        <TextField
          label="Title"
          maxLength={300}
          onChange={({ target }) => set({ ...action, title: target.value })}
          value={action.title}
        />
      )}
      {textLabel && (
        <TextArea
          grows
          label={textLabel}
          onChange={({ target }) => set({ ...action, text: target.value })}
          value={action.text}
        />
      )}
      {action.do === "task.set" && (
        <Select
          label="Status"
          onValueChange={(next) =>
            set({ ...action, status: taskStatuses.find((one) => one === next) ?? null })
          }
          options={[
            { value: unchanged, label: "Leave as it is" },
            ...taskStatuses.map((value) => ({ value, label: taskStatusNames[value] })),
          ]}
          value={action.status ?? unchanged}
        />
      )}
      {isTask && (
        <Select
          label="Priority"
          onValueChange={(next) =>
            set({ ...action, priority: taskPriorities.find((one) => one === next) ?? null })
          }
          options={[
            { value: unchanged, label: action.do === "task.set" ? "Leave as it is" : "As usual" },
            ...taskPriorities.map((value) => ({ value, label: priorityNames[value] })),
          ]}
          value={action.priority ?? unchanged}
        />
      )}
      {peopleLabel && (
        <PeoplePicker
          label={peopleLabel}
          max={action.do === "approval.ask" ? maxApprovers : maxInTurn}
          onChange={(people) => set({ ...action, people })}
          people={action.people}
          withSelf
        />
      )}
      {action.do === "approval.ask" && <ApprovalFields action={action} set={set} />}
      {(canBeForDecline || action.isForDecline) && (
        <Select
          label="When"
          onValueChange={(next) => set({ ...action, isForDecline: next === "declined" })}
          options={[
            { value: "approved", label: "If it was approved" },
            { value: "declined", label: "If it was declined" },
          ]}
          value={action.isForDecline ? "declined" : "approved"}
        />
      )}
      {action.do === "task.create" && (
        <TextField
          help="Leave blank for no due date."
          inputMode="numeric"
          label="Due in days"
          onChange={({ target }) => set({ ...action, dueInDays: target.value })}
          value={action.dueInDays}
        />
      )}
    </>
  );
}

const unchanged = "unchanged";

const placeLabels = { channel: "Channel", department: "Department", section: "Section" };
export const placeIcons = { channel: Hash, department: Building2, section: LayoutGrid } as const;

interface PlaceChoiceProps {
  label: string;
  kind: Place["kind"];
  value: ChosenPlace | null;
  onValueChange: (value: Place | null) => void;
  isOptional?: boolean;
  error?: string | undefined;
  ref?: (element: HTMLElement | null) => void;
}

/** Finds a place of one kind by its name. Nothing is chosen until the person chooses. */
export function PlaceChoice({ label, kind, value, onValueChange, isOptional, error, ref }: PlaceChoiceProps) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), 200);
  const { data, error: failure, isFetching, refetch } = usePlaces(search);
  const found = data?.places.filter((place) => place.kind === kind) ?? [];
  const Icon = placeIcons[kind];
  const goneText = `This ${kind} is gone, or you cannot see it. Choose another one.`;
  return (
    <SearchChoice
      chosen={value?.name}
      empty={`No ${kind} found that you manage`}
      error={error ?? (value?.isGone && goneText)}
      failure={failure && errorMessage(failure, "Search failed")}
      label={`Choose a ${kind}`}
      listLabel={label}
      loading={isFetching}
      onChoose={(id) => onValueChange(found.find((place) => place.id === id) ?? null)}
      onClear={() => onValueChange(null)}
      onRetry={() => void refetch()}
      onTextChange={setText}
      options={found.map(({ id, name }) => ({
        id,
        title: name,
        detail: "",
        mark: <Icon className="size-4 text-faint" />,
      }))}
      query={search}
      text={text}
      title={isOptional ? `${label} (optional)` : label}
      {...(ref && { ref })}
    />
  );
}
