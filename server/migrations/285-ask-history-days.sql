-- How long conversations with Ask AI are kept after their last question, as administrators set it.
ALTER TABLE ask_model ADD COLUMN history_days integer NOT NULL DEFAULT 180 CHECK (history_days BETWEEN 1 AND 3650);
