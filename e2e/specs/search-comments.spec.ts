import { commentRoutes } from "@atoll/contract/comments/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, test } from "../fixtures/test.ts";

test.setTimeout(120_000);

test("a comment that was found opens in its place", async ({ signIn, server }) => {
  const people = { owner: "ruth.adeyemi", member: "tomasz.wilk" };
  const channel = await createPrivateChannel(server.url, people, "kinds-of-finds");
  const id = crypto.randomUUID();
  await channel.member.call(taskRoutes.createTask, { body: { id, title: "Sound the fairway" } });
  const { comment } = await channel.member.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: id },
    body: { id: crypto.randomUUID(), content: "The leadlinesman has it" },
  });
  const page = await signIn("tomasz.wilk");
  const results = page.getByRole("listbox", { name: "Results" }).getByRole("option");

  await page.goto("/search?q=leadlinesman");
  await expect(results).toHaveCount(1);
  await results.first().click();
  await expect(page).toHaveURL(new RegExp(`task=${id}#comment-${comment.id}$`));
  await expect(page.locator("article[aria-current]")).toContainText("The leadlinesman has it");
});
