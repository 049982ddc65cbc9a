import type { Card, CardFigures, CardType } from "@atoll/contract/cards/schemas";

/** The cards of one stage, as far as they are loaded. */
export interface BoardColumn {
  stage: string;
  items: Card[];
  nextCursor: string | null;
}

/** A section by its stages. */
export interface CardBoard {
  columns: BoardColumn[];
}

/** A section with what stands in it. */
export interface Section {
  type: CardType;
  figures: CardFigures;
}

const isBefore = (one: Card, other: Card) =>
  one.rank === other.rank ? one.id < other.id : one.rank < other.rank;

/** The board after a card changed: where it stands now, if that part of its stage is loaded. */
export function withCard(board: CardBoard, card: Card): CardBoard {
  const known = board.columns.flatMap(({ items }) => items).find(({ id }) => id === card.id);
  if (known && known.version > card.version) return board;
  const { columns } = withoutCard(board, card.id);
  return {
    columns: columns.map((column) => {
      if (column.stage !== card.stage) return column;
      const at = column.items.findIndex((one) => isBefore(card, one));
      if (at >= 0) return { ...column, items: column.items.toSpliced(at, 0, card) };
      return column.nextCursor === null ? { ...column, items: [...column.items, card] } : column;
    }),
  };
}

export function withoutCard(board: CardBoard, cardId: string): CardBoard {
  return {
    columns: board.columns.map((column) =>
      column.items.some(({ id }) => id === cardId)
        ? { ...column, items: column.items.filter(({ id }) => id !== cardId) }
        : column,
    ),
  };
}

/** The board with a card moved that the server has not confirmed yet. */
export function withMoved(
  board: CardBoard,
  cardId: string,
  stage: string,
  afterId: string | null | undefined,
) {
  const card = board.columns.flatMap(({ items }) => items).find(({ id }) => id === cardId);
  if (!card) return board;
  const { columns } = withoutCard(board, cardId);
  return {
    columns: columns.map((column) => {
      if (column.stage !== stage) return column;
      const behind = column.items.findIndex(({ id }) => id === afterId);
      const at = afterId === null ? 0 : behind < 0 ? column.items.length : behind + 1;
      return { ...column, items: column.items.toSpliced(at, 0, { ...card, stage }) };
    }),
  };
}
