import type { NewPath, PathChange } from "@atoll/contract/onboarding/path-schemas";
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";

const of = (onboardingId: string) => ({ params: { onboardingId } });
const ofItem = (onboardingId: string, itemId: string) => ({ params: { onboardingId, itemId } });
const ofPath = (pathId: string) => ({ params: { pathId } });

export const startOnboarding = async (body: {
  id: string;
  pathId: string;
  personId: string;
  startOn: string;
  managerId: string | null;
  buddyId: string | null;
}) => (await call(routes.startOnboarding, { body })).onboarding;

export interface OnboardingChange {
  startOn?: string;
  managerId?: string | null;
  buddyId?: string | null;
  revision: number;
}

export const changeOnboarding = async (id: string, body: OnboardingChange) =>
  (await call(routes.changeOnboarding, { ...of(id), body })).onboarding;

export const setStopped = async (id: string, isStopped: boolean) =>
  (await call(isStopped ? routes.stopOnboarding : routes.resumeOnboarding, of(id))).onboarding;

export const nudge = async (id: string) => (await call(routes.nudgeNewcomer, of(id))).onboarding;

export const setItemDone = async (id: string, itemId: string, isDone: boolean) => {
  const route = isDone ? routes.tickOnboardingItem : routes.untickOnboardingItem;
  return (await call(route, ofItem(id, itemId))).onboarding;
};

/** The item of a task is ticked with the task itself. */
export const setTaskDone = (taskId: string, isDone: boolean) =>
  call(taskRoutes.changeTask, {
    params: { taskId },
    body: { changeId: uuidv7(), status: isDone ? "done" : "todo" },
  });

export const bookMeeting = async (
  id: string,
  itemId: string,
  body: { start: string; zone: string; minutes: number },
) => (await call(routes.bookOnboardingMeeting, { ...ofItem(id, itemId), body })).onboarding;

export const createPath = async (body: NewPath) => (await call(routes.createPath, { body })).path;

export const savePath = async (id: string, body: PathChange) =>
  (await call(routes.savePath, { ...ofPath(id), body })).path;

export const setPublished = async (id: string, isPublished: boolean) =>
  (await call(isPublished ? routes.publishPath : routes.archivePath, ofPath(id))).path;
