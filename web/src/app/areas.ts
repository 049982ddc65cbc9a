import { administration } from "./admin/area.ts";
import { announcements } from "./announcements/area.ts";
import { approvals } from "./approvals/area.ts";
import { askAi } from "./ask-ai/area.ts";
import { brainstorm } from "./brainstorm/area.ts";
import { calendar } from "./calendar/area.ts";
import { chat } from "./chat/area.ts";
import { communityFaqs } from "./community-faqs/area.ts";
import { connecting } from "./connect/area.ts";
import { dashboard } from "./dashboard/area.ts";
import { departments } from "./departments/area.ts";
import { designSystem } from "./design-system/area.ts";
import { ideas } from "./ideas/area.ts";
import { inbox } from "./inbox/area.ts";
import { knowledgeBase } from "./knowledge-base/area.ts";
import { notSent } from "./not-sent/area.ts";
import { colleagues } from "./people/area.ts";
import { search } from "./search/area.ts";
import { sensitiveData } from "./sensitive-data/area.ts";
import { serviceStatus } from "./service-status/area.ts";
import { settings } from "./settings/area.ts";
import { sharing } from "./sharing/area.ts";
import { tasks } from "./tasks/area.ts";

/** Every area, in the order of the navigation. A new slice adds its line here. */
export const areas = [
  dashboard,
  inbox,
  chat,
  askAi,
  ideas,
  tasks,
  brainstorm,
  calendar,
  announcements,
  communityFaqs,
  search,
  knowledgeBase,
  administration,
  settings,
  designSystem,
  sensitiveData,
  departments,
  colleagues,
  notSent,
  sharing,
  connecting,
  serviceStatus,
  approvals,
];
