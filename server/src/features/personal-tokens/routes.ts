import { canManageBots } from "@atoll/contract/permissions";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { accessOwnBot } from "../bots/public.ts";
import { assertAdministrator, assertOwner, describeDevice } from "../identity/public.ts";
import {
  createToken,
  revokeAnyToken,
  revokeBotToken,
  revokeOwnToken,
  setTokenRules,
} from "./change-tokens.ts";
import { readTokenRules } from "./public.ts";
import { listAllTokens, listOwnTokens } from "./token-list.ts";

/** Registers the routes of personal access tokens. */
export function registerPersonalTokens({ routes, db }: SliceContext): void {
  routes.route(personalTokenRoutes.listTokens, async (_input, { viewer }) => ({
    tokens: await listOwnTokens(db, viewer.id),
    ...(await readTokenRules(db)),
  }));

  routes.route(personalTokenRoutes.createToken, async ({ body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const device = describeDevice(request.headers["user-agent"] ?? "");
    return createToken(db, { ...viewer, address: request.ip }, { ...body, device });
  });

  routes.route(personalTokenRoutes.revokeToken, async ({ params }, { viewer, request }) => {
    await revokeOwnToken(db, { ...viewer, address: request.ip }, params.tokenId);
    return undefined;
  });

  routes.route(personalTokenRoutes.listBotTokens, async ({ params }, { viewer }) => {
    const bot = await accessOwnBot(db, viewer, params.botId);
    return { tokens: await listOwnTokens(db, bot.id), ...(await readTokenRules(db)) };
  });

  routes.route(personalTokenRoutes.createBotToken, async ({ params, body }, { viewer, request }) => {
    if (!canManageBots(viewer)) throw new AppError("forbidden", { detail: "no bots/manage" });
    await accessOwnBot(db, viewer, params.botId);
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const device = describeDevice(request.headers["user-agent"] ?? "");
    return createToken(db, { ...viewer, address: request.ip }, { ...body, ...params, device });
  });

  routes.route(personalTokenRoutes.revokeBotToken, async ({ params }, { viewer, request }) => {
    await revokeBotToken(db, { ...viewer, address: request.ip }, params.botId, params.tokenId);
    return undefined;
  });

  routes.route(personalTokenRoutes.listAllTokens, async ({ query }, { viewer }) => {
    assertAdministrator(viewer);
    return { ...(await listAllTokens(db, query)), ...(await readTokenRules(db)) };
  });

  routes.route(personalTokenRoutes.revokeAnyToken, async ({ params }, { viewer, request }) => {
    assertAdministrator(viewer);
    await revokeAnyToken(db, { ...viewer, address: request.ip }, params.tokenId);
    return undefined;
  });

  routes.route(personalTokenRoutes.setTokenRules, async ({ body }, { viewer, request }) => {
    assertAdministrator(viewer);
    await setTokenRules(db, { ...viewer, address: request.ip }, body);
    return undefined;
  });
}
