/** The recurring work of each department: a verb and an object. */
export const everydayTasks: Record<string, { doing: string[]; things: [thing: string, tag: string][] }> = {
  "business-development": {
    doing: ["Prepare", "Follow up on", "Review", "Write up", "Agree", "Renew"],
    things: [
      ["the Northline Ferries renewal", "renewals"],
      ["the cold storage price sheet", "pricing"],
      ["the Kestrel Rail depot visit", "kestrel"],
      ["the Harbour Freight terms", "harbour-freight"],
      ["the partner scorecard", "partners"],
      ["the quarterly pipeline", "pipeline"],
      ["the tender for the grain terminal", "tenders"],
      ["the reference call with Osprey Tugs", "references"],
    ],
  },
  frontend: {
    doing: ["Fix", "Rebuild", "Test", "Tidy", "Translate", "Speed up"],
    things: [
      ["the depot map on small phones", "map"],
      ["the partner portal's sign-in", "portal"],
      ["the shift table's keyboard order", "a11y"],
      ["the invoice preview", "billing"],
      ["the offline banner of the depot app", "depot-app"],
      ["the date picker", "design-system"],
      ["the berth planner's drag handles", "planner"],
      ["the empty states of reports", "reports"],
    ],
  },
  backend: {
    doing: ["Mend", "Measure", "Split", "Document", "Index", "Retire"],
    things: [
      ["the invoice run at month end", "billing"],
      ["the berth search", "search"],
      ["the webhook retries", "api"],
      ["the shift planner's locks", "scheduling"],
      ["the export of customs papers", "reports"],
      ["the old rates table", "database"],
      ["the partner API's rate limit", "api"],
      ["the nightly reconciliation", "billing"],
    ],
  },
  devops: {
    doing: ["Renew", "Automate", "Watch", "Upgrade", "Rehearse", "Shrink"],
    things: [
      ["the certificates of the depots", "security"],
      ["the restore of the main database", "backup"],
      ["the queue workers", "monitoring"],
      ["the release pipeline", "releases"],
      ["the log retention", "logging"],
      ["the staging machines", "staging"],
      ["the pager rota", "on-call"],
      ["the node pool", "cluster"],
    ],
  },
  marketing: {
    doing: ["Write", "Plan", "Design", "Publish", "Check", "Film"],
    things: [
      ["the story of the Northline ferries", "stories"],
      ["the winter campaign", "campaign"],
      ["the trade fair stand", "events"],
      ["the monthly newsletter", "newsletter"],
      ["the new product pages", "website"],
      ["the photo day at the depot", "brand"],
      ["the case study on cold storage", "stories"],
      ["the press kit", "press"],
    ],
  },
};
