-- Fields that are computed from other fields of their task. A formula is compiled to steps for a small machine with a
-- stack: nothing that a person writes becomes SQL. Whatever writes a task, its formulas are computed in the same statement
-- and stored among its values, so that lists, filters, files and search read them like any other value.
ALTER TABLE task_field_sets
  -- The formulas in use, in an order in which each follows those that it uses: {"name": …, "steps": […]}.
  ADD COLUMN programs jsonb NOT NULL DEFAULT '[]',
  -- The names of all formulas, the retired ones among them: no task keeps a value of another department's.
  ADD COLUMN formula_names text[] NOT NULL DEFAULT '{}',
  -- Whether a formula shows the name of a person.
  ADD COLUMN names_people boolean NOT NULL DEFAULT false,
  -- Grows with each change of the programs.
  ADD COLUMN formula_revision int NOT NULL DEFAULT 0,
  -- A job is computing the formulas of its tasks.
  ADD COLUMN is_computing boolean NOT NULL DEFAULT false;
ALTER TABLE tasks
  -- The revisions of all tasks' set and of its department's, added up, with which its formulas were computed.
  ADD COLUMN formula_revision int NOT NULL DEFAULT 0,
  -- Why formulas have no value, by their names.
  ADD COLUMN formula_faults jsonb NOT NULL DEFAULT '{}';

CREATE FUNCTION formula_fault(fault text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT jsonb_build_object('fault', fault) $$;
CREATE FUNCTION is_formula_fault(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT jsonb_typeof(value) = 'object' AND value ? 'fault' $$;

-- A number, or an amount of money where there is a currency. Both have bounds, so that no chain of operations grows.
CREATE FUNCTION formula_number(value numeric, currency text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF currency IS NOT NULL THEN
    IF abs(value) > 10000000000 THEN RETURN formula_fault('large'); END IF;
    RETURN jsonb_build_object('amount', round(value * 100), 'currency', currency);
  END IF;
  IF abs(value) > 1000000000000 THEN RETURN formula_fault('large'); END IF;
  RETURN to_jsonb(trim_scale(round(value, 6)));
END $$;

CREATE FUNCTION formula_day(day date) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN day BETWEEN '1900-01-01' AND '2199-12-31' THEN to_jsonb(day) ELSE formula_fault('large') END
$$;

CREATE FUNCTION formula_text(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN value #>> '{}'
    WHEN 'number' THEN trim_scale((value #>> '{}')::numeric)::text
    WHEN 'boolean' THEN CASE WHEN value = 'true' THEN 'Yes' ELSE 'No' END
    WHEN 'object' THEN round((value ->> 'amount')::numeric / 100, 2)::text || ' ' || (value ->> 'currency')
    ELSE '' END
$$;

-- One operation. A value is null where it is missing, and {"fault": …} where an operation before has failed.
CREATE FUNCTION formula_step(op text, args jsonb[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  one jsonb;
  given jsonb[] := '{}';
  numbers numeric[] := '{}';
  currency text;
  x numeric;
  y numeric;
  days int;
  digits int;
  words text := '';
  -- A condition over a missing value is neither yes nor no.
  is_open boolean := false;
BEGIN
  -- What is not needed may fail: the other result of a condition, and what follows a decided one.
  IF op = 'if' THEN
    RETURN CASE WHEN is_formula_fault(args[1]) THEN args[1] WHEN args[1] = 'true' THEN args[2] ELSE args[3] END;
  END IF;
  IF op IN ('and', 'or') THEN
    FOREACH one IN ARRAY args LOOP
      IF is_formula_fault(one) THEN RETURN one; END IF;
      IF one = to_jsonb(op = 'or') THEN RETURN one; END IF;
      is_open := is_open OR one = 'null';
    END LOOP;
    RETURN CASE WHEN is_open THEN 'null' ELSE to_jsonb(op = 'and') END;
  END IF;
  FOREACH one IN ARRAY args LOOP
    IF is_formula_fault(one) THEN RETURN one; END IF;
    CONTINUE WHEN one = 'null';
    given := given || one;
    IF jsonb_typeof(one) = 'object' THEN
      IF currency <> one ->> 'currency' THEN RETURN formula_fault('currencies'); END IF;
      currency := one ->> 'currency';
      numbers := numbers || (one ->> 'amount')::numeric / 100;
    ELSIF jsonb_typeof(one) = 'number' THEN
      numbers := numbers || (one #>> '{}')::numeric;
    END IF;
  END LOOP;

  CASE op
    WHEN 'not' THEN RETURN CASE WHEN args[1] = 'null' THEN args[1] ELSE to_jsonb(args[1] <> 'true') END;
    WHEN 'empty' THEN RETURN to_jsonb(args[1] IN ('null', 'false', '""'));
    WHEN 'equal', 'unequal' THEN
      -- Amounts and numbers are compared in main units; missing values are equal to one another only.
      RETURN to_jsonb((CASE WHEN cardinality(numbers) = 2 THEN numbers[1] = numbers[2] ELSE args[1] = args[2] END) = (op = 'equal'));
    WHEN 'concat' THEN
      FOREACH one IN ARRAY given LOOP words := left(words || formula_text(one), 2000); END LOOP;
      RETURN to_jsonb(words);
    WHEN 'len' THEN RETURN to_jsonb(length(formula_text(args[1])));
    WHEN 'sum', 'min', 'max', 'sum_money', 'min_money', 'max_money' THEN
      -- Those that are missing are left out. Where that leaves no amount, the result has no currency, and is missing.
      IF cardinality(given) = 0 OR (op LIKE '%money' AND currency IS NULL) THEN RETURN 'null'; END IF;
      IF cardinality(numbers) = 0 THEN
        RETURN (SELECT CASE op WHEN 'min' THEN to_jsonb(min((day #>> '{}') COLLATE "C")) ELSE to_jsonb(max((day #>> '{}') COLLATE "C")) END
          FROM unnest(given) AS day);
      END IF;
      SELECT CASE left(op, 3) WHEN 'sum' THEN sum(n) WHEN 'min' THEN min(n) ELSE max(n) END INTO x FROM unnest(numbers) AS n;
      RETURN formula_number(x, currency);
    ELSE NULL;
  END CASE;

  -- All others need all of their values.
  IF cardinality(given) < cardinality(args) THEN RETURN 'null'; END IF;
  x := numbers[1];
  y := numbers[2];
  CASE op
    WHEN 'lower' THEN RETURN to_jsonb(left(lower(args[1] #>> '{}'), 2000));
    WHEN 'upper' THEN RETURN to_jsonb(left(upper(args[1] #>> '{}'), 2000));
    WHEN 'negate' THEN RETURN formula_number(-x, currency);
    WHEN 'add' THEN RETURN formula_number(x + y, currency);
    WHEN 'subtract' THEN RETURN formula_number(x - y, currency);
    WHEN 'multiply' THEN RETURN formula_number(x * y, currency);
    WHEN 'divide', 'ratio' THEN
      IF y = 0 THEN RETURN formula_fault('zero'); END IF;
      RETURN formula_number(x / y, CASE op WHEN 'divide' THEN currency END);
    WHEN 'modulo' THEN
      IF y = 0 THEN RETURN formula_fault('zero'); END IF;
      RETURN formula_number(x % y, NULL);
    WHEN 'round' THEN
      digits := greatest(least(round(coalesce(y, 0)), 6), -12);
      RETURN formula_number(round(x, digits), currency);
    WHEN 'less', 'at_most', 'more', 'at_least' THEN
      -- Dates are numbers of days.
      x := coalesce(x, (args[1] #>> '{}')::date - '1900-01-01'::date);
      y := coalesce(y, (args[2] #>> '{}')::date - '1900-01-01'::date);
      RETURN to_jsonb(CASE op WHEN 'less' THEN x < y WHEN 'at_most' THEN x <= y WHEN 'more' THEN x > y ELSE x >= y END);
    WHEN 'days_until' THEN RETURN to_jsonb((args[2] #>> '{}')::date - (args[1] #>> '{}')::date);
    WHEN 'days_since' THEN RETURN to_jsonb((args[1] #>> '{}')::date - (args[2] #>> '{}')::date);
    WHEN 'add_days', 'days_added', 'subtract_days' THEN
      IF abs(x) > 200000 THEN RETURN formula_fault('large'); END IF;
      days := round(x);
      RETURN formula_day(CASE op WHEN 'add_days' THEN (args[1] #>> '{}')::date + days
        WHEN 'days_added' THEN (args[2] #>> '{}')::date + days ELSE (args[1] #>> '{}')::date - days END);
  END CASE;
END $$;

-- Runs a compiled formula: at most 100 steps. `known` are the values of fields by their names.
CREATE FUNCTION run_formula(steps jsonb, known jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  step jsonb;
  count int;
  stack jsonb[] := '{}';
  value jsonb;
BEGIN
  FOR step IN SELECT s FROM jsonb_array_elements(steps) AS s LOOP
    IF step ->> 0 = 'value' THEN
      value := step -> 1;
    ELSIF step ->> 0 = 'field' THEN
      value := coalesce(known -> (step ->> 1), 'null');
      IF step ->> 2 = 'checkbox' AND value = 'null' THEN
        value := 'false';
      ELSIF step ->> 2 = 'person' AND value <> 'null' THEN
        value := coalesce((SELECT to_jsonb(p.name) FROM profiles p WHERE p.id = (value #>> '{}')::uuid), 'null');
      END IF;
    ELSE
      count := (step ->> 1)::int;
      value := formula_step(step ->> 0, stack[cardinality(stack) - count + 1:]);
      stack := stack[:cardinality(stack) - count];
    END IF;
    stack := stack || value;
  END LOOP;
  RETURN stack[1];
END $$;

-- Computes formulas of a task: {"values": …, "faults": …} by their names. Formulas may use those before them.
CREATE FUNCTION compute_formulas(task tasks, programs jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  program jsonb;
  value jsonb;
  known jsonb := task.fields || jsonb_build_object(
    'title', task.title,
    'status', CASE task.status WHEN 'todo' THEN 'To Do' WHEN 'in_progress' THEN 'In Progress' WHEN 'in_review' THEN 'In Review'
      WHEN 'done' THEN 'Done' ELSE 'Archived' END,
    'start', task.starts_on,
    'due', task.due_date,
    'created', (task.created_at AT TIME ZONE 'UTC')::date,
    'estimate', trim_scale(round(task.estimate_minutes / 60.0, 6)),
    'time', trim_scale(round(task.tracked_minutes / 60.0, 6)));
  found jsonb := '{}';
  faults jsonb := '{}';
BEGIN
  FOR program IN SELECT p FROM jsonb_array_elements(programs) AS p LOOP
    BEGIN
      value := coalesce(run_formula(program -> 'steps', known), 'null');
    EXCEPTION WHEN OTHERS THEN
      -- A formula never keeps a task from being written.
      value := formula_fault('failed');
    END;
    known := known || jsonb_build_object(program ->> 'name', value);
    IF is_formula_fault(value) THEN
      faults := faults || jsonb_build_object(program ->> 'name', value -> 'fault');
    ELSIF value NOT IN ('null', 'false', '""') THEN
      found := found || jsonb_build_object(program ->> 'name', value);
    END IF;
  END LOOP;
  RETURN jsonb_build_object('values', found, 'faults', faults);
END $$;

CREATE FUNCTION keep_task_formulas() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  names text[];
  programs jsonb;
  revision int;
  computed jsonb;
BEGIN
  SELECT array_agg(name) INTO names FROM task_field_sets s, unnest(s.formula_names) AS name;
  IF names IS NULL THEN RETURN NEW; END IF;
  SELECT coalesce(sum(s.formula_revision), 0) INTO revision FROM task_field_sets s
    WHERE s.department_id IS NULL OR s.department_id = NEW.department_id;
  SELECT coalesce(jsonb_agg(program ORDER BY s.department_id NULLS FIRST, at), '[]') INTO programs
    FROM task_field_sets s, jsonb_array_elements(s.programs) WITH ORDINALITY AS p (program, at)
    WHERE s.department_id IS NULL OR s.department_id = NEW.department_id;
  NEW.fields := NEW.fields - names;
  NEW.formula_faults := '{}';
  IF programs <> '[]' THEN
    computed := compute_formulas(NEW, programs);
    NEW.fields := NEW.fields || (computed -> 'values');
    NEW.formula_faults := computed -> 'faults';
  END IF;
  NEW.formula_revision := revision;
  IF TG_OP = 'UPDATE' AND NEW.version = OLD.version
    AND (NEW.fields, NEW.formula_faults) IS DISTINCT FROM (OLD.fields, OLD.formula_faults) THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_keep_formulas BEFORE INSERT OR UPDATE OF title, status, starts_on, due_date, estimate_minutes,
  tracked_minutes, fields, department_id, formula_revision ON tasks FOR EACH ROW EXECUTE FUNCTION keep_task_formulas();

-- Formulas that show the name of a person are computed again by the job.
CREATE FUNCTION outdate_named_formulas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE task_field_sets SET formula_revision = formula_revision + 1, is_computing = true WHERE names_people;
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_outdate_formulas AFTER UPDATE OF name ON profiles FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION outdate_named_formulas();

-- Results can change with any column, also one that the statement does not name.
DROP TRIGGER tasks_search_changed ON tasks;
CREATE TRIGGER tasks_search_changed AFTER UPDATE ON tasks
  FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.tags, OLD.fields, OLD.created_by, OLD.assignee_id, OLD.department_id, OLD.parent_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.tags, NEW.fields, NEW.created_by, NEW.assignee_id, NEW.department_id, NEW.parent_id, NEW.deleted_at))
  EXECUTE FUNCTION search_follow('task');
