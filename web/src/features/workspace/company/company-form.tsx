import {
  companyChangeSchema,
  companyNameSchema,
  type SetUp,
} from "@atoll/contract/workspace/company-schemas";
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
import { ColourField } from "./colour-field.tsx";
import { LogoField } from "./logo-field.tsx";

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
  const { save, lookAgain } = useSetUpChanges();
  const form = useEditForm({
    stored: storedOf(company),
    schema: fieldsSchema,
    async fetchNewest() {
      await lookAgain();
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
