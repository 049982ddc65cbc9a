import { calendarRoutes } from "@atoll/contract/calendar/calendar-routes";
import { calendarColours, maxOwnCalendars } from "@atoll/contract/calendar/limits";
import { calendarNameSchema, type OwnCalendar } from "@atoll/contract/calendar/schemas";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { lookAtCalendar } from "../data/look-again.ts";
import { hueProps } from "../grid/hue.ts";

const formSchema = z.object({ name: calendarNameSchema, colour: z.enum(calendarColours) });

export function NewCalendar({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        disabled={count >= maxOwnCalendars}
        icon={Plus}
        label="New calendar"
        onClick={() => setOpen(true)}
        size="xs"
      />
      {isOpen && <CalendarDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The actions for one of the viewer's own calendars. */
export function CalendarMenu({ calendar }: { calendar: OwnCalendar }) {
  const signedIn = useSignedIn();
  const [doing, setDoing] = useState<"edit" | "delete">();
  const [isSending, setSending] = useState(false);
  const done = () => setDoing(undefined);
  async function remove() {
    setSending(true);
    try {
      await call(calendarRoutes.deleteCalendar, { params: { calendarId: calendar.id } });
      await lookAtCalendar(signedIn);
      notify.success(`${calendar.name} deleted`);
      done();
    } catch (error) {
      notify.error(errorMessage(error, "Failed to delete the calendar"));
    } finally {
      setSending(false);
    }
  }
  return (
    <>
      <Menu
        label={`More for ${calendar.name}`}
        items={[
          { label: "Name and colour", onSelect: () => setDoing("edit") },
          { label: "Delete", onSelect: () => setDoing("delete"), danger: true },
        ]}
        trigger={<IconButton icon={Ellipsis} label={`More for ${calendar.name}`} size="xs" />}
      />
      {doing === "edit" && <CalendarDialog calendar={calendar} onClose={done} />}
      {doing === "delete" && (
        <ConfirmDialog
          loading={isSending}
          onConfirm={() => void remove()}
          onClose={done}
          title={`Delete ${calendar.name}`}
          verb="Delete calendar"
        >
          Its events stay, in your own calendar.
        </ConfirmDialog>
      )}
    </>
  );
}

function CalendarDialog({ calendar, onClose }: { calendar?: OwnCalendar; onClose: () => void }) {
  const signedIn = useSignedIn();
  const [id] = useState(calendar?.id ?? uuidv7);
  const form = useForm({
    values: { name: calendar?.name ?? "", colour: calendar?.colour ?? "mango" },
    schema: formSchema,
    send: async (body) => {
      await call(calendarRoutes.putCalendar, { params: { calendarId: id }, body });
      await lookAtCalendar(signedIn);
      onClose();
    },
    fallback: "Failed to save the calendar",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={calendar ? "Name and colour" : "New calendar"}
      width={420}
      verb={calendar ? "Save" : "Create Calendar"}
    >
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
      <Select
        {...useChoice(form, "colour")}
        label="Colour"
        options={calendarColours.map((colour) => ({
          value: colour,
          label: colour.charAt(0).toUpperCase() + colour.slice(1),
          lead: (
            <span {...hueProps(`own-${colour}`)} className="cal-hue flex">
              <span className="cal-dot size-2" />
            </span>
          ),
        }))}
      />
    </FormDialog>
  );
}
