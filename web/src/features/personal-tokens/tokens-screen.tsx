import { describeScopes } from "@atoll/contract/personal-tokens/areas";
import type { OwnedToken } from "@atoll/contract/personal-tokens/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import { EveryonesCard } from "../../capabilities/secrets/everyones-card.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { revokeAnyToken, setTokenRules, tokenKeys, useAllTokens, useTokenRules } from "./api.ts";
import { RevokeDialog } from "./tokens-card.tsx";

/** Everyone's access tokens, for administrators: whose they are, what they are for, and an end to any of them. */
export function TokensScreen() {
  const [search, setSearch] = useState("");
  const [revoked, setRevoked] = useState<OwnedToken>();
  const list = useAllTokens(search);
  return (
    <div className="flex flex-col gap-4">
      <RulesCard />
      <EveryonesCard
        acts={[
          {
            verb: "Revoke",
            label: ({ name, owner }) => `Revoke ${name} of ${owner.name}`,
            onPress: setRevoked,
          },
        ]}
        describe={(token, now) => (
          <>
            {describeScopes(token.scopes)}
            <span className="block">{describeUse(token, now)}</span>
          </>
        )}
        icon={KeyRound}
        list={list}
        none="Nobody has an access token"
        onSearch={setSearch}
        placeholder="Filter by token or owner"
        search={search}
        text="A token does at most what its owner may do at that moment."
        things="access tokens"
        title="Access tokens"
      />
      {revoked && (
        <RevokeDialog
          onClose={() => setRevoked(undefined)}
          owner={revoked.owner.name}
          revoke={revokeAnyToken}
          token={revoked}
        />
      )}
    </div>
  );
}

function RulesCard() {
  const { data } = useTokenRules();
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (mayBeEndless: boolean) => setTokenRules({ mayBeEndless }),
    onError: (error) => notify.error(errorMessage(error, "Failed to save")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...tokenKeys.all, "rules"] }),
  });
  return (
    <SettingCard text="Holds for tokens that are made from now on." title="Rules">
      <div className="border-t px-4 py-3 md:px-5">
        <Toggle
          checked={isPending ? variables : (data?.mayBeEndless ?? false)}
          disabled={!data}
          help="Otherwise a token works for at most a year."
          label="Allow tokens without an end date"
          labelFirst
          onChange={(event) => mutate(event.target.checked)}
        />
      </div>
    </SettingCard>
  );
}
