import { ownViews } from "@atoll/contract/cards/section-schemas";
import { type SectionSettings, sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { SectionDetails, type SectionDetailValues } from "./section-details.tsx";
import { changeSection, useKeepSection, useRefetchSection } from "./settings-api.ts";

const schema = sectionChangeSchema
  .pick({ name: true, singular: true, icon: true, views: true })
  .required()
  .extend({ valueField: z.string() });

/** The name, icon, views and sum of a section of administrators. */
export function DetailsForm({ section }: { section: SectionSettings }) {
  const keep = useKeepSection();
  const refetch = useRefetchSection(section);
  const form = useEditForm({
    stored: storedOf(section),
    schema,
    fetchNewest: async () => storedOf(await refetch()),
    async save({ valueField, ...details }, { version, pick }) {
      const set = pick({ ...details, valueField: valueField || null });
      const answer = await changeSection(section.id, { version, ...set });
      keep(answer);
      return storedOf(answer.section);
    },
    onDone: ({ name }) => notify.success(`${name} saved`),
    fieldOf: { section_name_taken: "name" },
    fallback: "Failed to save the section",
  });
  const sum = useChoice(form, "valueField");
  const amounts = section.fields.filter(({ kind, isRetired }) => kind === "money" && !isRetired);
  return (
    <form noValidate aria-label="Section" onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes
        form={form}
        labels={{ name: "Name", singular: "One of them", icon: "Icon", views: "Views", valueField: "Add up" }}
      />
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

function storedOf(section: SectionSettings) {
  const values: SectionDetailValues & { valueField: string } = {
    name: section.name,
    singular: section.singular,
    icon: section.icon,
    views: ownViews.filter((view) => section.views.includes(view)),
    valueField: section.valueField ?? "",
  };
  return { values, version: section.version };
}
