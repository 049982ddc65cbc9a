import type { OwnedFeed } from "@atoll/contract/feeds/schemas";
import { Rss } from "lucide-react";
import { useState } from "react";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import { EveryonesCard } from "../../capabilities/secrets/everyones-card.tsx";
import { describeAreas, revokeAnyFeed, revokeFeedsOf, useAllFeeds } from "./api.ts";
import { RevokeFeedDialog } from "./feeds-card.tsx";

/** Everyone's feeds, for administrators: how many there are, whose they are, and an end to one or to all of a person. */
export function AllFeedsCard() {
  const [search, setSearch] = useState("");
  const [revoked, setRevoked] = useState<OwnedFeed>();
  const [revokedWithAll, setRevokedWithAll] = useState<OwnedFeed>();
  const list = useAllFeeds(search);
  const count = useAllFeeds("").first?.total;
  return (
    <>
      <EveryonesCard
        acts={[
          {
            verb: "Revoke",
            label: ({ name, owner }) => `Revoke ${name} of ${owner.name}`,
            onPress: setRevoked,
          },
          {
            verb: "Revoke all",
            label: ({ name, owner }) => `Revoke all feeds of ${owner.name}, with ${name}`,
            onPress: setRevokedWithAll,
          },
        ]}
        describe={(feed, now) => (
          <>
            {describeAreas(feed.areas)}
            <span className="block">{describeUse(feed, now)}</span>
          </>
        )}
        icon={Rss}
        list={list}
        none="Nobody has a feed"
        onSearch={setSearch}
        placeholder="Filter by feed or owner"
        search={search}
        text={`Anyone with the address of a feed can read what its owner can read at that moment.${
          count ? ` There ${count === 1 ? "is one feed" : `are ${count} feeds`}.` : ""
        }`}
        things="feeds"
        title="Feeds"
      />
      {revoked && (
        <RevokeFeedDialog
          end={() => revokeAnyFeed(revoked.id)}
          onClose={() => setRevoked(undefined)}
          title={`Revoke “${revoked.name}”?`}
        >
          Feed readers that use this address of {revoked.owner.name} are refused from now on. A revoked feed
          cannot be brought back.
        </RevokeFeedDialog>
      )}
      {revokedWithAll && (
        <RevokeFeedDialog
          end={() => revokeFeedsOf(revokedWithAll.owner.id)}
          onClose={() => setRevokedWithAll(undefined)}
          title={`Revoke all feeds of ${revokedWithAll.owner.name}?`}
        >
          Feed readers that use their addresses are refused from now on. A revoked feed cannot be brought
          back.
        </RevokeFeedDialog>
      )}
    </>
  );
}
