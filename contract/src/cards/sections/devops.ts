import type { SectionDescription } from "../section-schemas.ts";

const environments = ["Development", "Staging", "Production"];

export const devops: readonly SectionDescription[] = [
  {
    slug: "deployment",
    name: "Deployment",
    singular: "deployment",
    stages: [
      { id: "requested", name: "Requested", kind: "open", probability: 0 },
      { id: "freeze", name: "Freeze", kind: "open", probability: 0 },
      { id: "live", name: "Live", kind: "won", probability: 100 },
      { id: "failing", name: "Failing", kind: "open", probability: 50 },
      { id: "replaced", name: "Replaced", kind: "lost", probability: 0 },
    ],
    fields: [
      { name: "service", label: "Service", kind: "text", isRequired: true },
      { name: "environment", label: "Environment", kind: "choice", options: environments, isRequired: true },
      { name: "version", label: "Version", kind: "text" },
      { name: "approved_by", label: "Approved by", kind: "person" },
      { name: "freeze_from", label: "Frozen from", kind: "date" },
      { name: "freeze_until", label: "Frozen until", kind: "date" },
      {
        name: "zone",
        label: "Time zone of the freeze",
        kind: "choice",
        options: ["Europe/Lisbon", "Europe/Berlin", "America/New_York", "Asia/Singapore", "UTC"],
      },
      { name: "log", label: "Log", kind: "link" },
    ],
    options: {
      views: ["grid", "board", "table", "list"],
      needs: [
        {
          stage: "live",
          field: "approved_by",
          is: "second_person",
          words: "Someone other than the owner has to approve it.",
        },
        {
          stage: "live",
          field: "environment",
          is: "no_freeze",
          value: "freeze",
          words: "This environment is frozen today.",
        },
      ],
      layout: {
        row: "service",
        column: "environment",
        cell: "version",
        line: "service",
        badge: "environment",
      },
      asksReason: false,
      headline: { stages: ["failing"], words: "failing" },
    },
  },
  {
    slug: "rollback",
    name: "Rollback",
    singular: "runbook",
    stages: [
      { id: "draft", name: "Draft", kind: "open", probability: 0 },
      { id: "ready", name: "Ready", kind: "won", probability: 100 },
      { id: "retired", name: "Retired", kind: "lost", probability: 0 },
    ],
    fields: [
      { name: "service", label: "Service", kind: "text", isRequired: true },
      { name: "last_good", label: "Last good version", kind: "text" },
      { name: "steps", label: "Steps", kind: "checklist" },
      { name: "minutes", label: "Minutes to restore", kind: "number" },
      { name: "verified_on", label: "Last drill", kind: "date" },
      { name: "verified_by", label: "Drill led by", kind: "person" },
      { name: "problems", label: "Problems found", kind: "checklist" },
    ],
    staleDays: 90,
    options: {
      views: ["document", "list", "table"],
      tools: ["verify"],
      needs: [
        { stage: "ready", field: "last_good", is: "filled", words: "Name the last good version." },
        { stage: "ready", field: "steps", is: "filled", words: "Add the steps before it is ready." },
      ],
      layout: { line: "service" },
      headline: { stages: ["ready"], words: "runbooks ready" },
      dueLabel: "Next drill",
    },
  },
  {
    slug: "monitoring",
    name: "Monitoring",
    singular: "alert",
    stages: [
      { id: "firing", name: "Firing", kind: "open", probability: 0 },
      { id: "acknowledged", name: "Acknowledged", kind: "open", probability: 40 },
      { id: "no_data", name: "No data", kind: "open", probability: 0 },
      { id: "resolved", name: "Resolved", kind: "won", probability: 100 },
    ],
    fields: [
      { name: "severity", label: "Severity", kind: "choice", options: ["Urgent", "High", "Medium", "Low"] },
      { name: "service", label: "Service", kind: "text" },
      { name: "environment", label: "Environment", kind: "choice", options: environments },
      { name: "value", label: "Value", kind: "text" },
      { name: "fingerprint", label: "Fingerprint", kind: "text" },
      { name: "times", label: "Times seen", kind: "number" },
      { name: "acknowledged_by", label: "Acknowledged by", kind: "person" },
      { name: "cause", label: "Cause", kind: "text" },
      { name: "follow_ups", label: "Follow-ups", kind: "checklist" },
    ],
    options: {
      views: ["list", "board", "table", "document"],
      tools: ["task", "merge"],
      needs: [
        {
          stage: "acknowledged",
          field: "acknowledged_by",
          is: "filled",
          words: "Say who looks into it.",
        },
      ],
      layout: { line: "service", badge: "severity" },
      headline: { stages: ["firing", "acknowledged"], words: "open alerts" },
    },
  },
  {
    slug: "pipelines",
    name: "Pipelines",
    singular: "run",
    stages: [
      { id: "running", name: "Running", kind: "open", probability: 50 },
      { id: "passed", name: "Passed", kind: "won", probability: 100 },
      { id: "failed", name: "Failed", kind: "lost", probability: 0 },
    ],
    fields: [
      { name: "service", label: "Service", kind: "text", isRequired: true },
      { name: "branch", label: "Branch", kind: "text" },
      { name: "commit", label: "Commit", kind: "text" },
      { name: "seconds", label: "Seconds", kind: "number" },
      { name: "log", label: "Log", kind: "link" },
    ],
    options: {
      views: ["table", "board", "list"],
      layout: { line: "service" },
      asksReason: false,
      headline: { stages: ["running"], words: "running" },
    },
  },
];
