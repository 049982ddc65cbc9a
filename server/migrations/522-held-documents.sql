-- While a draft that is written without a pause is published, its writers wait until this time at most.
ALTER TABLE documents ADD COLUMN held_until timestamptz(3);
