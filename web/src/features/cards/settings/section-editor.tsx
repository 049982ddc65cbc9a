import { cardView } from "@atoll/contract/cards/policy";
import { ownViews } from "@atoll/contract/cards/section-schemas";
import { type SectionSettings, sectionChangeSchema } from "@atoll/contract/cards/settings-schemas";
import { useMutation } from "@tanstack/react-query";
import { Archive, ArchiveRestore, ArrowLeft } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormWords } from "../../../ui/dialog/form-words.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { OutsideNames } from "./outside-names.tsx";
import { SectionDetails, type SectionDetailValues } from "./section-details.tsx";
import { SectionFields } from "./section-fields.tsx";
import { changeSection, useKeepSection, useRefetchSection } from "./settings-api.ts";
import { sizeOf } from "./settings-words.ts";
import { StagesForm } from "./stages-form.tsx";

const schema = sectionChangeSchema
  .pick({ name: true, singular: true, icon: true, views: true })
  .required()
  .extend({ valueField: z.string() });

/** The name, icon, views and sum of a section of administrators. */
function DetailsForm({ section }: { section: SectionSettings }) {
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
      <FormWords form={form} keptAs={`section/${section.id}`} title={section.name} />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes
        form={form}
        labels={{
          name: "Name",
          singular: "Singular name",
          icon: "Icon",
          views: "Views",
          valueField: "Add up",
        }}
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

/** The settings of a section: its own parts, and the fields that were added to it. */
export function SectionEditor({ section, onBack }: { section: SectionSettings; onBack: () => void }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={onBack}>
          All sections
        </Button>
        <span className="ml-auto text-muted text-xs">{sizeOf(section)}</span>
      </div>
      {section.isArchived && (
        <InlineAlert tone="notice">
          This section is archived. Members do not see it; its cards are kept.
        </InlineAlert>
      )}
      {section.isOwn ? (
        <DetailsForm section={section} />
      ) : (
        <p className="text-muted text-sm">
          {section.name} comes with Atoll: its name and its own fields stay. Its stages and choices are yours
          to edit, and you can add fields.
        </p>
      )}
      <SectionFields section={section} />
      <OutsideNames section={section} />
      <StagesForm section={section} />
      <Readers section={section} />
      {section.isOwn && <Archiving section={section} />}
    </>
  );
}

/** Restricts a section to those members who may see the cards of its department. */
function Readers({ section }: { section: SectionSettings }) {
  const keep = useKeepSection();
  const { id, version, name, isRestricted } = section;
  const restricting = useMutation({
    mutationFn: () => changeSection(id, { version, isRestricted: !isRestricted }),
    onSuccess(answer) {
      keep(answer);
      notify.success(isRestricted ? `Every member reads ${name}` : `${name} is restricted`);
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to change who reads the section")),
  });
  return (
    <section aria-label="Readers" className="border-t pt-4">
      <Checkbox
        label="Restricted"
        help={`Only members with the permission for cards of this department (cards/${cardView(section.departmentSlug)}) read it.`}
        checked={isRestricted}
        disabled={restricting.isPending}
        onChange={() => restricting.mutate()}
      />
    </section>
  );
}

function Archiving({ section }: { section: SectionSettings }) {
  const [isAsking, setIsAsking] = useState(false);
  const keep = useKeepSection();
  const { id, version, name, isArchived } = section;
  const archiving = useMutation({
    mutationFn: () => changeSection(id, { version, isArchived: !isArchived }),
    onSuccess(answer) {
      keep(answer);
      setIsAsking(false);
      notify.success(isArchived ? `${name} restored` : `${name} archived`);
    },
    onError: (error) => isArchived && notify.error(errorMessage(error, "Failed to restore the section")),
  });
  return (
    <section aria-label="Archive" className="border-t pt-4">
      <Button
        icon={isArchived ? ArchiveRestore : Archive}
        loading={archiving.isPending}
        onClick={() => (isArchived ? archiving.mutate() : setIsAsking(true))}
      >
        {isArchived ? "Restore section" : "Archive section"}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Archive ${name}?`}
        verb="Archive section"
        loading={archiving.isPending}
        error={archiving.error}
        failure="Failed to archive the section"
        onConfirm={() => archiving.mutate()}
      >
        Members no longer see it, and links to its cards stop working. Its cards are kept, and come back when
        you restore it.
      </ConfirmDialog>
    </section>
  );
}
