import { mcpToolNames, mcpTools } from "@atoll/contract/mcp/tools";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { programKeys, setMcpRules, useMcpRules } from "./api.ts";

/** The rules for programs that speak MCP, for administrators. */
export function McpRulesCard() {
  const query = useMcpRules();
  const { data: rules } = query;
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: setMcpRules,
    onSuccess: (saved) => queryClient.setQueryData(programKeys.rules, saved),
    onError: (error) => notify.error(errorMessage(error, "Failed to save")),
  });
  return (
    <SettingCard
      text="Programs use these tools through MCP, with a token or connected by a person, and at most with that person's rights."
      title="Programs that speak MCP"
    >
      <div className="flex flex-col gap-4 border-t px-4 py-3 md:px-5">
        {rules ? (
          <>
            <Toggle
              checked={rules.mayRegister}
              disabled={isPending}
              help="Otherwise people can only use access tokens, and programs that they have connected before."
              label="People may connect new programs"
              labelFirst
              onChange={(event) => mutate({ mayRegister: event.target.checked })}
            />
            {mcpToolNames.map((tool) => (
              <Toggle
                checked={!rules.blockedTools.includes(tool)}
                disabled={isPending}
                help={mcpTools[tool].text}
                key={tool}
                label={mcpTools[tool].title}
                labelFirst
                onChange={(event) =>
                  mutate({ tools: { [tool]: event.target.checked ? "allowed" : "blocked" } })
                }
              />
            ))}
          </>
        ) : query.error ? (
          <LoadState query={query} />
        ) : (
          <RowSkeletons label="Loading the rules" mark={16} rowClassName="py-2" />
        )}
      </div>
    </SettingCard>
  );
}
