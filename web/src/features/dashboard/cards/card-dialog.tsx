import type { CardOptions, DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { type CardType, cardTitleMaxLength, cardTypes } from "@atoll/contract/dashboard/limits";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useLazyPart } from "../../../ui/base/lazy-part.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
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
  const close = () => onOpenChange(false);
  const form = useForm({
    values: choiceOf(card),
    send(choice) {
      onDone({ ...choice, title: choice.title.trim() });
      close();
    },
  });
  const type = useChoice(form, "type");
  const options = useChoice(form, "options");
  const types = cardTypes.filter((one) => partsOf(one));
  const parts = partsOf(type.value);
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title={card ? "Change card" : "Add a Card"}
      description={card ? undefined : "Choose what it shows. You can move, resize and remove it afterwards."}
      verb={card ? "Save" : "Add Card"}
    >
      {!card && (
        <RadioGroup
          label="Type"
          onValueChange={(next) => {
            type.onValueChange(next);
            options.onValueChange({});
          }}
          options={types.map((one) => ({ value: one, label: partsOf(one)?.names.card ?? one }))}
          value={type.value}
        />
      )}
      {parts?.options && (
        <OptionFields
          key={type.value}
          onChange={options.onValueChange}
          options={options.value}
          part={parts.options}
        />
      )}
      <TextField
        {...form.field("title")}
        help="Leave blank to use the name of its type."
        label="Title"
        maxLength={cardTitleMaxLength}
      />
    </FormDialog>
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
