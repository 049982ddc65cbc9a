import { type TriggerKind, triggersOfPlace } from "@atoll/contract/automations/limits";
import type { Automation, Trigger } from "@atoll/contract/automations/schemas";
import { ideaStatusNames } from "@atoll/contract/ideas/limits";
import { taskStatusNames } from "@atoll/contract/tasks/limits";
import { authorName } from "../../capabilities/people/author-name.ts";
import { counted } from "../../lib/counted.ts";
import { formatWall } from "../../lib/time/format-wall.ts";
import { weekdayNames } from "../../lib/time/weekday-names.ts";
import { zoneName } from "../../ui/field/dates/time-zone-field.tsx";
import {
  type ActionDraft,
  actionNames,
  type ConditionsDraft,
  draftOf,
  type PartsDraft,
  priorityNames,
} from "./automation-parts.ts";

const triggerNames: Readonly<Record<TriggerKind, string>> = Object.assign(
  {},
  ...Object.values(triggersOfPlace),
);

type Stages = Automation["place"]["stages"];

/** Returns the name of a stage, or a text that says that it is gone. */
export function stageName(stages: Stages, stageId: string): string {
  return stages.find(({ id }) => id === stageId)?.name ?? `A stage that is gone (${stageId})`;
}

/** Writes a trigger in words. */
function triggerInWords(trigger: Trigger, stages: Stages): string {
  const name = triggerNames[trigger.kind];
  switch (trigger.kind) {
    case "message.posted":
      return trigger.text === "" ? name : `${name} with “${trigger.text}”`;
    case "task.status":
      return trigger.to === null ? name : `${name} to ${taskStatusNames[trigger.to]}`;
    case "idea.status":
      return trigger.to === null ? name : `${name} to ${ideaStatusNames[trigger.to]}`;
    case "question.unanswered":
      return `${name} ${counted(trigger.days, "day")} after it was asked, looked at ${timeInWords(trigger)}`;
    case "card.stage":
      return trigger.to === null ? name : `${name} to ${stageName(stages, trigger.to)}`;
    case "task.due":
      return `${name} ${daysInWords(trigger.days)}, looked at ${timeInWords(trigger)}`;
    case "schedule":
      return `${everyInWords(trigger)} ${timeInWords(trigger)}`;
    case "cron":
      return `At the times of the pattern ${trigger.pattern} in ${zoneName(trigger.zone)}`;
    default:
      return name;
  }
}

function daysInWords(days: number): string {
  if (days === 0) return "today";
  return days > 0 ? `in ${counted(days, "day")}` : `since ${counted(-days, "day")}`;
}

const timeInWords = ({ time, zone }: { time: string; zone: string }) =>
  `at ${formatWall("time", "2026-11-20", time)} in ${zoneName(zone)}`;

function everyInWords({ every, weekdays, day }: Extract<Trigger, { kind: "schedule" }>): string {
  if (every === "day") return "Every day";
  if (every === "month") return `On day ${day} of every month`;
  return `Every ${(weekdays.length > 0 ? weekdays : [1]).map((one) => weekdayNames[one - 1]).join(", ")}`;
}

/** Writes the conditions in words, each by the name of its field. Those that set no limit are left out. */
function conditionsInWords(draft: ConditionsDraft, stages: Stages): string[] {
  const { priorities, people, isUnassigned, tags, words, stage } = draft;
  return [
    priorities.length > 0 && `Priority: ${priorities.map((one) => priorityNames[one]).join(", ")}`,
    people.length + Number(isUnassigned) > 0 &&
      `Person: ${[...people.map(authorName), ...(isUnassigned ? ["nobody"] : [])].join(", ")}`,
    tags !== "" && `Tags: ${tags}`,
    words !== "" && `Text: “${words}”`,
    stage !== "" && `Stage: ${stageName(stages, stage)}`,
  ].filter((line) => line !== false);
}

/** Writes an action in words. */
function actionInWords({ do: kind, ...draft }: ActionDraft): string {
  const parts = [
    draft.title && `“${draft.title}”`,
    draft.text && `“${draft.text}”`,
    draft.place && `in ${draft.place.name}`,
    draft.status && `status ${taskStatusNames[draft.status]}`,
    draft.priority && `priority ${priorityNames[draft.priority]}`,
    kind === "approval.ask" &&
      (draft.needs === "all" ? "everyone has to approve" : "the first answer decides"),
    kind === "approval.ask" && `waits ${counted(Number(draft.days), "day")}`,
    draft.isForDecline && "if declined",
    draft.dueInDays && `due in ${counted(Number(draft.dueInDays), "day")}`,
    draft.people.length > 0 && draft.people.map(authorName).join(", "),
  ];
  const words = parts.filter(Boolean).join(", ");
  return words === "" ? actionNames[kind] : `${actionNames[kind]}: ${words}`;
}

/** Writes a field of the form in words, for one that two people have changed. */
export function fieldInWords(stages: Stages) {
  return (name: string, value: unknown): string | undefined => {
    const parts = { [name]: value } as Partial<PartsDraft>;
    if (parts.trigger) return triggerInWords(parts.trigger[0], stages);
    if (parts.actions) return parts.actions.map(actionInWords).join("\n");
    if (parts.priorities) return parts.priorities.map((one) => priorityNames[one]).join(", ");
    if (parts.stage) return stageName(stages, parts.stage);
    return undefined;
  };
}

/** Returns what of an automation is gone, or cannot be seen by its owner any more, in words. */
export function goneParts(draft: PartsDraft, { stages, name }: Automation["place"]): string[] {
  const [trigger] = draft.trigger;
  const wanted = [trigger.kind === "card.stage" ? trigger.to : null, draft.stage];
  const people = [...draft.people, ...draft.actions.flatMap((action) => action.people)];
  return [
    ...(name === null ? ["Its place"] : []),
    ...wanted.flatMap((id) =>
      id && !stages.some((stage) => stage.id === id) ? [stageName(stages, id)] : [],
    ),
    ...draft.actions.flatMap(({ place }) => (place?.isGone ? [place.name] : [])),
    ...(people.some(({ isFormer }) => isFormer) ? ["A former colleague"] : []),
  ];
}

/** Writes the parts of an automation for those who only read them. */
export function partsInWords(automation: Automation): Record<"When" | "If" | "Then", string[]> {
  const draft = draftOf(automation);
  const { stages } = automation.place;
  return {
    When: [triggerInWords(draft.trigger[0], stages)],
    If: conditionsInWords(draft, stages),
    Then: draft.actions.map(actionInWords),
  };
}
