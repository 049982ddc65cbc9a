import { alerts, alertTalk } from "./alerts.ts";
import { businessDevelopmentChatter } from "./business-development.ts";
import { devopsChatter } from "./devops.ts";
import { directChatter } from "./direct.ts";
import { generalChatter } from "./general.ts";
import { kitchenChatter } from "./kitchen.ts";
import { marketingChatter } from "./marketing.ts";
import { backendPulls, frontendPulls, pullTalk } from "./pull-requests.ts";
import { releases, releaseTalk } from "./releases.ts";
import { roomChatter } from "./rooms.ts";
import { supportDeskChatter } from "./support-desk.ts";

/**
 * Everyday talk, which has no fixed day. `once` is said once, spread over the weeks in its order;
 * `rows` brings a table of events, each told in one of the forms; `often` is dealt out again and
 * again with other words.
 *
 * The head of a talk gives the hours in which it starts; `b=team` says who may speak the part `b`,
 * `d4` ties it to that working day, and `once` keeps a talk that is said often from coming again.
 */
export type Chatter =
  | { kind: "once"; script: string }
  | { kind: "rows"; rows: string; script: string }
  | { kind: "often"; perDay: number; script: string };

const shared: Record<string, Chatter[]> = {
  general: [{ kind: "once", script: generalChatter }],
  deploys: [{ kind: "rows", rows: releases, script: releaseTalk }],
  "business-development": [{ kind: "once", script: businessDevelopmentChatter }],
  frontend: [{ kind: "rows", rows: frontendPulls, script: pullTalk }],
  backend: [{ kind: "rows", rows: backendPulls, script: pullTalk }],
  devops: [{ kind: "once", script: devopsChatter }],
  marketing: [{ kind: "once", script: marketingChatter }],
  "on-call": [{ kind: "rows", rows: alerts, script: alertTalk }],
  "support-desk": [{ kind: "once", script: supportDeskChatter }],
  kitchen: [{ kind: "often", perDay: 1.6, script: kitchenChatter }],
};

/** The everyday talk of a conversation. */
export function chatterOf(channelKey: string): Chatter[] {
  if (channelKey.startsWith("dm-")) return [{ kind: "often", perDay: 0.33, script: directChatter }];
  const room = roomChatter[channelKey];
  return [
    ...(shared[channelKey] ?? []),
    ...(room === undefined ? [] : [{ kind: "once" as const, script: room }]),
  ];
}
