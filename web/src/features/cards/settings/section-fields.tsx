import { cardFieldKinds } from "@atoll/contract/cards/field-schemas";
import { maxFields } from "@atoll/contract/cards/limits";
import { newFieldSchema, type SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { Repeat2 } from "lucide-react";
import { useState } from "react";
import { FieldSettings } from "../../../capabilities/fields/settings/field-settings.tsx";
import { ConvertDialog } from "./convert-dialog.tsx";
import { addField, changeField, changeSection, useKeepSection, useRefetchSection } from "./settings-api.ts";

/** The fields of a section, and the way to change their types. */
export function SectionFields({ section }: { section: SectionSettings }) {
  const { id, name, version, fields } = section;
  const [converted, setConverted] = useState<string>();
  const keep = useKeepSection();
  const fetchNewest = useRefetchSection(section);
  const conversionOf = (one: string) => fields.find((field) => field.name === one)?.conversion;
  const field = fields.find((one) => one.name === converted);
  return (
    <>
      <FieldSettings
        place={{
          name,
          version,
          fields,
          things: "cards",
          empty: "A card has a name, an owner, a date and notes.",
          kinds: cardFieldKinds,
          most: maxFields,
          fetchNewest,
          add: async (given) => keep(await addField(id, { version, ...newFieldSchema.parse(given) })),
          change: async (one, change) => keep(await changeField(id, one, change)),
          order: async (fieldOrder) => keep(await changeSection(id, { version, fieldOrder })),
          stateOf: (one) => (conversionOf(one.name) ? "Converting" : undefined),
          more: (one) => [
            {
              label: "Change type",
              icon: Repeat2,
              disabled: conversionOf(one.name) !== undefined,
              onSelect: () => setConverted(one.name),
            },
          ],
        }}
      />
      {field && <ConvertDialog section={section} field={field} onClose={() => setConverted(undefined)} />}
    </>
  );
}
