import { describeScopes } from "@atoll/contract/personal-tokens/areas";
import type { OwnedToken } from "@atoll/contract/personal-tokens/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { revokeAnyToken, setTokenRules, tokenKeys, useAllTokens, useTokenRules } from "./api.ts";
import { RevokeDialog } from "./tokens-card.tsx";

/** Everyone's access tokens, for administrators: whose they are, what they are for, and an end to any of them. */
export function TokensScreen() {
  const [search, setSearch] = useState("");
  const [revoked, setRevoked] = useState<OwnedToken>();
  const list = useAllTokens(search);
  const now = useNow();
  return (
    <div className="flex flex-col gap-4">
      <RulesCard />
      <SettingCard
        end={
          <FilterField
            className="w-60 max-md:w-full"
            label="Search access tokens"
            loading={list.isPlaceholderData && list.isFetching}
            maxLength={100}
            onChange={setSearch}
            placeholder="Filter by token or owner"
            value={search}
          />
        }
        text="A token does at most what its owner may do at that moment."
        title="Access tokens"
      >
        <PagedList
          empty={<EmptyState title={search ? "No access tokens found" : "Nobody has an access token"} />}
          failure="Failed to load the access tokens"
          list={list}
          skeleton={
            <RowSkeletons label="Loading the access tokens" mark={16} rowClassName="border-t px-4 py-2" />
          }
        >
          {(items) => (
            <ul aria-label="Access tokens">
              {items.map((token) => (
                <SettingRow
                  as="li"
                  end={
                    <Button
                      aria-label={`Revoke ${token.name} of ${token.owner.name}`}
                      onClick={() => setRevoked(token)}
                      size="xs"
                    >
                      Revoke
                    </Button>
                  }
                  icon={KeyRound}
                  key={token.id}
                  text={
                    <>
                      {describeScopes(token.scopes)}
                      <span className="block">{describeUse(token, now)}</span>
                    </>
                  }
                  title={
                    <>
                      {token.name} <span className="font-regular text-muted text-xs">{token.owner.name}</span>
                    </>
                  }
                />
              ))}
            </ul>
          )}
        </PagedList>
      </SettingCard>
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
