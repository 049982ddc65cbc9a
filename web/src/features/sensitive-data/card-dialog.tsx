import type { Person } from "@atoll/contract/people/schemas";
import {
  maxSensitiveTitle,
  maxSensitiveValue,
  type SensitiveKey,
} from "@atoll/contract/sensitive-data/limits";
import { canLoosenSensitiveCard } from "@atoll/contract/sensitive-data/policy";
import { newSensitiveCardSchema, type SensitiveCard } from "@atoll/contract/sensitive-data/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { SpokenError } from "../../lib/request/api-error.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { changeCard, createCard, useKeyNames, useSensitiveCards } from "./api.ts";

const { key, title, value } = newSensitiveCardSchema.shape;

/** The body of the request. The people picker gives a list, with one owner. */
const formSchema = z.object({
  key,
  title,
  value: value.or(z.literal("")),
  owner: z.array(z.custom<Person>()).length(1, "Choose who owns it"),
  needsTwo: z.boolean(),
});

/** Adds a card, or changes one. What was typed as its value is in this form alone, and is gone with it. */
export function CardDialog({
  card,
  keys,
  onClose,
}: {
  /** Undefined: a new one. */
  card: SensitiveCard | undefined;
  keys: readonly SensitiveKey[];
  onClose: () => void;
}) {
  const viewer = useViewer();
  const [id] = useState(uuidv7);
  const [firstKey = "backend"] = keys;
  const isLoose = !card || canLoosenSensitiveCard(viewer, { ...card, ownerId: card.owner.id });
  const queryClient = useQueryClient();
  const { data: live } = useSensitiveCards();
  const keyNames = useKeyNames();
  const stored = card && (live?.cards.find((one) => one.id === card.id) ?? card);
  const rotatedAt = useRef(card?.rotated.at);
  const form = useEditForm({
    stored: {
      values: {
        key: stored?.key ?? firstKey,
        title: stored?.title ?? "",
        value: "",
        owner: [stored?.owner ?? { ...viewer, isFormer: false }] as Person[],
        needsTwo: stored?.needsTwo ?? false,
      },
      version: stored?.version ?? 0,
      source: stored,
    },
    schema: card ? formSchema : formSchema.extend({ value }),
    async fetchNewest() {
      await queryClient.invalidateQueries({ queryKey: ["sensitive-data", "cards"] });
      return undefined;
    },
    async save({ owner, ...fields }, { version, changed, pick, source }) {
      const ownerId = owner[0]?.id ?? viewer.id;
      if (card) {
        // Nobody sees the value here, so a newer one is said in words.
        if (changed.has("value") && source?.rotated.at !== rotatedAt.current) {
          rotatedAt.current = source?.rotated.at;
          throw new SpokenError(
            "Someone else replaced the value while you were editing. Save again to replace theirs.",
          );
        }
        const { key: _key, ...set } = pick(fields);
        await changeCard(card.id, { version, ...set, ...(changed.has("owner") && { ownerId }) });
      } else await createCard(id, { ...fields, ownerId });
      return undefined;
    },
    onDone(fields) {
      notify.success(`${fields.title} ${card ? "saved" : "added"}`);
      onClose();
    },
    fallback: "Failed to save the card",
  });
  const keyField = useChoice(form, "key");
  const needsTwo = useChoice(form, "needsTwo");
  const { value: owner, onValueChange: setOwner, ...ownerField } = useChoice(form, "owner");
  return (
    <FormDialog
      isSecret
      form={form}
      onClose={onClose}
      title={card ? "Edit card" : "New card"}
      verb={card ? "Save card" : "Add card"}
    >
      <FormClashes form={form} labels={{ title: "Title", owner: "Owner", needsTwo: "Two people" }} />
      {!card && (
        <Select
          {...keyField}
          label="Department"
          options={keys.map((one) => ({ value: one, label: keyNames[one] ?? one }))}
        />
      )}
      <TextField {...form.field("title")} label="Title" autoComplete="off" maxLength={maxSensitiveTitle} />
      <TextArea
        {...form.field("value")}
        label="Value"
        help={
          card
            ? "Leave blank to keep the value that is stored. It is not shown here."
            : "Encrypted before it is stored."
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={maxSensitiveValue}
        isMonospaced
      />
      <Toggle
        label="Two people"
        help="A second person has to approve each reveal."
        checked={needsTwo.value}
        disabled={!isLoose}
        onChange={({ target }) => needsTwo.onValueChange(target.checked)}
      />
      {isLoose ? (
        <PeoplePicker {...ownerField} label="Owner" people={owner} max={1} withSelf onChange={setOwner} />
      ) : (
        <p className="text-muted text-xs">
          Only {card.owner.name} can hand over this card or change this to one person.
        </p>
      )}
    </FormDialog>
  );
}
