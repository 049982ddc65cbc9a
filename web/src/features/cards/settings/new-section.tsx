import { newSectionSchema } from "@atoll/contract/cards/settings-schemas";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { SectionDetails, type SectionDetailValues } from "./section-details.tsx";
import { createSection, useKeepSection } from "./settings-api.ts";
import { linesOf } from "./settings-words.ts";

const schema = newSectionSchema
  .pick({ name: true, singular: true, icon: true, views: true })
  .extend({ stages: z.string() })
  .transform(({ stages, ...details }) => {
    const names = linesOf(stages);
    // With one stage alone nothing would be done.
    return {
      ...details,
      stages: names.map((name, at) => ({
        name,
        kind: at > 0 && at === names.length - 1 ? ("won" as const) : ("open" as const),
      })),
    };
  });

/** Adds a section to a department. Its fields follow in its settings. */
export function NewSection({
  department,
  onBack,
  onDone,
}: {
  department: { id: string; slug: string };
  onBack: () => void;
  onDone: (sectionId: string) => void;
}) {
  const [id] = useState(uuidv7);
  const keep = useKeepSection();
  const values: SectionDetailValues & { stages: string } = {
    name: "",
    singular: "",
    icon: "layers",
    views: ["board", "table", "list"],
    stages: "",
  };
  const form = useForm({
    values,
    schema,
    async send(section) {
      keep(await createSection(department.id, { id, ...section }));
      notify.success(`${section.name} added. Now add its fields.`);
      onDone(id);
    },
    fieldOf: { section_name_taken: "name" },
    fallback: "Failed to add the section",
  });
  return (
    <form noValidate aria-label="New section" onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <SectionDetails
        form={form}
        help={`Its address below /${department.slug} is made from it, and stays.`}
      />
      <TextArea
        {...form.field("stages")}
        label="Stages"
        help="One in each line; cards are done in the last one. Leave blank for a section without stages."
        rows={4}
        grows
      />
      <div className="flex justify-between gap-2">
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Add section
        </Button>
      </div>
    </form>
  );
}
