/**
 * Every permission, as a resource and an action with a sentence that tells an administrator what it
 * allows. Departments' card views follow the pattern `cards/{view}`.
 * Specification, section 6.
 */
export const permissions = [
  {
    resource: "admin",
    action: "access",
    sentence: "Do everything, as a super administrator does.",
  },
  { resource: "chat", action: "access", sentence: "Use team chat." },
  { resource: "tasks", action: "create", sentence: "Create tasks." },
  { resource: "tasks", action: "manage", sentence: "See, change and delete the tasks of every department." },
  {
    resource: "roles",
    action: "manage",
    sentence: "Create, rename and delete roles and choose their permissions.",
  },
  { resource: "roles", action: "assign", sentence: "Give roles to people and take them away." },
  { resource: "users", action: "manage", sentence: "Create, edit, disable and delete accounts." },
  {
    resource: "guests",
    action: "invite",
    sentence: "Invite guests, who see only what they are invited to, and decide when their access ends.",
  },
  {
    resource: "departments",
    action: "manage",
    sentence: "Create, rename and remove departments and choose their members.",
  },
  {
    resource: "imports",
    action: "run",
    sentence: "Import people's messages and files from other products.",
  },
  {
    resource: "bots",
    action: "manage",
    sentence: "Create bots, with which programs act in their own name, and make their access tokens.",
  },
  {
    resource: "automations",
    action: "manage",
    sentence:
      "Create automations and repository connections in the places that they manage, and switch off those of others there.",
  },
  {
    resource: "webhooks",
    action: "manage",
    sentence: "Send what they can see to other systems with outgoing webhooks.",
  },
  { resource: "audit", action: "read", sentence: "Read and export the audit log." },
  { resource: "announcements", action: "create", sentence: "Write and edit announcements." },
  { resource: "announcements", action: "publish", sentence: "Publish and archive announcements." },
  {
    resource: "calendar",
    action: "manage",
    sentence: "See, change and delete the events of every department.",
  },
  {
    resource: "ideas",
    action: "manage",
    sentence: "Answer ideas and change their status and owner.",
  },
  { resource: "knowledge", action: "write", sentence: "Write and edit pages of the knowledge base." },
  {
    resource: "community",
    action: "moderate",
    sentence: "Merge, hide, lock and restore the questions and ideas that they can see.",
  },
  {
    resource: "knowledge",
    action: "manage",
    sentence: "See, edit, approve and archive every page of the knowledge base.",
  },
  {
    resource: "onboarding",
    action: "manage",
    sentence: "Write onboarding paths, start them for people and see how everybody gets on.",
  },
  { resource: "cards", action: "business", sentence: "See the sensitive cards of Business Development." },
  { resource: "cards", action: "frontend", sentence: "See the sensitive cards of Frontend." },
  { resource: "cards", action: "backend", sentence: "See the sensitive cards of Backend." },
  { resource: "cards", action: "devops", sentence: "See the sensitive cards of DevOps." },
  { resource: "cards", action: "marketing", sentence: "See the sensitive cards of Marketing." },
  { resource: "cards", action: "knowledge", sentence: "See the sensitive cards of the knowledge base." },
] as const satisfies readonly { resource: string; action: string; sentence: string }[];
