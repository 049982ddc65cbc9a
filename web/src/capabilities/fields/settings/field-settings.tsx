import { type Field, isComputed } from "@atoll/contract/fields/field-schemas";
import { hasOptions } from "@atoll/contract/fields/settings-schemas";
import { useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Ellipsis, EyeOff, Pencil, Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { kindOf } from "../field-words.ts";
import { FieldDialog, NewFieldDialog } from "./field-dialog.tsx";
import type { FieldsPlace } from "./fields-place.ts";
import { moved } from "./name-rows.tsx";

interface Opened {
  what: "add" | "edit";
  name?: string;
}

/** The fields that a company added to something, in their order, and the archived ones below. */
export function FieldSettings({ place, heading = "Fields" }: { place: FieldsPlace; heading?: string }) {
  const [opened, setOpened] = useState<Opened>();
  const failed = (error: unknown) => notify.error(errorMessage(error, "Failed to change the field"));
  const ordering = useMutation({ mutationFn: (names: string[]) => place.order(names), onError: failed });
  const retiring = useMutation({
    mutationFn: ({ name, isRetired }: Field) =>
      place.change(name, { version: place.version, isRetired: !isRetired }),
    onSuccess(_answer, field) {
      const { label, isRetired } = field;
      notify.success(
        isRetired
          ? `${label} restored${isComputed(field) ? "" : ", with its values"}`
          : `${label} retired.${isComputed(field) ? "" : " Its values are kept."}`,
      );
    },
    onError: failed,
  });
  const shown = place.fields.filter(({ isRetired }) => !isRetired);
  const retired = place.fields.filter(({ isRetired }) => isRetired);
  const field = place.fields.find(({ name }) => name === opened?.name);
  const close = () => setOpened(undefined);
  const order = (at: number, by: -1 | 1) =>
    ordering.mutate([...moved(shown, at, by), ...retired].map(({ name }) => name));
  return (
    <section aria-label={heading} className="flex flex-col gap-3 border-t pt-4 first:border-0 first:pt-0">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold text-sm">{heading}</h3>
        {place.openFormula && (
          <Button
            size="sm"
            icon={Plus}
            disabled={shown.length >= place.most}
            onClick={() => place.openFormula?.()}
          >
            Add formula
          </Button>
        )}
        <Button
          size="sm"
          icon={Plus}
          disabled={shown.length >= place.most}
          onClick={() => setOpened({ what: "add" })}
        >
          Add field
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={`No fields yet. ${place.empty}`} />
      ) : (
        <ul aria-label="Fields in use" className="flex flex-col divide-y rounded-lg border bg-surface-raised">
          {shown.map((one, at) => (
            <Row key={one.name} field={one} state={place.stateOf?.(one)}>
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
              {!one.isAdded && hasOptions(one.kind) && (
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
                      onSelect: () =>
                        isComputed(one) && place.openFormula
                          ? place.openFormula(one.name)
                          : setOpened({ what: "edit", name: one.name }),
                    },
                    ...(place.more?.(one) ?? []),
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
          <h4 className="font-medium text-muted text-xs">{`Retired; ${place.things} keep their values`}</h4>
          <ul aria-label="Retired fields" className="flex flex-col divide-y rounded-lg border">
            {retired.map((one) => (
              <Row key={one.name} field={one} state={place.stateOf?.(one)}>
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
      {opened?.what === "add" && <NewFieldDialog place={place} onClose={close} />}
      {opened?.what === "edit" && field && <FieldDialog place={place} field={field} onClose={close} />}
    </section>
  );
}

function Row({
  field,
  state,
  children,
}: {
  field: Field;
  state: string | undefined;
  children: React.ReactNode;
}) {
  return (
    <li className="flex min-h-12 items-center gap-1 px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{field.label}</p>
        <p className="truncate text-muted text-xs">{kindOf(field)}</p>
      </div>
      {state && <Badge tone="info">{state}</Badge>}
      {!field.isAdded && <Badge className="max-md:hidden">Comes with Atoll</Badge>}
      {children}
    </li>
  );
}
