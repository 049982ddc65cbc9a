import { retentionRoutes } from "@atoll/contract/retention/routes";
import type { NamedChannel } from "@atoll/contract/retention/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Hash, Lock } from "lucide-react";
import { type Ref, useId, useState } from "react";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { channelName } from "./api.ts";

export interface ChannelPickerProps {
  label: string;
  help: string;
  channels: readonly NamedChannel[];
  onChange: (channels: NamedChannel[]) => void;
  max: number;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement | null>;
}

const searchDelayMs = 200;

/** Channels found by name, or by the address of a private one; each can be taken off again. */
export function ChannelPicker({ label, help, channels, onChange, max, error, ref }: ChannelPickerProps) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), searchDelayMs);
  const errorId = useId();
  const query = useQuery({
    queryKey: ["administration", "retention", "channels", search],
    queryFn: ({ signal }) => call(retentionRoutes.findChannelsToKeep, { query: { search } }, { signal }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const found = search === "" ? [] : (query.data?.channels ?? []);
  const left = found.filter(({ id }) => channels.every((one) => one.id !== id));
  function choose(id: string) {
    const channel = left.find((one) => one.id === id);
    if (!channel) return;
    onChange([...channels, channel]);
    setText("");
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-semibold text-xs">{label}</p>
      {channels.length > 0 && (
        <ul aria-label={`${label}: selected`} className="flex flex-wrap gap-1.5">
          {channels.map((channel) => (
            <li className="min-w-0" key={channel.id}>
              <RemovableBadge
                label={channelName(channel)}
                onRemove={() => onChange(channels.filter(({ id }) => id !== channel.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {channels.length < max && (
        <SearchList
          empty={search === "" ? "" : `No results found for "${search}"`}
          error={query.error && errorMessage(query.error)}
          errorId={error && errorId}
          label="Search channels"
          listLabel="Channels"
          loading={query.isFetching}
          onBackspace={() => onChange(channels.slice(0, -1))}
          onChoose={choose}
          onRetry={() => void query.refetch()}
          onTextChange={setText}
          options={left.map((channel) => ({
            id: channel.id,
            title: channelName(channel),
            detail: channel.name === null ? "Its name is known to its members only" : "",
            mark: channel.name === null ? <Lock className="size-4" /> : <Hash className="size-4" />,
          }))}
          query={search}
          ref={ref}
          text={text}
        />
      )}
      <FieldNote id={errorId} isError={error !== undefined} note={error ?? help} />
    </div>
  );
}
