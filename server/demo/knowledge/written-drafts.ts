/** A page that is not published, or no longer. */
export interface WrittenDraft {
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

export const writtenDrafts: readonly WrittenDraft[] = [
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
