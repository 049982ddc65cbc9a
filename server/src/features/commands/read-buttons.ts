import { randomBytes } from "node:crypto";
import type { ProgramButton } from "@atoll/contract/chat/schemas";
import { maxButtons } from "@atoll/contract/commands/limits";

/** The meaning of a button to its program, which gets it back with a press. */
export interface ProgramAction {
  /** That of the button. */
  id: string;
  kind: "block" | "attachment";
  /** `action_id` of a block, `name` of an attachment's action. */
  name: string;
  /** `block_id` of a block, `callback_id` of an attachment. */
  place: string;
  value: string;
  label: string;
  style?: "primary" | "danger" | undefined;
}

export interface ReadButtons {
  buttons: ProgramButton[];
  actions: ProgramAction[];
}

type Part = Record<string, unknown>;
const maxParts = 100;

/**
 * Reads the buttons of an answer in Slack's shape, in its blocks and in its attachments. Buttons with an address are
 * links, which the text has.
 */
export function readButtons(payload: Part): ReadButtons {
  const found: ReadButtons = { buttons: [], actions: [] };
  for (const block of partsOf(payload["blocks"])) readBlock(block, found);
  for (const attachment of partsOf(payload["attachments"])) {
    for (const block of partsOf(attachment["blocks"])) readBlock(block, found);
    for (const action of partsOf(attachment["actions"]))
      if (action["type"] === "button")
        add(found, action, {
          kind: "attachment",
          ...{ name: textIn(action["name"]), place: textIn(attachment["callback_id"]) },
        });
  }
  return found;
}

function readBlock(block: Part, found: ReadButtons): void {
  const elements =
    block["type"] === "actions"
      ? partsOf(block["elements"])
      : block["type"] === "section"
        ? partsOf([block["accessory"]])
        : [];
  for (const element of elements)
    if (element["type"] === "button")
      add(found, element, {
        kind: "block",
        ...{ name: textIn(element["action_id"]), place: textIn(block["block_id"]) },
      });
}

function add(
  { buttons, actions }: ReadButtons,
  element: Part,
  action: Pick<ProgramAction, "kind" | "name" | "place">,
): void {
  const label = textIn(element["text"]).trim().slice(0, 75);
  if (label === "" || element["url"] !== undefined || buttons.length >= maxButtons) return;
  const style =
    element["style"] === "danger" || element["style"] === "primary" ? element["style"] : undefined;
  const confirm = partsOf([element["confirm"]])[0];
  const id = randomBytes(9).toString("base64url");
  buttons.push({
    ...{ id, label },
    ...(style && { style }),
    ...(confirm && {
      confirm: {
        title: textIn(confirm["title"]).slice(0, 100) || label,
        text: textIn(confirm["text"]).slice(0, 300),
        verb: (textIn(confirm["confirm"]) || textIn(confirm["ok_text"])).slice(0, 30) || label,
      },
    }),
  });
  actions.push({ ...action, id, value: textIn(element["value"]).slice(0, 2000), label, style });
}

/** A text, or that of a text object. */
function textIn(value: unknown): string {
  const text = typeof value === "object" && value !== null ? (value as Part)["text"] : value;
  return typeof text === "string" ? text.replaceAll("\0", "").toWellFormed().slice(0, 2000) : "";
}

function partsOf(value: unknown): Part[] {
  const parts: unknown[] = Array.isArray(value) ? value.slice(0, maxParts) : [];
  return parts.filter(
    (part): part is Part => typeof part === "object" && part !== null && !Array.isArray(part),
  );
}
