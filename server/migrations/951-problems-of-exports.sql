-- How many files were missing or changed when everything was exported.
ALTER TABLE person_exports ADD COLUMN problem_count integer NOT NULL DEFAULT 0;
