import type { CardField } from "@atoll/contract/cards/field-schemas";
import { maxFields } from "@atoll/contract/cards/limits";
import type { SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Ellipsis, EyeOff, Pencil, Plus, Repeat2, Undo2 } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ConvertDialog } from "./convert-dialog.tsx";
import { FieldDialog } from "./field-dialog.tsx";
import { moved } from "./name-rows.tsx";
import { changeField, changeSection, useKeepSection } from "./settings-api.ts";
import { kindOf } from "./settings-words.ts";

interface Opened {
  what: "add" | "edit" | "convert";
  name?: string;
}

/** The fields of a section in their order, and the retired ones below. */
export function FieldSettings({ section }: { section: SectionSettings }) {
  const [opened, setOpened] = useState<Opened>();
  const keep = useKeepSection();
  const failed = (error: unknown) => notify.error(errorMessage(error, "Failed to change the field"));
  const ordering = useMutation({
    mutationFn: (fieldOrder: string[]) => changeSection(section.id, { version: section.version, fieldOrder }),
    onSuccess: keep,
    onError: failed,
  });
  const retiring = useMutation({
    mutationFn: ({ name, isRetired }: CardField) =>
      changeField(section.id, name, { version: section.version, isRetired: !isRetired }),
    onSuccess(answer, { label, isRetired }) {
      keep(answer);
      notify.success(
        isRetired ? `${label} restored, with its values` : `${label} retired. Its values are kept.`,
      );
    },
    onError: failed,
  });
  const shown = section.fields.filter(({ isRetired }) => !isRetired);
  const retired = section.fields.filter(({ isRetired }) => isRetired);
  const field = section.fields.find(({ name }) => name === opened?.name);
  const close = () => setOpened(undefined);
  const order = (at: number, by: -1 | 1) =>
    ordering.mutate([...moved(shown, at, by), ...retired].map(({ name }) => name));
  return (
    <section aria-label="Fields" className="flex flex-col gap-3 border-t pt-4">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold text-sm">Fields</h3>
        <Button
          size="sm"
          icon={Plus}
          disabled={shown.length >= maxFields}
          onClick={() => setOpened({ what: "add" })}
        >
          Add field
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No fields yet. A card has a name, an owner, a date and notes." />
      ) : (
        <ul aria-label="Fields in use" className="flex flex-col divide-y rounded-lg border bg-surface-raised">
          {shown.map((one, at) => (
            <Row key={one.name} field={one}>
              <IconButton
                size="sm"
                icon={ArrowUp}
                label={`Move ${one.label} up`}
                disabled={at === 0 || ordering.isPending}
                onClick={() => order(at, -1)}
              />
              <IconButton
                size="sm"
                icon={ArrowDown}
                label={`Move ${one.label} down`}
                disabled={at === shown.length - 1 || ordering.isPending}
                onClick={() => order(at, 1)}
              />
              {!one.isAdded && one.kind === "choice" && (
                <IconButton
                  size="sm"
                  icon={Pencil}
                  label={`Edit the choices of ${one.label}`}
                  onClick={() => setOpened({ what: "edit", name: one.name })}
                />
              )}
              {one.isAdded && (
                <Menu
                  label={`More for ${one.label}`}
                  align="end"
                  trigger={<IconButton size="sm" icon={Ellipsis} label={`More for ${one.label}`} />}
                  items={[
                    {
                      label: "Edit",
                      icon: Pencil,
                      onSelect: () => setOpened({ what: "edit", name: one.name }),
                    },
                    {
                      label: "Change type",
                      icon: Repeat2,
                      disabled: one.conversion !== undefined,
                      onSelect: () => setOpened({ what: "convert", name: one.name }),
                    },
                    { label: "Retire", icon: EyeOff, onSelect: () => retiring.mutate(one) },
                  ]}
                />
              )}
            </Row>
          ))}
        </ul>
      )}
      {retired.length > 0 && (
        <>
          <h4 className="font-medium text-muted text-xs">Retired; cards keep their values</h4>
          <ul aria-label="Retired fields" className="flex flex-col divide-y rounded-lg border">
            {retired.map((one) => (
              <Row key={one.name} field={one}>
                <Button
                  size="sm"
                  icon={Undo2}
                  aria-label={`Restore ${one.label}`}
                  onClick={() => retiring.mutate(one)}
                >
                  Restore
                </Button>
              </Row>
            ))}
          </ul>
        </>
      )}
      {opened?.what === "add" && <FieldDialog section={section} field={undefined} onClose={close} />}
      {opened?.what === "edit" && field && <FieldDialog section={section} field={field} onClose={close} />}
      {opened?.what === "convert" && field && (
        <ConvertDialog section={section} field={field} onClose={close} />
      )}
    </section>
  );
}

function Row({ field, children }: { field: CardField; children: React.ReactNode }) {
  return (
    <li className="flex min-h-12 items-center gap-1 px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{field.label}</p>
        <p className="truncate text-muted text-xs">{kindOf(field)}</p>
      </div>
      {field.conversion && <Badge tone="info">Converting</Badge>}
      {!field.isAdded && <Badge className="max-md:hidden">Comes with Atoll</Badge>}
      {children}
    </li>
  );
}
