import {
  type Feed,
  type FeedArea,
  feedAreas,
  feedChangeSchema,
  newFeedSchema,
} from "@atoll/contract/feeds/schemas";
import { tokenAreas } from "@atoll/contract/personal-tokens/areas";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { SecretDialogProps } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { createFeed, feedKeys, renameFeed } from "./api.ts";

/** Makes a feed of chosen areas. */
export function NewFeedDialog({ onClose, onSecret }: SecretDialogProps) {
  const queryClient = useQueryClient();
  const { hasPassword } = useViewer();
  // The same for every attempt, so that a lost answer makes no second feed.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { name: "", areas: allAreas, currentPassword: "" },
    schema: newFeedSchema.pick({ name: true, areas: true }),
    send: async (given) => {
      const { url } = await createFeed({
        ...{ id, ...given },
        ...(hasPassword && { currentPassword: form.getValues("currentPassword") }),
      });
      onSecret({ name: given.name, secret: url });
      onClose();
      await queryClient.invalidateQueries({ queryKey: feedKeys.own });
    },
    fallback: "Failed to create the feed",
  });
  const areas = useChoice(form, "areas");
  return (
    <FormDialog
      description="It shows the 50 newest entries that you can read at that moment, and nothing that you cannot read any more."
      form={form}
      onClose={onClose}
      title="New feed"
      verb="Create feed"
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="The program that follows it, such as Outlook."
        label="Name"
      />
      <AreaChoice {...areas} />
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

const allAreas: FeedArea[] = [...feedAreas];

interface AreaChoiceProps {
  value: FeedArea[];
  onValueChange: (areas: FeedArea[]) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

function AreaChoice({ value, onValueChange, error, ref }: AreaChoiceProps) {
  const noteId = useId();
  return (
    <fieldset aria-describedby={error ? noteId : undefined} className="min-w-0" ref={ref} tabIndex={-1}>
      <legend className="mb-1.5 font-semibold text-text text-xs">Areas</legend>
      {error && <FieldNote id={noteId} isError note={error} />}
      <div className="flex flex-col gap-2">
        {feedAreas.map((area) => (
          <Checkbox
            checked={value.includes(area)}
            key={area}
            label={tokenAreas[area].name}
            onChange={(event) =>
              onValueChange(
                feedAreas.filter((one) => (one === area ? event.target.checked : value.includes(one))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Renames a feed. */
export function RenameFeedDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: feedKeys.own });
  const form = useEditForm({
    stored: { values: { name: feed.name }, version: feed.version },
    schema: feedChangeSchema.pick({ name: true }),
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save({ name }, { version }) {
      await renameFeed(feed.id, { version, name }).finally(() => void refresh());
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to rename the feed",
  });
  return (
    <FormDialog
      form={form}
      keptAs={`feed/${feed.id}`}
      onClose={onClose}
      title={`Rename ${feed.name}`}
      verb="Save name"
    >
      <FormClashes form={form} labels={{ name: "Name" }} />
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
    </FormDialog>
  );
}
