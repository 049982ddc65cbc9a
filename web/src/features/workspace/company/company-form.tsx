import { companyTokens, contrastOf } from "@atoll/contract/workspace/colours";
import {
  colourPattern,
  companyChangeSchema,
  companyNameSchema,
  type SetUp,
} from "@atoll/contract/workspace/company-schemas";
import type { ComponentProps } from "react";
import { z } from "zod";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useSetUpChanges } from "./api.ts";
import { LogoField } from "./logo-field.tsx";

interface ColourFieldProps {
  /** The props from the form's `field("colour")`. */
  field: Omit<ComponentProps<typeof TextField>, "label">;
  value: string;
  onChoose: (colour: string) => void;
}

const lagoon = "#0a7470";

/** The company's colour, and how its buttons, links and marks will look in both themes. */
function ColourField({ field, value, onChoose }: ColourFieldProps) {
  const colour = value.trim().toLowerCase();
  const isColour = colourPattern.test(colour);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...field}
          autoComplete="off"
          className="w-44"
          label="Colour"
          maxLength={7}
          placeholder={lagoon}
          spellCheck={false}
        />
        <input
          aria-label="Choose the colour"
          className="h-9 pointer-coarse:h-11 w-12 cursor-pointer rounded-sm border border-control bg-surface-raised p-1"
          onChange={({ target }) => onChoose(target.value)}
          type="color"
          value={isColour ? colour : lagoon}
        />
        {value !== "" && (
          <Button onClick={() => onChoose("")} variant="ghost">
            Use Atoll's
          </Button>
        )}
      </div>
      {isColour && <Previews colour={colour} />}
    </div>
  );
}

function Previews({ colour }: { colour: string }) {
  const { tropical, dark } = companyTokens(colour);
  return (
    <ul aria-label="How it looks" className="grid max-w-130 gap-3 sm:grid-cols-2">
      <Preview ground="#ffffff" isSame={tropical.primary === colour} name="Light" tokens={tropical} />
      <Preview ground="#10242e" isSame={dark.primary === colour} name="Dark" tokens={dark} />
    </ul>
  );
}

interface PreviewProps {
  name: "Light" | "Dark";
  ground: string;
  isSame: boolean;
  tokens: ReturnType<typeof companyTokens>["dark"];
}

/** In that theme's own colours, whichever this page shows. */
function Preview({ name, ground, isSame, tokens }: PreviewProps) {
  const ratio = contrastOf(tokens["primary-contrast"], tokens.primary).toFixed(1);
  const change = name === "Light" ? "darkened" : "lightened";
  const contrast = `Text on it has ${ratio} to 1`;
  return (
    <li className="rounded-md border p-3" style={{ background: ground }}>
      <p className="mb-2 flex items-center gap-2" style={{ color: tokens["primary-text"] }}>
        <span
          className="rounded-sm px-2.5 py-1 font-semibold text-xs"
          style={{ background: tokens.primary, color: tokens["primary-contrast"] }}
        >
          Button
        </span>
        <span className="font-medium underline">Link</span>
        <span className="rounded-sm px-2 py-0.5 text-xs" style={{ background: tokens["primary-soft"] }}>
          Chosen
        </span>
      </p>
      <p className="text-xs" style={{ color: name === "Light" ? "#465955" : "#a0b6b9" }}>
        {name}: {isSame ? "as chosen" : `${change}, so that it can be read`}. {contrast}.
      </p>
    </li>
  );
}

export interface CompanyFormProps {
  company: SetUp["company"];
  /** Where the name's field is, so that a step can lead there. */
  nameId: string;
}

const fieldsSchema = z.object({
  // An empty field is no name: the configured one is shown.
  name: z.union([z.literal(""), companyNameSchema]),
  colour: z.union([z.literal(""), companyChangeSchema.shape.colour.unwrap().unwrap()]),
  workingDays: companyChangeSchema.shape.workingDays.unwrap(),
});

/** Name, colour and logo of the company. */
export function CompanyForm({ company, nameId }: CompanyFormProps) {
  const { save, refetch } = useSetUpChanges();
  const form = useEditForm({
    stored: storedOf(company),
    schema: fieldsSchema,
    async fetchNewest() {
      await refetch();
      return undefined;
    },
    async save({ name, colour, workingDays }, { version, pick }) {
      const saved = await save({
        version,
        ...pick({ name: name || null, colour: colour || null, workingDays }),
      });
      return storedOf(saved.company);
    },
    onDone: () => notify.success("Company saved"),
    fallback: "Failed to save the company",
  });
  return (
    <Card title="Name and looks">
      <div className="flex flex-col gap-5">
        <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
          {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
          <FormClashes
            form={form}
            labels={{ name: "Company name", colour: "Colour", workingDays: "Working days" }}
          />
          <TextField
            {...form.field("name")}
            autoComplete="organization"
            className="max-w-100"
            help={`Shown in the header, on the sign-in page, in window titles and by the installed app. Leave blank to use ${company.configuredName}.`}
            id={nameId}
            label="Company name"
            maxLength={60}
            placeholder={company.configuredName}
          />
          <ColourField
            field={form.field("colour")}
            onChoose={(colour) => form.fill("colour", colour)}
            value={form.watch("colour")}
          />
          <WorkingDays days={form.watch("workingDays")} onChange={(days) => form.fill("workingDays", days)} />
          <div>
            <Button loading={form.isSending} type="submit" variant="primary">
              Save company
            </Button>
          </div>
        </form>
        <hr className="border-t" />
        <LogoField
          logo={company.logo}
          onSave={async (logoId) => {
            await save({ version: company.version, logoId });
          }}
        />
      </div>
    </Card>
  );
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The days of the week on which the company works. The last one cannot be taken away. */
function WorkingDays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">Working days</legend>
      <p className="mb-1 text-muted text-xs">Items of onboarding paths are due on these days.</p>
      <div className="flex flex-wrap gap-x-4">
        {weekdays.map((name, index) => {
          const day = index + 1;
          const isChosen = days.includes(day);
          return (
            <Checkbox
              key={name}
              label={name}
              checked={isChosen}
              disabled={isChosen && days.length === 1}
              onChange={() =>
                onChange(isChosen ? days.filter((one) => one !== day) : [...days, day].sort((a, b) => a - b))
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}

const storedOf = ({ name, colour, workingDays, version }: SetUp["company"]) => ({
  values: { name: name ?? "", colour: colour ?? "", workingDays },
  version,
});
