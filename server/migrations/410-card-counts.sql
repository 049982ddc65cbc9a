-- A section's cards in order of their position across stages: without an index, each page sorts all of them.
CREATE INDEX cards_position ON cards (type_id, rank, id) WHERE deleted_at IS NULL AND merged_into_id IS NULL;
-- The board's totals are counted in this index alone: the rows with their texts are many times larger.
CREATE INDEX cards_counted ON cards (type_id, stage) WHERE deleted_at IS NULL AND merged_into_id IS NULL;
