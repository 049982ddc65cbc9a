import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { RadioGroup } from "../../../ui/field/radio.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { useNewGroup } from "./use-new-group.ts";

export interface NewGroupDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

/** Makes a channel, or a direct chat of several people. Specification, section 2: New group. */
export function NewGroupDialog({ open, onOpenChange, onOpen }: NewGroupDialogProps) {
  const { viewer } = useChat();
  const group = useNewGroup(onOpen);
  const { form, errors, change } = group;
  function setOpen(next: boolean) {
    if (!next) group.reset();
    onOpenChange(next);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="New group"
      onSubmit={group.submit}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={group.isMaking}>
            {form.kind === "channel" ? "Create channel" : "Start chat"}
          </Button>
        </>
      }
    >
      <Segmented
        label="Kind of group"
        className="self-start"
        value={form.kind}
        options={[
          { value: "channel", label: "Channel" },
          { value: "direct", label: "Group chat" },
        ]}
        onValueChange={(kind) => change({ kind })}
      />
      {errors.all && <InlineAlert tone="error">{errors.all}</InlineAlert>}
      {form.kind === "channel" && (
        <>
          <TextField
            label="Name"
            value={form.name}
            error={errors.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <RadioGroup
            label="Who is in it"
            value={form.departmentId ?? form.type}
            options={[
              { value: "PUBLIC", label: "Public", help: "Everyone in the company can find and join it." },
              { value: "PRIVATE", label: "Private", help: "Only people who are added can see it." },
              ...viewer.departments.map(({ id, name }) => ({
                value: id,
                label: `Everyone in ${name}`,
                help: "Its members follow the department and change with it.",
              })),
            ]}
            onValueChange={(choice) =>
              change(
                choice === "PUBLIC" || choice === "PRIVATE"
                  ? { type: choice, departmentId: null }
                  : { departmentId: choice },
              )
            }
          />
          <TextField
            label="Topic"
            help="What it is about, in one line"
            value={form.topic}
            error={errors.topic}
            onChange={(event) => change({ topic: event.target.value })}
          />
        </>
      )}
      {(form.kind === "direct" || form.departmentId === null) && (
        <PeoplePicker
          label="People"
          people={form.people}
          max={group.maxPeople}
          onChange={(people) => change({ people })}
        />
      )}
      {errors.people && <InlineAlert tone="error">{errors.people}</InlineAlert>}
    </Dialog>
  );
}
