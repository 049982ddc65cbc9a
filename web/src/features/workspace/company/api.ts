import { chatRoutes } from "@atoll/contract/chat/routes";
import type { RouteCall } from "@atoll/contract/route";
import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import type { SetUp, SetUpStepName } from "@atoll/contract/workspace/company-schemas";
import { useQueryClient } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

export type CompanyChange = RouteCall<typeof companyRoutes.updateCompany>["body"];

const setUpKey = ["set-up"] as const;

/** Queries the company's branding and set-up progress, including changes by others. */
export function useSetUp() {
  return useLiveQuery<SetUp>({
    queryKey: setUpKey,
    queryFn: ({ signal }) => call(companyRoutes.getSetUp, {}, { signal }),
    // A step done on another page counts as soon as the person returns.
    refetchOnMount: "always",
    on: {
      "company.changed": refetch,
      "department.changed": refetch,
      "person.changed": refetch,
      "viewer.changed": refetch,
      "channel.added": refetch,
      "administration.changed": refetchSpread,
    },
  });
}

/** Returns the changes to the branding. Each response contains all of it. */
export function useSetUpChanges() {
  const queryClient = useQueryClient();
  const take = (setUp: SetUp) => {
    queryClient.setQueryData<SetUp>(setUpKey, setUp);
    return setUp;
  };
  const lookAgainNow = () => queryClient.invalidateQueries({ queryKey: setUpKey });
  return {
    save: async (body: CompanyChange) => {
      const setUp = await call(companyRoutes.updateCompany, { body });
      void queryClient.invalidateQueries({ queryKey: ["workspace"] });
      return take(setUp);
    },
    skip: async (step: SetUpStepName, isSkipped: boolean) =>
      take(await call(companyRoutes.skipSetUpStep, { params: { step }, body: { isSkipped } })),
    createChannel: async (body: { name: string; topic: string; memberIds: string[] }) => {
      const { channel } = await call(chatRoutes.createChannel, { body });
      void lookAgainNow();
      return channel;
    },
    refetch: lookAgainNow,
  };
}
