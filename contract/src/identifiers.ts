import { z } from "zod";

/** A UUID of any version, lowercased, so that the same id always compares equal. */
export const idSchema = z.uuid().toLowerCase();

/** A reference to a person, a role, a department or anything else that a reader sees by its name. */
export const namedSchema = z.object({ id: idSchema, name: z.string() });

/**
 * The number of a change in a channel's stream, counted from 1; 0 stands for "before the first". Messages that were
 * imported into a channel with newer ones come before these, and have negative numbers.
 */
export const sequenceSchema = z.int();

/** The same in a query, where everything is text. */
export const sequenceQuerySchema = z.coerce.number().pipe(sequenceSchema);

const outOfRange = "This date is too far away";
/** Further away no calendar of people reaches, and PostgreSQL and JavaScript count years differently. */
const years = /^(?:19|20|21)\d\d-/;

/** An instant in UTC, ISO 8601 with milliseconds, from 1900 to 2199. */
export const instantSchema = z.iso.datetime({ abort: true }).regex(years, outOfRange);

/** A day without a time, from 1900 to 2199. */
export const daySchema = z.iso.date({ abort: true }).regex(years, outOfRange);
