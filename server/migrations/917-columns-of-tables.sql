-- The columns that a person chose for the table of a section, in their order.
CREATE TABLE card_columns (
  person_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  columns text[] NOT NULL,
  PRIMARY KEY (person_id, type_id)
);
CREATE INDEX card_columns_type ON card_columns (type_id);
