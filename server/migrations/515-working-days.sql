-- The days of the week on which the company works, 1 for Monday to 7 for Sunday.
ALTER TABLE company
  ADD COLUMN working_days smallint[] NOT NULL DEFAULT '{1,2,3,4,5}'
  CONSTRAINT company_working_days CHECK (
    cardinality(working_days) BETWEEN 1 AND 7 AND working_days <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]
  );
