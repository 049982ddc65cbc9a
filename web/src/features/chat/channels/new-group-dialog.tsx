import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { RadioGroup } from "../../../ui/field/radio.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { isDepartment, maxPeople, useNewGroup } from "./use-new-group.ts";

export interface NewGroupDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

/** Makes a channel, or a direct chat of several people. Specification, section 2: New group. */
export function NewGroupDialog({ open, onOpenChange, onOpen }: NewGroupDialogProps) {
  const { viewer } = useChat();
  const form = useNewGroup(onOpen);
  const kind = useChoice(form, "kind");
  const audience = useChoice(form, "audience");
  const { onValueChange: setPeople, value: people, ...peopleField } = useChoice(form, "people");
  function setOpen(next: boolean) {
    if (!next) form.reset();
    onOpenChange(next);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="New group"
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isSending}>
            {kind.value === "channel" ? "Create channel" : "Start chat"}
          </Button>
        </>
      }
    >
      <Segmented
        label="Kind of group"
        className="self-start"
        value={kind.value}
        options={[
          { value: "channel", label: "Channel" },
          { value: "direct", label: "Group chat" },
        ]}
        onValueChange={kind.onValueChange}
      />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      {kind.value === "channel" && (
        <>
          <TextField {...form.field("name")} label="Name" />
          <RadioGroup
            label="Who is in it"
            value={audience.value}
            options={[
              { value: "PUBLIC", label: "Public", help: "Everyone in the company can find and join it." },
              { value: "PRIVATE", label: "Private", help: "Only people who are added can see it." },
              ...viewer.departments.map(({ id, name }) => ({
                value: id,
                label: `Everyone in ${name}`,
                help: "Its members follow the department and change with it.",
              })),
            ]}
            onValueChange={audience.onValueChange}
          />
          <TextField {...form.field("topic")} label="Topic" help="What it is about, in one line" />
        </>
      )}
      {(kind.value === "direct" || !isDepartment(audience.value)) && (
        <PeoplePicker
          {...peopleField}
          label="People"
          people={people}
          max={maxPeople[kind.value]}
          onChange={setPeople}
        />
      )}
    </Dialog>
  );
}
