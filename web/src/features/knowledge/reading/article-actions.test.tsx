// @vitest-environment jsdom
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { ArticleActions } from "./article-actions.tsx";

const page = {
  ...{
    id: testId(70),
    kind: "article",
    title: "Harbour handbook",
    version: 1,
    state: "published",
    draft: null,
  },
  ...{ canEdit: false, canGovern: false, isStarred: false, isFollowed: false },
} as OpenArticle;
const manager = aViewer({ permissions: [{ resource: "knowledge", action: "manage" }] });

let person: SignedIn;
afterEach(() => person.end());

test.for([
  { who: "a manager", viewer: manager, article: page, isOffered: true },
  { who: "a reader", viewer: aViewer(), article: page, isOffered: false },
  {
    ...{ who: "a manager of an archived page", viewer: manager, isOffered: false },
    article: { ...page, state: "archived" as const },
  },
  { who: "a manager of a draft", viewer: manager, article: { ...page, version: null }, isOffered: false },
  {
    ...{ who: "a manager of a procedure", viewer: manager, isOffered: false },
    article: { ...page, kind: "sop" as const },
  },
])("$who is offered an export with the pages below: $isOffered", async ({ viewer, article, isOffered }) => {
  person = await startSignedIn(() => ({ json: { exports: [] } }), viewer);
  const user = await person.show(
    <ArticleActions article={article} onEdit={() => undefined} onSettings={() => undefined} />,
  );
  await user.click(screen.getByRole("button", { name: "More" }));
  await screen.findByRole("menuitem", { name: "Print or save as PDF" });
  const entry = screen.queryByRole("menuitem", { name: "Export with pages below" });
  expect(entry !== null).toBe(isOffered);
  if (!entry) return;
  await user.click(entry);
  expect(await screen.findByRole("dialog", { name: "Export Harbour handbook" })).toBeTruthy();
});
