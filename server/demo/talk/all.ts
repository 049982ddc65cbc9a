import { announcementsTalk } from "./announcements.ts";
import { backendTalk } from "./backend.ts";
import { businessDevelopmentTalk } from "./business-development.ts";
import { caseStudiesTalk } from "./case-studies.ts";
import { deploysTalk } from "./deploys.ts";
import { designTalk } from "./design.ts";
import { devopsTalk } from "./devops.ts";
import { marisolTalk } from "./direct-marisol.ts";
import { directTalk } from "./direct-others.ts";
import { frontendTalk } from "./frontend.ts";
import { generalTalk } from "./general.ts";
import { harbourFreightTalk } from "./harbour-freight.ts";
import { hiringTalk } from "./hiring.ts";
import { incidentReviewTalk } from "./incident-review.ts";
import { kestrelRailTalk } from "./kestrel-rail.ts";
import { kitchenTalk } from "./kitchen.ts";
import { marketingTalk } from "./marketing.ts";
import { newJoinersTalk } from "./new-joiners.ts";
import { onCallTalk } from "./on-call.ts";
import { partnerPortalTalk } from "./partner-portal.ts";
import { supportDeskTalk } from "./support-desk.ts";
import { teamTalk } from "./teams.ts";

/**
 * The written talk of every conversation, by its key. The head of a talk says when it starts:
 * `d12 10:05` is the twelfth working day before today, `m57` is 57 minutes ago.
 */
export const writtenTalk: Record<string, string> = {
  announcements: announcementsTalk,
  general: generalTalk,
  deploys: deploysTalk,
  "business-development": businessDevelopmentTalk,
  frontend: frontendTalk,
  backend: backendTalk,
  devops: devopsTalk,
  marketing: marketingTalk,
  "harbour-freight": harbourFreightTalk,
  "kestrel-rail": kestrelRailTalk,
  "incident-review": incidentReviewTalk,
  design: designTalk,
  "on-call": onCallTalk,
  "partner-portal": partnerPortalTalk,
  "support-desk": supportDeskTalk,
  "case-studies": caseStudiesTalk,
  kitchen: kitchenTalk,
  "new-joiners": newJoinersTalk,
  hiring: hiringTalk,
  ...teamTalk,
  ...directTalk,
  ...marisolTalk,
};
