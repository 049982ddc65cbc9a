import { channelNameSchema, channelTopicSchema } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { SetUpStepName } from "@atoll/contract/workspace/company-schemas";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useSetUp, useSetUpChanges } from "./api.ts";
import { CompanyForm } from "./company-form.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";

const firstChannelSchema = z.object({ name: channelNameSchema, topic: channelTopicSchema });

/** So many are added at once; the others find it. */
const mostPeople = 100;

/** A channel that everybody finds and may join, with people who are in it from the start. */
function FirstChannelDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const { createChannel } = useSetUpChanges();
  const [people, setPeople] = useState<Person[]>([]);
  const form = useForm({
    values: { name: "", topic: "" },
    schema: firstChannelSchema,
    send: async (channel) => {
      const { id } = await createChannel({ ...channel, memberIds: people.map((person) => person.id) });
      notify.success(`Channel ${channel.name} created`, {
        action: { label: "Open", onClick: () => void router.navigate({ href: `/chat/channel/${id}` }) },
      });
      onClose();
    },
    fallback: "Failed to create channel",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open={open}
      title="A first channel"
      description="Everybody in the company finds it and may join."
      verb="Create Channel"
    >
      <TextField {...form.field("name")} autoComplete="off" label="Name" placeholder="projects" />
      <TextField
        {...form.field("topic")}
        autoComplete="off"
        label="Topic"
        placeholder="What is talked about"
      />
      <PeoplePicker label="People" max={mostPeople} onChange={setPeople} people={people} />
    </FormDialog>
  );
}

export interface CompanyScreenProps {
  /** Links to where the steps are done that are not done here. */
  renderLinks: Record<Exclude<SetUpStepName, "company" | "channel">, () => ReactNode>;
}

/** The company: how far it has moved in, its name, its colour and its logo. */
export function CompanyScreen({ renderLinks }: CompanyScreenProps) {
  const { data, error, refetch, isFetching } = useSetUp();
  const [opening, setOpening] = useState({ isOpen: false, number: 0 });
  const nameId = useId();
  if (!data) {
    if (!error) return <Loading />;
    return <LoadState query={{ error, isFetching, refetch }} />;
  }
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      <SetUpSteps
        renderActions={{
          ...renderLinks,
          company: () => (
            <Button onClick={() => document.getElementById(nameId)?.focus()} size="sm">
              Choose
            </Button>
          ),
          channel: () => (
            <Button
              onClick={() => setOpening(({ number }) => ({ isOpen: true, number: number + 1 }))}
              size="sm"
            >
              New channel
            </Button>
          ),
        }}
        steps={data.steps}
      />
      <CompanyForm company={data.company} nameId={nameId} />
      <FirstChannelDialog
        key={opening.number}
        onClose={() => setOpening((current) => ({ ...current, isOpen: false }))}
        open={opening.isOpen}
      />
    </div>
  );
}

function Loading() {
  return (
    <div aria-label="Loading" className="flex max-w-[760px] flex-col gap-4" role="status">
      <Skeleton height={270} />
      <Skeleton height={320} />
    </div>
  );
}
