import { newArticleSchema } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import { insertArticle, seedDraft } from "../../src/features/knowledge/articles/create-article.ts";
import { addVersion } from "../../src/features/knowledge/text/add-version.ts";
import { notify } from "../../src/features/notifications/public.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";

/** A page that is not published, or no longer. */
interface WrittenDraft {
  kind: "article" | "sop";
  title: string;
  summary: string;
  author: string;
  /** Asked to approve it; empty for nobody. */
  approver: string;
  isArchived: boolean;
  /** `{person:key}` mentions a person. */
  body: string;
}

const writtenDrafts: readonly WrittenDraft[] = [
  {
    kind: "article",
    title: "Winter timetable at the terminals",
    summary: "What changes on 14 December, and who does it",
    author: "hanne",
    approver: "",
    isArchived: false,
    body: `The ferries go back to one crossing an hour. Ask {person:ruth} before you promise a client anything else.

## What changes

| terminal | first ferry | last ferry |
| :--- | :---: | ---: |
| Quay Street | 06:10 | 21:40<br>Fridays 22:40 |
| Beato | 06:40 | 20:10 |

:::warning
The summer tables stay on the boards until the evening before. Do not take them down early.
:::

## Before the day

- [x] Send the new times to all clients
- [ ] Print the boards
- [ ] Check the feed of the app

\`\`\`sh
curl https://api.pelicanworks.example/timetables/winter | head
\`\`\``,
  },
  {
    kind: "sop",
    title: "Moor a ferry in strong wind",
    summary: "Bring a ferry in above six Beaufort without hurting people or the pier.",
    author: "sam",
    approver: "omar",
    isArchived: false,
    body: `:::step{#call-the-harbour}
**Call the harbour**

Name the ship, the pier and the wind. Wait for a yes.
:::

::::step{#lines-first}
**Lines first**

Two people at the bow, one at the stern. Nobody stands in the bight of a line.

:::warning
Above nine Beaufort the ferry stays out. There is no exception.
:::
::::

:::step{#write-it-down}
**Write it down**

Time, wind and who was there, in the log of the pier.
:::`,
  },
  {
    kind: "article",
    title: "The old booking form",
    summary: "Replaced by the partner portal",
    author: "aiko",
    approver: "",
    isArchived: true,
    body: "Until the portal, partners sent bookings on paper. The form is kept for old contracts only.",
  },
];

const dayMs = 24 * 3600_000;

/** Creates pages in every state before and after publication: drafts, one that waits for approval, and archived ones. */
export async function seedDrafts(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  for (const draft of writtenDrafts) await seedOne(tx, company, now, draft);
}

async function seedOne(
  tx: Database,
  { people }: DemoCompany,
  now: Date,
  { kind, title, summary, author, approver, isArchived, body }: WrittenDraft,
): Promise<void> {
  const idOf = (key: string) => people.find((one) => one.key === key)?.id;
  const authorId = idOf(author);
  if (!authorId) throw new Error(`nobody called ${author} writes drafts`);
  const id = demoId(new Date(now.getTime() - 9 * dayMs), `draft ${title}`);
  const linked = body.replace(/\{person:(\w+)\}/g, (_whole, key: string) => `[person](person:${idOf(key)})`);
  const article = newArticleSchema.parse({ id, kind, title, summary, body: linked });
  await insertArticle(tx, authorId, article, { seeded: await seedDraft(article) });
  const reviewerId = idOf(approver);
  if (reviewerId) {
    await tx
      .updateTable("article_drafts")
      .set({ state: "review", submitted_by: authorId, must_read: true })
      .where("article_id", "=", id)
      .execute();
    await tx.updateTable("articles").set({ reviewer_id: reviewerId }).where("id", "=", id).execute();
    await notify(tx, {
      kind: "knowledge.review_asked",
      subjectId: id,
      actorId: authorId,
      people: [reviewerId],
    });
  }
  if (isArchived) {
    await addVersion(tx, authorId, id, linked);
    await tx
      .updateTable("articles")
      .set({ status: "ARCHIVED", updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
  }
}
