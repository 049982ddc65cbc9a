import { ownViews } from "@atoll/contract/cards/section-schemas";
import { type SectionSettings, sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { SectionDetails, type SectionDetailValues } from "./section-details.tsx";
import { changeSection, useKeepSection } from "./settings-api.ts";
import { usePartVersion } from "./use-part-version.ts";

const detailsOf = ({ name, singular, icon, views, valueField }: SectionSettings) => [
  name,
  singular,
  icon,
  views,
  valueField,
];

const schema = sectionChangeSchema
  .pick({ name: true, singular: true, icon: true, views: true })
  .required()
  .extend({ valueField: z.string() });

/** The name, icon, views and sum of a section of administrators. */
export function DetailsForm({ section }: { section: SectionSettings }) {
  const keep = useKeepSection();
  const seen = usePartVersion(section, detailsOf);
  const values: SectionDetailValues & { valueField: string } = {
    name: section.name,
    singular: section.singular,
    icon: section.icon,
    views: ownViews.filter((view) => section.views.includes(view)),
    valueField: section.valueField ?? "",
  };
  const form = useForm({
    values,
    schema,
    async send({ valueField, ...details }) {
      const body = { version: seen.version, ...details, valueField: valueField || null };
      const answer = await changeSection(section.id, body).catch(seen.refused);
      keep(answer);
      seen.saved(answer.section);
      notify.success(`${details.name} saved`);
    },
    fieldOf: { section_name_taken: "name" },
    fallback: "Failed to save the section",
  });
  const sum = useChoice(form, "valueField");
  const amounts = section.fields.filter(({ kind, isRetired }) => kind === "money" && !isRetired);
  return (
    <form noValidate aria-label="Section" onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      {seen.isMoved && !form.failure && !form.isSending && (
        <InlineAlert tone="notice">
          Someone else changed this while you were editing. It is now called “{section.name}”. What you typed
          is kept.
        </InlineAlert>
      )}
      <SectionDetails form={form} help={`Its address stays /${section.departmentSlug}/${section.slug}.`} />
      {amounts.length > 0 && (
        <Select
          {...sum}
          label="Add up"
          options={[
            { value: "", label: "Nothing" },
            ...amounts.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
      )}
      <Button className="self-end" type="submit" variant="primary" loading={form.isSending}>
        Save section
      </Button>
    </form>
  );
}
