import { describeScopes } from "@atoll/contract/personal-tokens/areas";
import type { PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import type { NewSecret } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { SecretAlert } from "../../capabilities/secrets/secret-alert.tsx";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { revokeBotToken, revokeToken, tokenKeys, useBotTokens, useTokens } from "./api.ts";
import { NewTokenDialog } from "./new-token-dialog.tsx";

/** The viewer's access tokens: made, shown once, and revoked. */
export function TokensCard() {
  return (
    <TokenSet
      query={useTokens()}
      revoke={revokeToken}
      text="With a token, a script or another program acts for you: it can do what you can, in the areas that you choose. Tokens end when you change your password or sign out everywhere."
      title="Access tokens"
    />
  );
}

/** The access tokens of a bot of the viewer. */
export function BotTokensCard({ bot }: { bot: { id: string; name: string } }) {
  return (
    <TokenSet
      botId={bot.id}
      query={useBotTokens(bot.id)}
      revoke={(tokenId) => revokeBotToken(bot.id, tokenId)}
      text="Only you make and see them. They end when someone else takes the bot over."
      title={`Access tokens of ${bot.name}`}
    />
  );
}

interface TokenSetProps {
  title: string;
  text: string;
  botId?: string;
  query: Pick<ReturnType<typeof useTokens>, "data" | "error" | "refetch" | "isFetching">;
  revoke: (tokenId: string) => Promise<unknown>;
}

function TokenSet({ title, text, botId, query, revoke }: TokenSetProps) {
  const { data, error, refetch, isFetching } = query;
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<NewSecret>();
  const [revoked, setRevoked] = useState<PersonalToken>();
  return (
    <div className="flex flex-col gap-4">
      {created && (
        <SecretAlert label="token" made={created} onDismiss={() => setCreated(undefined)}>
          Copy the token “{created.name}” now, and keep it like a password: it is not shown again.
        </SecretAlert>
      )}
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New token
          </Button>
        }
        text={text}
        title={title}
      >
        {data ? (
          data.tokens.length > 0 ? (
            <ul>
              {data.tokens.map((token) => (
                <TokenRow key={token.id} onRevoke={setRevoked} token={token} />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState title="No access tokens">Programs use one in place of your password.</EmptyState>
            </div>
          )
        ) : (
          <div className="border-t">
            {error ? (
              <LoadState query={{ error, isFetching, refetch }} />
            ) : (
              <RowSkeletons label="Loading your access tokens" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isCreating && (
        <NewTokenDialog
          botId={botId}
          mayBeEndless={data?.mayBeEndless ?? false}
          onClose={() => setIsCreating(false)}
          onSecret={setCreated}
        />
      )}
      {revoked && <RevokeDialog onClose={() => setRevoked(undefined)} revoke={revoke} token={revoked} />}
    </div>
  );
}

function TokenRow({ token, onRevoke }: { token: PersonalToken; onRevoke: (token: PersonalToken) => void }) {
  const now = useNow();
  return (
    <SettingRow
      as="li"
      end={
        <Button aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)} size="xs">
          Revoke
        </Button>
      }
      icon={KeyRound}
      text={
        <>
          {describeScopes(token.scopes)}
          <span className="block">{describeUse(token, now)}</span>
        </>
      }
      title={
        <>
          {token.name} <span className="font-regular text-faint text-xs">ends with {token.ending}</span>
        </>
      }
    />
  );
}

interface RevokeDialogProps {
  token: PersonalToken;
  /** The owner, if it is not the viewer. */
  owner?: string;
  revoke: (tokenId: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a token stops working. */
export function RevokeDialog({ token, owner, revoke, onClose }: RevokeDialogProps) {
  return (
    <EndDialog
      done="Token revoked"
      end={() => revoke(token.id)}
      failure="Failed to revoke the token"
      goneCode="token_not_found"
      onClose={onClose}
      queryKey={[tokenKeys.own[0]]}
      title={`Revoke “${token.name}”?`}
      verb="Revoke"
    >
      Programs that use this token{owner && ` of ${owner}`} are refused from now on. A revoked token cannot be
      brought back.
    </EndDialog>
  );
}
