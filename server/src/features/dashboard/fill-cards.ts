import type { CardContent, FilledCard } from "@atoll/contract/dashboard/content-schemas";
import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId } from "@atoll/contract/dashboard/limits";
import { errors } from "@atoll/contract/errors/errors";
import { AppError } from "../../platform/app-error.ts";
import type { CardQuestion } from "../../platform/kinds/dashboard-parts.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/access.ts";

/** One dashboard must not use every connection to the database. */
const atOnce = 4;

/**
 * Returns the contents of a dashboard's cards. A card that fails says so without affecting the others; the same query
 * of two cards runs once.
 */
export async function fillCards(
  context: SliceContext,
  viewer: RequestViewer,
  cards: readonly DashboardCard[],
): Promise<FilledCard[]> {
  const questions = new Map(cards.map((card) => [keyOf(card), card]));
  const waiting = [...questions];
  const answers = new Map<string, Omit<FilledCard, "cardId">>();
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answers.set(next[0], await fill(context, viewer, next[1]));
  });
  await Promise.all(workers);
  return cards.map((card) => ({
    cardId: card.id,
    ...(answers.get(keyOf(card)) ?? { content: null, error: null }),
  }));
}

async function fill(
  context: SliceContext,
  viewer: RequestViewer,
  card: DashboardCard,
): Promise<Omit<FilledCard, "cardId">> {
  try {
    return { content: await read(context, viewer, card), error: null };
  } catch (error) {
    context.log.error({ err: error, card: card.type }, "a card of a dashboard could not be filled");
    return { content: null, error: errors[error instanceof AppError ? error.code : "internal_error"].text };
  }
}

async function read(
  context: SliceContext,
  viewer: RequestViewer,
  { id, type, options }: DashboardCard,
): Promise<CardContent | null> {
  const source = context.dashboardParts.cards.find((one) => one.type === type);
  const question: CardQuestion = { isPanel: isPanelId(id), options };
  return source ? source.read(context, viewer, question) : null;
}

function keyOf({ id, type, options }: DashboardCard): string {
  return JSON.stringify([type, isPanelId(id), options]);
}
