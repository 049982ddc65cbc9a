export const onboardingPage = "/knowledge-base/onboarding";

/** Where somebody's path opens. */
export const onboardingLink = (onboardingId: string): string => `${onboardingPage}?of=${onboardingId}`;
