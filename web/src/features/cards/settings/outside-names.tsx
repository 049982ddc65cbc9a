import type { CardField } from "@atoll/contract/cards/field-schemas";
import { fieldChangeSchema, type SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { maxFieldAliases } from "@atoll/contract/fields/limits";
import { Plus } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeField, useKeepSection, useRefetchSection } from "./settings-api.ts";

type Alias = NonNullable<CardField["aliases"]>[number];

/** The names that webhooks and imports may use for the options of a section's choices, and whether they add some. */
export function OutsideNames({ section }: { section: SectionSettings }) {
  const fields = section.fields.filter(({ kind, isRetired }) => kind === "choice" && !isRetired);
  if (fields.length === 0) return null;
  return (
    <section aria-label="Choices from other systems" className="flex flex-col gap-3 border-t pt-4">
      <h3 className="font-semibold text-sm">Choices from other systems</h3>
      <p className="text-muted text-xs">
        Webhooks and imports may have other names for a choice. A name in any case of letters is read as the
        choice that it belongs to; * stands for any text, as in review/*.
      </p>
      {fields.map((field) => (
        <FieldNames key={field.name} section={section} field={field} />
      ))}
    </section>
  );
}

const schema = z.object({ grows: z.boolean(), aliases: z.array(z.custom<Alias>()) });

/** The field as a section has it now; one that was removed stays as it was opened. */
function storedOf({ fields, version }: SectionSettings, opened: CardField) {
  const { grows = false, aliases = [] } = fields.find(({ name }) => name === opened.name) ?? opened;
  return { values: { grows, aliases }, version };
}

function FieldNames({ section, field }: { section: SectionSettings; field: CardField }) {
  const keep = useKeepSection();
  const refetch = useRefetchSection(section);
  const form = useEditForm({
    stored: storedOf(section, field),
    schema,
    fetchNewest: async () => storedOf(await refetch(), field),
    async save(parsed, { version, pick }) {
      const change = fieldChangeSchema.safeParse({ version, ...pick(parsed) });
      if (!change.success) throw new SpokenError(change.error.issues[0]?.message);
      const answer = await changeField(section.id, field.name, change.data);
      keep(answer);
      return storedOf(answer.section, field);
    },
    onDone: () => notify.success(`Names for ${field.label} saved`),
    fallback: "Failed to save the names",
  });
  const grows = useChoice(form, "grows");
  const aliases = useChoice(form, "aliases");
  const options = field.options ?? [];
  // An option that reports add later may have other names already.
  const later = [...new Set(aliases.value.map(({ to }) => to))].filter((to) => !options.includes(to));
  return (
    <form
      noValidate
      aria-label={`Names for ${field.label}`}
      className="flex flex-col gap-3 rounded-lg border bg-surface-raised p-3"
      onSubmit={form.submit}
    >
      <h4 className="font-medium text-sm">{field.label}</h4>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes
        form={form}
        labels={{ grows: "Add unknown values", aliases: "Other names" }}
        say={(name, value) => (name === "grows" ? (value === true ? "On" : "Off") : namesInWords(value))}
      />
      <Toggle
        label="Add unknown values as choices"
        help="Otherwise a value without a choice is left out."
        checked={grows.value}
        onChange={(event) => grows.onValueChange(event.target.checked)}
      />
      <ul aria-label={`Choices of ${field.label}`} className="flex flex-col divide-y">
        {[...options, ...later].map((option) => (
          <OptionNames
            key={option}
            option={option}
            isLater={later.includes(option)}
            aliases={aliases.value}
            onChange={aliases.onValueChange}
          />
        ))}
      </ul>
      <Button className="self-end" type="submit" loading={form.isSending}>
        Save names
      </Button>
    </form>
  );
}

const namesInWords = (value: unknown): string =>
  z
    .array(z.object({ from: z.string(), to: z.string() }))
    .catch([])
    .parse(value)
    .map(({ from, to }) => `${from}: ${to}`)
    .join("\n");

interface OptionNamesProps {
  option: string;
  isLater: boolean;
  aliases: readonly Alias[];
  onChange: (aliases: Alias[]) => void;
}

/** The other names of one option. */
function OptionNames({ option, isLater, aliases, onChange }: OptionNamesProps) {
  const [typed, setTyped] = useState("");
  const own = aliases.filter(({ to }) => to === option);
  const name = typed.trim();
  const isUsed = aliases.some(({ from }) => from.toLowerCase() === name.toLowerCase());
  function add(): void {
    if (name === "" || isUsed) return;
    onChange([...aliases, { from: name, to: option }]);
    setTyped("");
  }
  return (
    <li className="flex flex-col gap-1.5 py-2">
      <span className="text-sm">
        <span className="font-medium">{option}</span>
        {isLater && <span className="text-muted text-xs"> (added when a report names it)</span>}
      </span>
      {own.length > 0 && (
        <span className="flex flex-wrap gap-1">
          {own.map((alias) => (
            <RemovableBadge
              key={alias.from}
              label={alias.from}
              onRemove={() => onChange(aliases.filter((one) => one !== alias))}
            />
          ))}
        </span>
      )}
      <span className="flex items-start gap-1">
        <TextField
          className="min-w-0 flex-1"
          label={`Another name for ${option}`}
          hideLabel
          placeholder="Another name"
          value={typed}
          maxLength={60}
          autoComplete="off"
          error={isUsed ? "This name is already used" : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || isComposing(event)) return;
            // A name that is not added yet is not saved by Enter.
            event.preventDefault();
            add();
          }}
          // A typed name is not lost when its person goes straight to Save.
          onBlur={add}
        />
        <IconButton
          icon={Plus}
          label={`Add the name for ${option}`}
          disabled={name === "" || isUsed || aliases.length >= maxFieldAliases}
          onClick={add}
        />
      </span>
    </li>
  );
}
