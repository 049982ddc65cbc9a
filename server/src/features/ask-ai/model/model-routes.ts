import { askModelRoutes } from "@atoll/contract/ask-ai/model-routes";
import { AppError } from "../../../platform/app-error.ts";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { SliceContext } from "../../../slice.ts";
import { modelIdleMs } from "./model-patience.ts";
import { assertMaySetUpModel } from "./policy.ts";
import { probeModel } from "./probe-model.ts";
import { setModel } from "./set-model.ts";
import { modelServerOf, presentModel, selectModel } from "./settings.ts";
import { readState, readUsage } from "./usage.ts";

/** The language model of Ask AI, for administrators. */
export function registerAskModel(context: SliceContext): void {
  const { routes, db, outbound } = context;
  const request = createGuardedRequest(outbound);

  routes.route(askModelRoutes.getModelState, (_input, { viewer }) => readState(db, viewer.id));

  routes.route(askModelRoutes.getModelSettings, async (_input, { viewer }) => {
    assertMaySetUpModel(viewer);
    return presentModel(await selectModel(db));
  });

  routes.route(askModelRoutes.setModelSettings, async ({ body }, { viewer, request: { ip } }) => {
    assertMaySetUpModel(viewer);
    return presentModel(await setModel(db, { viewer, address: ip }, body));
  });

  routes.route(askModelRoutes.testModel, async (_input, { viewer, disconnected }) => {
    assertMaySetUpModel(viewer);
    const row = await selectModel(db);
    if (row.address === "" || row.chat_model === "") throw new AppError("model_not_set");
    const waiting = { signal: disconnected(), idleMs: modelIdleMs(context) };
    return { results: await probeModel(request, await modelServerOf(db, row), row, waiting) };
  });

  routes.route(askModelRoutes.getModelUsage, async (_input, { viewer }) => {
    assertMaySetUpModel(viewer);
    return readUsage(db, (ids) => context.people.of(ids));
  });
}
