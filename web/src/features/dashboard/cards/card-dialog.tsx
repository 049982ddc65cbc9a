import type { CardOptions, DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { type CardType, cardTitleMaxLength, cardTypes } from "@atoll/contract/dashboard/limits";
import { type FormEvent, useState } from "react";
import { useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { RadioGroup } from "../../../ui/field/radio.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import type { CardOptionsProps, CardParts } from "./card-parts.ts";

export interface CardChoice {
  type: CardType;
  title: string;
  options: CardOptions;
}

export interface CardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The card that is changed; undefined: one is added. */
  card: DashboardCard | undefined;
  partsOf: (type: CardType) => CardParts | undefined;
  onDone: (choice: CardChoice) => void;
}

/** 'Add a Card', and the same for one that is there. Specification, section 2 (Dashboard). */
export function CardDialog({ open, onOpenChange, card, partsOf, onDone }: CardDialogProps) {
  const [choice, setChoice] = useState<CardChoice>(() => choiceOf(card));
  const change = (part: Partial<CardChoice>) => setChoice((before) => ({ ...before, ...part }));
  const types = cardTypes.filter((type) => partsOf(type));
  const parts = partsOf(choice.type);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onDone({ ...choice, title: choice.title.trim() });
    onOpenChange(false);
  }
  return (
    <Dialog
      description={card ? undefined : "Choose what it shows. You can move, resize and remove it afterwards."}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} variant="ghost">
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            {card ? "Save" : "Add Card"}
          </Button>
        </>
      }
      onOpenChange={onOpenChange}
      onSubmit={submit}
      open={open}
      title={card ? "Change card" : "Add a Card"}
    >
      {!card && (
        <RadioGroup
          label="Type"
          onValueChange={(type) => change({ type, options: {} })}
          options={types.map((type) => ({ value: type, label: partsOf(type)?.names.card ?? type }))}
          value={choice.type}
        />
      )}
      {parts?.options && (
        <OptionFields
          key={choice.type}
          onChange={(options) => change({ options })}
          options={choice.options}
          part={parts.options}
        />
      )}
      <TextField
        help="Leave blank to use the name of its type."
        label="Title"
        maxLength={cardTitleMaxLength}
        onChange={(event) => change({ title: event.target.value })}
        value={choice.title}
      />
    </Dialog>
  );
}

interface OptionFieldsProps extends CardOptionsProps {
  part: NonNullable<CardParts["options"]>;
}

function OptionFields({ part, ...props }: OptionFieldsProps) {
  const loaded = useLazyPart(part, true, () => undefined);
  return loaded && <loaded.Options {...props} />;
}

function choiceOf(card: DashboardCard | undefined): CardChoice {
  const type = cardTypes.find((one) => one === card?.type) ?? "announcements";
  return { type, title: card?.title ?? "", options: card?.options ?? {} };
}
