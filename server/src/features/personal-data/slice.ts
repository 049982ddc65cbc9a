import { sql } from "kysely";
import type { NotificationDefinition, StoredNotification } from "../../platform/kinds/notification-kinds.ts";
import { ofServers } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { keepErasureList, resumeErasuresJob } from "./erasure/erasure-list.ts";
import { registerErasures } from "./erasure/routes.ts";
import { erasureJob } from "./erasure/run-erasure.ts";
import { sweepExportsJob } from "./export-state.ts";
import { registerFullExports } from "./full-export-routes.ts";
import { personExportFiles } from "./policy.ts";
import { registerPersonalData } from "./routes.ts";
import { exportJob, fullExportJob, thingExportJob } from "./run-export.ts";
import { inWordsOfEnd, registerThingExports } from "./things/routes.ts";

/** Exports of everything that a person wrote and that is about them. */
export const personalData: Slice = {
  name: "personal-data",
  routes: [registerPersonalData, registerFullExports, registerThingExports, registerErasures],
  jobs: [exportJob, fullExportJob, thingExportJob, sweepExportsJob, erasureJob, resumeErasuresJob],
  live: [keepErasureList],
  fileKinds: (registered) => [personExportFiles(registered)],
  notificationKinds: [
    ofOwn("person-export.ready", "/settings?view=data", () => ({
      title: "Your export of personal data is ready.",
      excerpt: "Download it in the settings. It is deleted after a week.",
    })),
    ofOwn("person-export.started", "/settings?view=data", ({ facts }) => ({
      title: `${facts.actor ?? "An administrator"} exports your personal data.`,
      excerpt: `${facts.private ? "With" : "Without"} direct messages, private channels, drafts and files. If you did not ask for it, ask them why.`,
    })),
    ofOwn("full-export.ready", "/admin/retention", ({ facts }) => ({
      title: facts.problems
        ? "Your export of everything is ready, but some files are missing or changed."
        : "Your export of everything is ready.",
      excerpt: `${facts.problems ? `Missing or changed files: ${facts.problems}. manifest.json in the archive names them. ` : ""}Download it in the administration, under Retention. It is deleted after a week.`,
    })),
    ofOwn("full-export.started", "/admin/audit", ({ facts }) => ({
      title: `${facts.actor ?? "A super administrator"} exports everything.`,
      excerpt: "Also direct messages and private channels. If you do not know why, ask them at once.",
    })),
    ofOwn("thing-export.ended", "/settings?view=data", inWordsOfEnd),
    ofOwn("person-erasure.ended", "/admin/retention", ({ facts }) =>
      facts.failure
        ? {
            title: "The erasure of a person has stopped.",
            excerpt: "The page about retention says why, and goes on with it.",
          }
        : {
            title: "The erasure of a person is done.",
            excerpt: "Their name is gone from all texts, files and logs of Atoll.",
          },
    ),
  ],
  personalData: {
    // An ID alone tells which person it was.
    erasures: ofServers,
    person_exports: {
      title: "Exports of personal data",
      erase: "always",
      of: ["person_id", "requested_by"],
      columns: ["requested_at", "id", "state", "has_private"],
    },
  },
};

function ofOwn(
  kind: NotificationDefinition["kind"],
  link: string,
  words: (entry: StoredNotification) => { title: string; excerpt: string },
): NotificationDefinition {
  return {
    kind,
    audience: ({ people }) =>
      sql`SELECT id, 'account' AS reason FROM unnest(${[...people]}::uuid[]) AS p (id)`,
    isReadable: () => sql<boolean>`true`,
    inWords: async (_sources, entries) =>
      new Map(entries.map((entry) => [entry.id, { ...words(entry), link }])),
  };
}
